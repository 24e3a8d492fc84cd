/* A tree of games that begin from guesses of a position: play/uct.py (a node for each row of decisions) and
   play/ismcts.py (a node for each information set) say what it does, and this tries the same games.

   There are no nodes but the options that were met at them: an arm is found by a number made of its node's and of how the
   option looks to whoever chooses. Positions are not kept; each game goes down the tree from a copy of a deal. */

enum { KEY, VISITS, OFFERED, STAMP, GOT };           /* of an arm; behind them what each player got */
enum { ROOT = 0x600D, DEEPEST = 2048 };

static int64_t *arm_at(const mind *w, int64_t number) {
    const int64_t *m = w->m;
    return w->arms + number * (GOT + PLAYERS);
}
static double *got_of(const mind *w, int64_t number) { return (double *)(arm_at(w, number) + GOT); }

static void place_arm(const mind *w, int64_t number) {
    int64_t *g = w->g;
    uint64_t mask = (UINT64_C(1) << TABLE_BITS) - 1, at = (uint64_t)arm_at(w, number)[KEY] & mask;
    while (w->found[at]) at = (at + 1) & mask;
    w->found[at] = (int32_t)number + 1;
}

/* The arm with a key, made if it is not there; -1 if there is no room for one (or it is not to be made). */
static int64_t arm_of(const mind *w, uint64_t key, int make) {
    const int64_t *m = w->m;
    int64_t *g = w->g, number;
    uint64_t mask = (UINT64_C(1) << TABLE_BITS) - 1;
    for (uint64_t at = key & mask; (number = w->found[at]); at = (at + 1) & mask)
        if ((uint64_t)arm_at(w, number - 1)[KEY] == key) return number - 1;
    if (!make || USED >= ROOM) return -1;
    number = USED++;
    memset(arm_at(w, number), 0, (size_t)(GOT + PLAYERS) * sizeof *w->arms);
    arm_at(w, number)[KEY] = (int64_t)key;
    if (2 * USED <= (INT64_C(1) << TABLE_BITS)) {
        place_arm(w, number);
        return number;
    }
    memset(w->found, 0, sizeof *w->found << ++TABLE_BITS);
    for (int64_t i = 0; i < USED; i++) place_arm(w, i);
    return number;
}

static int64_t pick(const mind *w, int64_t n) {
    int64_t *g = w->g;
    return (int64_t)number((uint64_t)PICKS, (uint64_t)++PICKED, (uint64_t)n);
}

/* How promising an arm is to a player: what it brought, and more the less it was tried of the times it could be. */
static double bound(const mind *w, int64_t number, int64_t player) {
    int64_t *g = w->g, last = SCALE - 1, *arm = arm_at(w, number);
    double bonus = w->scale[least(arm[OFFERED], last)] * w->scale[SCALE + least(arm[VISITS], last)];
    return got_of(w, number)[player - 1] / (double)arm[VISITS] + bonus;
}

static double worth_of(const mind *w, const int64_t *results, int64_t player) {
    const int64_t *m = w->m;
    int64_t *g = w->g, sum = 0, above = 0;
    if (PLAYERS == 1) return (double)((results[0] > 0) - (results[0] < 0));
    for (int64_t i = 0; i < PLAYERS; i++) sum += results[i];
    for (int64_t i = 0; i < PLAYERS; i++) {
        int64_t size = results[i] < 0 ? -results[i] : results[i];
        if (!sum && size > HIGHEST) HIGHEST = size;
        above += (results[player] > results[i]) - (results[player] < results[i]);
    }
    return sum ? (double)above / (double)(PLAYERS - 1) : (double)results[player] / (double)HIGHEST;
}

/* Play on at random: what each player gets by the end, or by what has changed up to the horizon (play/outlook.py). */
static int64_t ended(const mind *w, int64_t *S, const double *before, double *got) {
    const int64_t *m = w->m;
    int64_t *g = w->g, how, points;
    const double *usual = w->scale + 2 * SCALE, *weight = usual + 2;
    double total[2 * SEATS], most = weight[2];
    how = play_on(w, S, LONGEST, total);
    points = w->c->code;
    if (how != DONE) return how;
    if (!points) {
        for (int64_t player = 0; player < PLAYERS; player++) got[player] = worth_of(w, S + RESULTS, player);
        return DONE;
    }
    for (int64_t player = 0; player < PLAYERS; player++) {
        double worth = 0;
        for (int64_t sign = 0; sign < 2; sign++) {
            int64_t at = sign * PLAYERS + player;
            worth += weight[sign] / usual[sign] * (total[at] / (double)points - before[at]);
        }
        got[player] = worth < -most ? -most : worth > most ? most : worth;
    }
    return DONE;
}

