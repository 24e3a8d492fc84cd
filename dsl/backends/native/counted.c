/* The games that are counted (see counting.c), one after the other. */

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
    if (asker) arrived(of, asker);
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
        asked_with(of, asker - 1, c->count, progress[0]);
        progress[1] += c->count;
        int64_t pick = pick_among(c, of, S[DECISION], asker - 1, dice + 2 * (asker - 1));
        if (of->cards) {
            hands_seen(of, 0);
            hand_played(of, S[DECISION], c->out + pick * WIDTH, asker - 1);
        }
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
    if (of->whole) {
        c->counting = of;
        directly(c, S, of->plan[2], dice, progress);
        c->counting = 0;
    } else counted_game(c, S, of, dice, progress);
    c->over = &over;
    if (!setjmp(over))
        for (int64_t i = 0; i < of->asks; i++) row[COUNTED + PLAYERS + i] = asked_of(c, S, of->plan + 4 + 2 * i);
    return DONE;
}

/* What the keys that were met in a game have to do with how it ended, if it did. */
static void judged(const int64_t *S, counting *of, int64_t came) {
    int64_t best = S[RESULTS], first = 0, won[PLAYERS];
    if (came != ENDED) return;
    for (int64_t player = 1; player < PLAYERS; player++) best = most(best, S[RESULTS + player]);
    for (int64_t player = 0; player < PLAYERS; player++) first += S[RESULTS + player] == best;
    for (int64_t player = 0; player < PLAYERS; player++) {
        int64_t result = S[RESULTS + player];
        won[player] = PLAYERS == 1 ? PARTS * (result > 0) : result == best ? PARTS / first : 0;
    }
    for (int64_t i = 0; i < of->many; i++) {
        int64_t at = of->met[i], *row = of->counts + at * EACH, own = won[at % PLAYERS];
        if (row[7] & 2) row[2]++, row[4] += own;
        if (row[7] & 1) row[3]++, row[5] += own;
    }
    if (of->cards) cards_judged(of, won);
    lanes_judged(of, won);
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
    const int64_t *lying = of->gauge + 2 * of->gauges + 1;
    of->cards = lying[0];
    of->hands = lying[1];
    of->hand = lying + 2;
    of->decks = of->hand[2 * of->hands];
    of->deck = of->hand + 2 * of->hands + 1;
    of->table = table;
    of->keys = table[1];
    of->sorts = table + 2 + 2 * DECISIONS + 4 * table[0];
    of->whole = DIRECT && !of->puts && !of->gauges && !of->whose;
    of->restricted = of->sorts + LAST_PIECE + 1;
    of->counts = counts;
    of->met = counts + EACH * of->keys * PLAYERS;
    of->card = of->met + of->keys * PLAYERS;
    of->touch = of->card + CARD_EACH * of->cards * PLAYERS;
    of->turns = turns;
}

static int64_t counted(ctx *c, const int64_t *position, int64_t *room, const int64_t *plan, const int64_t *table,
                       int64_t *rows, int64_t *counts, int64_t *turns) {
    counting of;
    lane lanes[LANES];
    memset(lanes, 0, sizeof lanes);
    set_out(&of, plan, table, counts, turns);
    of.lanes = lanes;
    of.S = room;
    int64_t dice[2 * PLAYERS], progress[2], width = COUNTED + PLAYERS + plan[3] + GAUGED * of.gauges;
    c->count = 0;
    for (int64_t i = 0; i < plan[1]; i++) {
        uint64_t key = ((uint64_t)plan[0] + (uint64_t)i) & (uint64_t)INT64_MAX;
        int64_t *row = rows + i * width;
        copy_to(room, position);
        room[KEY_LO] = (int64_t)(key & UINT32_MAX);
        room[KEY_HI] = (int64_t)(key >> 32);
        for (int64_t player = 0; player < PLAYERS; player++) {
            uint64_t seed = 64 * key + (uint64_t)player + 1;
            dice[2 * player] = (int64_t)(of.whole ? stream_of(seed, 0xB07) : seed);
            dice[2 * player + 1] = 0;
            of.last[player] = -1;
        }
        of.game = i + 1;
        of.read = row + COUNTED + PLAYERS + of.asks;
        of.active = of.mixed = of.many = of.dealt = of.touched = of.forced = of.changes = of.rounds = of.wait = of.first = of.before = 0;
        int how = one_counted(c, room, &of, dice, progress, row);
        c->counting = 0;
        progress[0] = most(progress[0], 0);
        if (how != DONE && how != ERROR) return how;
        int64_t came = how == ERROR ? BROKEN : room[STATUS] == OVER ? ENDED : UNFINISHED;
        judged(room, &of, came);
        int64_t told[COUNTED] = {came, progress[0], progress[1], came == BROKEN ? c->code : room[REASON],
                                 of.forced, of.changes, of.rounds, of.wait};
        memcpy(row, told, sizeof told);
        memcpy(row + COUNTED, room + RESULTS, PLAYERS * sizeof *row);
    }
    lanes_poured(&of);
    return DONE;
}
