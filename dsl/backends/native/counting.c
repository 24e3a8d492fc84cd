/* Many games as in batches.c, with what was offered and taken in them counted as they are played.

   plan: first, how many, most decisions of a game, how many questions are put to its end, and these; then how many are
   put to each turn, and these; then how many gauges are read at each turn, and these; then whose answers are restricted (a bit for each player).
   table: how many answers, how many keys; for each decision its first answer, how many answers; for each answer where in
   the option its thing stands (0: nowhere), the first sort of things, how many sorts, the key of the answer with the
   first of them; for each entity its sort (or -1); for each key whether it is restricted.
   rows: for each game COUNTED numbers (how it came out, decisions, options, why it ended, decisions with one option,
   turns, rounds, the longest wait), the results, the answers, for each gauge how often it was read, the sum, the least,
   the most.
   counts: for each key and player 8 numbers: how often offered, taken; in how many games offered, taken; what of these
   games he won, in PARTS; the last decision and the last game (twice, and 1 if taken); then room for the keys of a game.
   turns: how many numbers stand there, how many have room; for each turn the game, decisions before it, whose, answers. */
enum { COUNTED = 8, EACH = 8, PARTS = 2520, GAUGED = 4 };

typedef struct counting counting;
struct counting {
    const int64_t *plan, *put, *gauge, *table, *sorts, *restricted;
    int64_t keys, asks, puts, gauges, whose;
    int64_t *counts, *met, *turns, *read;
    int64_t game, serial, many; /* of this game: its number from 1; the decision; how many keys were met */
    int64_t forced, changes, rounds, wait, first, before, last[PLAYERS];
};

/* The keys of an option: its answer, and this with the thing that it names (-1: it names none). */
static inline int64_t keys_of(const counting *of, int64_t decision, const int64_t *option, int64_t *both) {
    const int64_t *about = of->table + 2 + 2 * decision;
    int64_t at = option[0] ? option[1] : 0, answer = about[0] + (at < 0 ? 0 : at >= about[1] ? about[1] - 1 : at);
    about = of->table + 2 + 2 * DECISIONS + 4 * answer;
    *both = -1;
    if (!about[0] || about[0] > option[0]) return answer;
    int64_t entity = option[about[0]], sort = entity < 1 || entity > LAST_PIECE ? -1 : of->sorts[entity] - about[1];
    if (sort >= 0 && sort < about[2]) *both = about[3] + sort;
    return answer;
}

static inline void offered(counting *of, int64_t key, int64_t seat) {
    int64_t at = key * PLAYERS + seat, *row = of->counts + at * EACH;
    if (row[6] == of->serial) return;
    row[6] = of->serial;
    row[0]++;
    if (row[7] >= 2 * of->game) return;
    row[7] = 2 * of->game;
    row[2]++;
    of->met[of->many++] = at;
}

static inline void taken(counting *of, int64_t key, int64_t seat) {
    int64_t *row = of->counts + (key * PLAYERS + seat) * EACH;
    row[1]++;
    row[3] += row[7] != 2 * of->game + 1;
    row[7] = 2 * of->game + 1;
}

static int64_t is_restricted(const counting *of, int64_t decision, const int64_t *option) {
    int64_t both, answer = keys_of(of, decision, option, &both);
    return of->restricted[answer] || (both >= 0 && of->restricted[both]);
}

/* The option that is taken of those asked for; restricted ones are taken only where there are no others. */
static int64_t pick_among(ctx *c, counting *of, int64_t decision, int64_t seat, int64_t *dice) {
    int64_t both, answer, before = -1, left = c->count, guarded = of->whose >> seat & 1;
    for (int64_t i = 0; i < c->count; i++) {
        answer = keys_of(of, decision, c->out + i * WIDTH, &both);
        if (answer != before) offered(of, before = answer, seat);
        if (both >= 0) offered(of, both, seat);
        if (guarded) left -= is_restricted(of, decision, c->out + i * WIDTH);
    }
    guarded = guarded && left && left < c->count;
    int64_t pick = drawn((uint64_t)dice[0], 0xB07, (uint64_t)++dice[1], (uint64_t)(guarded ? left : c->count));
    for (int64_t i = 0; guarded && i <= pick; i++) pick += is_restricted(of, decision, c->out + i * WIDTH);
    answer = keys_of(of, decision, c->out + pick * WIDTH, &both);
    taken(of, answer, seat);
    if (both >= 0) taken(of, both, seat);
    return pick;
}