/* Room for so many options. */
static int is_roomy(mind *w, int64_t n) {
    if (n <= w->most) return 1;
    free(w->keys), free(w->at), free(w->which);
    w->most = 2 * n;
    w->keys = malloc((size_t)w->most * sizeof *w->keys);
    w->at = malloc((size_t)w->most * sizeof *w->at);
    w->which = malloc((size_t)w->most * sizeof *w->which);
    return w->keys && w->at && w->which;
}

/* The options of the decision asked that are worth trying: how many; less than 0 if it did not end well. */
static int64_t looked_at(mind *w, int64_t *S) {
    int64_t how = ask(w, S);
    if (how != DONE) return -how;
    return is_roomy(w, w->c->count) ? worth_trying(w, S) : -FAULT;
}

/* ---- information sets ---- */

/* The arms of those of n options that look different to who chooses: w->which, and their options in w->at; how many, or
   -1 where there is no room for them. untried: how many were never tried. */
static int64_t arms_of(mind *w, const int64_t *S, int64_t n, uint64_t node, int64_t *untried) {
    const int64_t *m = w->m;
    int64_t *g = w->g, legal = 0, stamp = ++STAMPS;
    *untried = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t option = w->at[i];
        int64_t number = arm_of(w, absorb(node, sight_of(m, S, w->c->out + option * WIDTH, S[ASKER])), 1);
        if (number < 0) return -1;
        int64_t *arm = arm_at(w, number);
        if (arm[STAMP] == stamp) continue;
        arm[STAMP] = stamp;
        arm[OFFERED]++;
        *untried += !arm[VISITS];
        w->which[legal] = number;
        w->at[legal++] = option;
    }
    return legal;
}

/* The one of some arms to go on with: one that was never tried, or the most promising. */
static int64_t stepped(const mind *w, int64_t n, int64_t untried, int64_t player) {
    if (untried) {
        int64_t number = pick(w, untried);
        for (int64_t i = 0;; i++)
            if (!arm_at(w, w->which[i])[VISITS] && !number--) return i;
    }
    int64_t best = 0;
    double most = 0;
    for (int64_t i = 0; i < n; i++) {
        double worth = bound(w, w->which[i], player);
        if (!i || worth > most) most = worth, best = i;
    }
    return best;
}

static int64_t by_information(mind *w, int64_t *S, const double *before) {
    const int64_t *m = w->m;
    int64_t path[DEEPEST], length = 0, untried = 0, how;
    uint64_t seen[SEATS] = {0};
    double got[SEATS];
    while (!untried && S[STATUS] == ASKING && length < DEEPEST) {
        int64_t actor = S[ASKER], n = looked_at(w, S), decision = S[DECISION];
        if (n < 0) return -n;
        if (actor < 1 || actor > PLAYERS) return FAULT;
        seen[actor - 1] = length ? absorb(absorb(seen[actor - 1], observed(m, S, actor)), (uint64_t)actor) : ROOT;
        n = arms_of(w, S, n, seen[actor - 1], &untried);
        if (n < 0) break;
        int64_t chosen = stepped(w, n, untried, actor);
        const int64_t *option = w->c->out + w->at[chosen] * WIDTH;
        path[length++] = w->which[chosen] * SEATS + actor - 1;
        for (int64_t player = 1; player <= PLAYERS; player++)
            if (player == actor || !DECIDED[4 * decision])
                seen[player - 1] = absorb(seen[player - 1], sight_of(m, S, option, player));
        if ((how = choose(w, S, option)) != DONE) return how;
    }
    if ((how = ended(w, S, before, got)) != DONE) return how;
    for (int64_t i = 0; i < length; i++) {
        int64_t number = path[i] / SEATS, player = path[i] % SEATS;
        arm_at(w, number)[VISITS]++;
        got_of(w, number)[player] += got[player];
    }
    return DONE;
}

/* ---- rows of decisions ---- */

/* The option to go on with among n, of which w->keys are the keys of the arms; where none was made, it is made. Into
   *number the arm, -1 where there is no room; whether it was never tried. */
static int64_t stepped_on(mind *w, int64_t n, int64_t player, int64_t *number, int *fresh) {
    int64_t untried = 0, chosen;
    for (int64_t i = 0; i < n; i++) {
        int64_t known = w->which[i] = arm_of(w, w->keys[i], 0);
        if (known >= 0 && arm_at(w, known)[VISITS]) arm_at(w, known)[OFFERED]++;
        else untried++;
    }
    *fresh = untried > 0;
    if (untried) {
        int64_t left = pick(w, untried);
        for (chosen = 0;; chosen++) {
            int64_t known = w->which[chosen];
            if ((known < 0 || !arm_at(w, known)[VISITS]) && !left--) break;
        }
        *number = arm_of(w, w->keys[chosen], 1);
        if (*number >= 0) arm_at(w, *number)[OFFERED] = 1;
        return chosen;
    }
    chosen = stepped(w, n, 0, player);
    *number = w->which[chosen];
    return chosen;
}

