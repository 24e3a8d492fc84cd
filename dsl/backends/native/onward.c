/* Games that are played on at random and judged on the way, by signs that every game has (play/judge.py): by how much each
   player is ahead of the others' mean by what the rules say that programs aim at, and by pieces in play.

   judged: how many functions tell how far a player is, at how many points games are judged, whether players aim together,
   whether pieces in play count; then each function with its weight, the points, and for each zone whose pieces in it are in
   play: of a player, of who owns them (0), or of nobody (-1). */
enum { AIMS, POINTS, TOGETHER, IN_PLAY, FIRST_AIM };

struct horizon {
    const int64_t *judged;
    double *total;
    int64_t next; /* the point at which the game is judged next */
};

static void put_ahead(const int64_t *counts, int64_t together, double *found) {
    int64_t total = 0;
    for (int64_t i = 0; i < PLAYERS; i++) total += counts[i];
    for (int64_t i = 0; i < PLAYERS; i++)
        found[i] = PLAYERS == 1 || together ? (double)counts[i]
                                            : (double)counts[i] - (double)(total - counts[i]) / (double)(PLAYERS - 1);
}

/* How far each player has come; 0 if the rules can count at the end only. What is going on is not disturbed. */
static int have_points(ctx *c, int64_t *S, const int64_t *judged, int64_t *points) {
    jmp_buf failed, over, *outer_failed = c->failed, *outer_over = c->over;
    int64_t *base = c->base, silent = c->silent, depth = S[DEPTH], code = c->code, site = c->site;
    struct trial *trial = c->trial;
    volatile int fine = 1;
    c->base = c->top;
    c->failed = &failed;
    c->over = &over;
    if (setjmp(failed)) fine = 0, S[DEPTH] = depth;
    else
        for (int64_t player = 0; player < PLAYERS; player++) {
            points[player] = 0;
            for (int64_t i = 0; i < judged[AIMS]; i++) {
                int64_t args[2] = {player + 1, 0}, proc = judged[FIRST_AIM + 2 * i];
                begin(c, 1);
                if (setjmp(over)) continue;
                points[player] += judged[FIRST_AIM + 2 * i + 1] * functions[proc](c, S, args);
            }
        }
    c->top = c->base;
    c->base = base;
    c->silent = silent, c->code = code, c->site = site;
    c->trial = trial;
    c->failed = outer_failed, c->over = outer_over;
    return fine;
}

static void signs(ctx *c, int64_t *S, const int64_t *judged, double *found) {
    const int64_t *holders = judged + FIRST_AIM + 2 * judged[AIMS] + judged[POINTS];
    int64_t counts[PLAYERS + 1];
    memset(found, 0, 2 * PLAYERS * sizeof *found);
    if (judged[AIMS] && have_points(c, S, judged, counts)) put_ahead(counts, judged[TOGETHER], found);
    if (!judged[IN_PLAY]) return;
    memset(counts, 0, sizeof counts);
    for (int64_t piece = FIRST_PIECE; piece <= LAST_PIECE; piece++) {
        int64_t zone = S[PLACE + piece], holder = zone ? holders[zone] : -1;
        if (holder >= 0) counts[holder ? holder : S[OWNER + piece]]++;
    }
    put_ahead(counts + 1, judged[TOGETHER], found + PLAYERS);
}

/* Judge the game as it is; whether it is to go on. progress: decisions made. */
OWN int further(ctx *c, int64_t *S) {
    struct horizon *h = c->horizon;
    const int64_t *points = h->judged + FIRST_AIM + 2 * h->judged[AIMS];
    double now[2 * PLAYERS];
    signs(c, S, h->judged, now);
    for (int64_t i = 0; i < 2 * PLAYERS; i++) h->total[i] += now[i];
    if (++h->next >= h->judged[POINTS]) return 0;
    c->most = points[h->next];
    return 1;
}

static void ready(int64_t *dice) {
    for (int64_t player = 0; player < PLAYERS; player++)
#if DIRECT
        dice[2 * player] = (int64_t)stream_of((uint64_t)dice[2 * player], 0xB07);
#else
        dice[2 * PLAYERS + player] = player;
#endif
}

/* To the end, or for so many decisions; where games are judged, to the last point at most, and the signs are added up. In
   c->code is told at how many points it was judged: none, if it ended before. A game in which the rules break has taken
   nothing of the dice. */
static int64_t play_on(ctx *c, int64_t *S, int64_t limit, int64_t *dice, const int64_t *judged, double *total) {
    struct horizon h = {judged, total, 0};
    jmp_buf failed;
    int how;
    int64_t progress[2], given[PLAYERS];
    const int64_t *points = judged ? judged + FIRST_AIM + 2 * judged[AIMS] : 0;
    c->failed = &failed;
    c->horizon = 0;
    for (int64_t player = 0; player < PLAYERS; player++) given[player] = dice[2 * player + 1];
    if ((how = setjmp(failed))) {
        for (int64_t player = 0; player < PLAYERS; player++) dice[2 * player + 1] = given[player];
        c->horizon = 0;
        return how;
    }
    if (judged) {
        c->horizon = &h;
        c->top = c->base;
        memset(total, 0, 2 * PLAYERS * sizeof *total);
        while (h.next < judged[POINTS] && !points[h.next]) further(c, S); /* where it stands now */
#if DIRECT
        if (h.next < judged[POINTS]) directly(c, S, points[h.next], dice, progress);
#else
        for (int64_t made = 0; h.next < judged[POINTS] && S[STATUS] == ASKING;) {
            at_random(c, S, points[h.next] - made, dice, dice + 2 * PLAYERS, progress);
            made = points[h.next];
            if (S[STATUS] == ASKING) further(c, S);
        }
#endif
        while (S[STATUS] == OVER && judged[TOGETHER] && h.next < judged[POINTS]) further(c, S);
    } else {
#if DIRECT
        directly(c, S, limit, dice, progress);
#else
        at_random(c, S, limit, dice, dice + 2 * PLAYERS, progress);
#endif
    }
    c->horizon = 0;
    c->code = judged && h.next >= judged[POINTS] && (S[STATUS] != OVER || judged[TOGETHER]) ? h.next : 0;
    return DONE;
}