/* A question put in the middle of a game, where the rules may have no answer to it. */
static int64_t answer_now(ctx *c, int64_t *S, const int64_t *about) {
    jmp_buf failed, over, *before = c->failed, *outer = c->over;
    int64_t depth = S[DEPTH], found = INT64_MIN;
    c->failed = &failed;
    c->over = &over;
    if (!setjmp(failed) && !setjmp(over)) {
        int64_t answered = asked_of(c, S, about);
        c->failed = before;
        c->over = outer;
        return answered;
    }
    c->failed = before;
    c->over = outer;
    S[DEPTH] = depth;
    return found;
}

/* Read the gauges: it is a turn of somebody. */
static void gauged(ctx *c, int64_t *S, counting *of) {
    for (int64_t i = 0, *to = of->read; i < of->gauges; i++, to += GAUGED) {
        int64_t now = answer_now(c, S, of->gauge + 2 * i);
        if (now == INT64_MIN) continue;
        to[2] = to[0] ? least(to[2], now) : now;
        to[3] = to[0] ? most(to[3], now) : now;
        to[0]++;
        to[1] += now;
    }
}

static void turned(ctx *c, int64_t *S, counting *of, int64_t made) {
    int64_t asker = S[STATUS] == ASKING ? S[ASKER] : 0, *turns = of->turns;
    if (of->gauges && asker && (asker != of->before || PLAYERS == 1)) gauged(c, S, of);
    if (asker == of->before && asker) return;
    of->before = asker;
    if (asker) {
        of->changes++;
        if (!of->first) of->first = asker;
        of->rounds += asker == of->first;
    }
    if (!of->puts || turns[0] + 3 + of->puts > turns[1]) return;
    int64_t *to = turns + 2 + turns[0];
    to[0] = of->game - 1;
    to[1] = made;
    to[2] = asker;
    for (int64_t i = 0; i < of->puts; i++) to[3 + i] = answer_now(c, S, of->put + 2 * i);
    turns[0] += 3 + of->puts;
}

static void counted_game(ctx *c, int64_t *S, counting *of, int64_t *dice, int64_t *progress) {
    progress[0] = progress[1] = 0;
    if (S[STATUS] == RUNNING) advance(c, S);
    while (S[STATUS] == ASKING && progress[0] < of->plan[2]) {
        int64_t asker = S[ASKER];
        if (asker < 1 || asker > PLAYERS) fault(c, NO_ANSWER, asker);
        turned(c, S, of, progress[0]);
        int64_t depth = S[DEPTH];
        c->count = 0;
        ask(c, S);
        S[DEPTH] = depth;
        of->serial++;
        if (of->last[asker - 1] >= 0) of->wait = most(of->wait, progress[0] - of->last[asker - 1] - 1);
        of->last[asker - 1] = progress[0];
        of->forced += c->count == 1;
        progress[1] += c->count;
        int64_t pick = pick_among(c, of, S[DECISION], asker - 1, dice + 2 * (asker - 1));
        answer(c, S, c->out + pick * WIDTH);
        advance(c, S);
        progress[0]++;
    }
    c->count = 0;
    if (S[STATUS] == OVER) turned(c, S, of, progress[0]);
}