/* Where options name pieces that the player does not know: whatever the piece is in this guess, it is the answer that
   looks the same to him. Leaves such options in w->at, with their keys; how many. */
static int64_t meant(mind *w, const int64_t *S, int64_t n) {
    const int64_t *m = w->m;
    int64_t *g = w->g, stamp = ++STAMPS, kept = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t number = arm_of(w, absorb(ROOT, sight_of(m, S, w->c->out + w->at[i] * WIDTH, S[ASKER])), 0);
        if (number < 0 || number >= HIDDEN || arm_at(w, number)[STAMP] == stamp) continue;
        arm_at(w, number)[STAMP] = stamp;
        w->which[number] = w->at[i];
    }
    for (int64_t number = 0; number < HIDDEN; number++)
        if (arm_at(w, number)[STAMP] == stamp) {
            w->at[kept] = w->which[number];
            w->keys[kept++] = (uint64_t)arm_at(w, number)[KEY];
        }
    return kept;
}

static uint64_t key_of(uint64_t node, const int64_t *option) {
    for (int64_t i = 0; i <= option[0]; i++) node = absorb(node, (uint64_t)option[i]);
    return node;
}

static int64_t by_rows(mind *w, int64_t *S, const double *before) {
    const int64_t *m = w->m;
    int64_t *g = w->g, path[DEEPEST], length = 0, how, fresh_one = 0;
    uint64_t node = ROOT;
    double got[SEATS];
    while (!fresh_one && S[STATUS] == ASKING && length < DEEPEST) {
        int64_t n = looked_at(w, S), number;
        int fresh;
        if (n < 0) return -n;
        if (S[ASKER] < 1 || S[ASKER] > PLAYERS) return FAULT;
        if (HIDDEN && !length) {
            n = meant(w, S, n);
            if (!n) break;
        } else
            for (int64_t i = 0; i < n; i++) w->keys[i] = key_of(node, w->c->out + w->at[i] * WIDTH);
        int64_t chosen = stepped_on(w, n, S[ASKER], &number, &fresh);
        if (number < 0) break;
        path[length++] = number;
        node = w->keys[chosen];
        if ((how = choose(w, S, w->c->out + w->at[chosen] * WIDTH)) != DONE) return how;
        fresh_one = fresh && n > 1;
    }
    if ((how = ended(w, S, before, got)) != DONE) return how;
    for (int64_t i = 0; i < length; i++) {
        arm_at(w, path[i])[VISITS]++;
        for (int64_t player = 0; player < PLAYERS; player++) got_of(w, path[i])[player] += got[player];
    }
    return DONE;
}

/* ---- guesses ---- */

/* Begin: the options at the root that name what the player does not know have arms before any others. */
static int64_t begun(mind *w) {
    int64_t *g = w->g;
    const int64_t *m = w->m;
    if (BEGUN) return DONE;
    BEGUN = 1;
    begin_dice(w);
    GUESSES = (int64_t)stream_of((uint64_t)GUESSES, 0xB07);
    PICKS = (int64_t)stream_of((uint64_t)PICKS, 0xB07);
    if (!HIDDEN) return DONE;
    copy_to(w, w->room, w->position);
    int64_t n = looked_at(w, w->room);
    if (n < 0) return -n;
    for (int64_t i = 0; i < n; i++) arm_of(w, absorb(ROOT, sight_of(m, w->room, w->c->out + w->at[i] * WIDTH, w->room[ASKER])), 1);
    HIDDEN = USED;
    return is_roomy(w, HIDDEN) ? DONE : FAULT;
}

enum { MISSING, MADE, READY, IMPOSSIBLE };           /* a deal: w->deals has this behind each */

/* The key of a guess: as two numbers of the dice of guesses. */
static uint64_t key_of_guess(int64_t stream, int64_t which) {
    uint64_t n = UINT64_C(1) << 32, counter = 2 * (uint64_t)which;
    return number((uint64_t)stream, counter + 1, n) | number((uint64_t)stream, counter + 2, n) << 32;
}

/* The deal of a number: made here if it can be, else somebody has to. */
static int64_t dealt(mind *w, int64_t which, int64_t **found) {
    const int64_t *m = w->m, *d = w->d;
    int64_t *g = w->g, *S = w->deals + which * (SPAN + 1);
    *found = S;
    if (S[SPAN] == MISSING) {
        if (!d) return NEEDED;
        int64_t found = deal(w, key_of_guess(GUESSES, which), S, w->room + 2 * SPAN);
        if (found < 0) return NEEDED;
        S[SPAN] = found ? MADE : IMPOSSIBLE;
    }
    if (S[SPAN] == MADE) {
        copy_to(w, w->room, S);
        if (w->judged) signs_of(w, w->room, w->signs + which * 2 * PLAYERS);
        S[SPAN] = READY;
    }
    return DONE;
}

static mind a_mind(ctx *c, void *const *of) {
    mind whole = {c, of[0], of[1], of[2], of[3], of[4], of[5], of[6], of[7], of[8], of[9], of[10], of[11], of[12], of[13], 0, 0, 0, 0};
    return whole;
}

/* The next guess, put into a position that a game can be played from; the number of its deal, or less than 0: -ERROR if it
   cannot be. */
static int64_t next_guess(mind *w, int64_t *S) {
    const int64_t *m = w->m;
    int64_t *g = w->g, which = GIVEN % MOST, *from, how = dealt(w, which, &from);
    if (how != DONE) return -how;
    uint64_t key = key_of_guess(GUESSES, GIVEN++);
    if (from[SPAN] != READY) return -ERROR;
    copy_to(w, S, from);
    S[KEY_LO] = (int64_t)(key & UINT32_MAX), S[KEY_HI] = (int64_t)(key >> 32);
    return which;
}

static void put_away(mind *w) {
    free(w->keys), free(w->at), free(w->which);
    w->c->count = 0;
}

/* Play on until there are as many games as are wanted. */
static int64_t guessed(ctx *c, void *const *of) {
    mind whole = a_mind(c, of), *w = &whole;
    const int64_t *m = w->m;
    int64_t *g = w->g, how = is_roomy(w, 64) ? begun(w) : FAULT, *S = w->room;
    while (how == DONE && PLAYED < GAMES && TRIES < WAYS) {
        int64_t which = next_guess(w, S);
        how = which < 0 ? -which : DONE;
        if (how == NEEDED) break;
        const double *before = w->signs + which * 2 * PLAYERS;
        TRIES++;
        if (how == DONE) how = BY_SETS ? by_information(w, S, before) : by_rows(w, S, before);
        PLAYED += how == DONE || (how == ERROR && BY_SETS);
        if (how == ERROR) how = DONE;                /* the rules break, so what was guessed cannot be */
    }
    put_away(w);
    return how;
}

/* How the signs of some games change up to the horizon, a row for each: whether it came so far, then the changes. How many
   are wanted is the first of the rows. */
static int64_t changes(ctx *c, void *const *of) {
    mind whole = a_mind(c, of), *w = &whole;
    const int64_t *m = w->m;
    int64_t *g = w->g, how = is_roomy(w, 64) ? begun(w) : FAULT, *S = w->room, wanted = w->rows[0];
    double total[2 * SEATS];
    while (how == DONE && TRIES < wanted) {
        double *row = (double *)(w->rows + 1 + TRIES * (1 + 2 * PLAYERS));
        int64_t which = next_guess(w, S);
        if (which == -NEEDED) {
            how = NEEDED;
            break;
        }
        how = which < 0 ? -which : play_on(w, S, LONGEST, total);
        int64_t points = how == DONE ? c->code : 0;
        row[0] = points > 0;
        for (int64_t i = 0; points && i < 2 * PLAYERS; i++)
            row[1 + i] = total[i] / (double)points - (w->signs + which * 2 * PLAYERS)[i];
        TRIES++;
        if (how == ERROR) how = DONE;
    }
    if (how == DONE) TRIES = 0;
    put_away(w);
    return how;
}

/* What came of the options at the root, one after the other: visits, and what each player got. */
static int64_t told(ctx *c, void *const *of) {
    mind whole = a_mind(c, of), *w = &whole;
    const int64_t *m = w->m;
    int64_t *rows = w->rows, n, *g = w->g;
    copy_to(w, w->room, w->position);
    n = is_roomy(w, 64) ? looked_at(w, w->room) : -FAULT;
    for (int64_t i = 0; i < n; i++, rows += GOT + PLAYERS) {
        const int64_t *option = w->c->out + w->at[i] * WIDTH;
        int by_sight = BY_SETS || HIDDEN;
        uint64_t key = by_sight ? absorb(ROOT, sight_of(m, w->room, option, w->room[ASKER])) : key_of(ROOT, option);
        int64_t number = arm_of(w, key, 0);
        if (number >= 0) memcpy(rows, arm_at(w, number), (size_t)(GOT + PLAYERS) * sizeof *rows);
    }
    put_away(w);
    c->code = n;
    return n < 0 ? -n : DONE;
}