static int one_counted(ctx *c, int64_t *S, counting *of, int64_t *dice, int64_t *progress, int64_t *row) {
    jmp_buf failed, over;
    int how;
    c->failed = &failed;
    if ((how = setjmp(failed))) return how;
    counted_game(c, S, of, dice, progress);
    c->over = &over;
    if (!setjmp(over))
        for (int64_t i = 0; i < of->asks; i++) row[COUNTED + PLAYERS + i] = asked_of(c, S, of->plan + 4 + 2 * i);
    return DONE;
}

/* What the keys that were met in a game have to do with how it ended. */
static void judged(const int64_t *S, counting *of, int64_t came) {
    int64_t best = S[RESULTS], first = 0;
    for (int64_t player = 1; player < PLAYERS; player++) best = most(best, S[RESULTS + player]);
    for (int64_t player = 0; player < PLAYERS; player++) first += S[RESULTS + player] == best;
    for (int64_t i = 0; i < of->many; i++) {
        int64_t at = of->met[i], *row = of->counts + at * EACH, result = S[RESULTS + at % PLAYERS];
        int64_t taken = row[7] & 1, won = PLAYERS == 1 ? PARTS * (result > 0) : result == best ? PARTS / first : 0;
        if (came != ENDED) {
            row[2]--;
            row[3] -= taken;
            continue;
        }
        row[4] += won;
        if (taken) row[5] += won;
    }
}

static void set_out(counting *of, const int64_t *plan, const int64_t *table, int64_t *counts, int64_t *turns) {
    memset(of, 0, sizeof *of);
    of->plan = plan;
    of->asks = plan[3];
    of->puts = plan[4 + 2 * of->asks];
    of->put = plan + 5 + 2 * of->asks;
    of->gauges = of->put[2 * of->puts];
    of->gauge = of->put + 2 * of->puts + 1;
    of->whose = of->gauge[2 * of->gauges];
    of->table = table;
    of->keys = table[1];
    of->sorts = table + 2 + 2 * DECISIONS + 4 * table[0];
    of->restricted = of->sorts + LAST_PIECE + 1;
    of->counts = counts;
    of->met = counts + EACH * of->keys * PLAYERS;
    of->turns = turns;
}

static int64_t counted(ctx *c, const int64_t *position, int64_t *room, const int64_t *plan, const int64_t *table,
                       int64_t *rows, int64_t *counts, int64_t *turns) {
    counting of;
    set_out(&of, plan, table, counts, turns);
    int64_t dice[2 * PLAYERS], progress[2], width = COUNTED + PLAYERS + plan[3] + GAUGED * of.gauges;
    c->count = 0;
    for (int64_t i = 0; i < plan[1]; i++) {
        uint64_t key = ((uint64_t)plan[0] + (uint64_t)i) & (uint64_t)INT64_MAX;
        int64_t *row = rows + i * width;
        copy_to(room, position);
        room[KEY_LO] = (int64_t)(key & UINT32_MAX);
        room[KEY_HI] = (int64_t)(key >> 32);
        for (int64_t player = 0; player < PLAYERS; player++) {
            dice[2 * player] = (int64_t)(64 * key + (uint64_t)player + 1);
            dice[2 * player + 1] = 0;
            of.last[player] = -1;
        }
        of.game = i + 1;
        of.read = row + COUNTED + PLAYERS + of.asks;
        of.many = of.forced = of.changes = of.rounds = of.wait = of.first = of.before = 0;
        int how = one_counted(c, room, &of, dice, progress, row);
        if (how != DONE && how != ERROR) return how;
        int64_t came = how == ERROR ? BROKEN : room[STATUS] == OVER ? ENDED : UNFINISHED;
        judged(room, &of, came);
        int64_t told[COUNTED] = {came, progress[0], progress[1], came == BROKEN ? c->code : room[REASON],
                                 of.forced, of.changes, of.rounds, of.wait};
        memcpy(row, told, sizeof told);
        memcpy(row + COUNTED, room + RESULTS, PLAYERS * sizeof *row);
    }
    return DONE;
}
