/* Many games from one position in one call: each with a key and dice of its own, tallied as they end.

   Game i has the key (first + i) mod 2^63, and player p of it dice of the seed 64 * key + p: the games of `sim`.
   plan: first, how many, most decisions of a game, how many questions are put to its end, and these: a function and its
   argument, or -1 and a slot. rows (or NULL): for each game HOW it came out, its decisions, the options there were in
   them, why it ended (REASON; of a broken game the number of the error), the results, the answers. backends/batches.py
   says what a tally is made of. */
enum { ENDED, UNFINISHED, BROKEN };

static int64_t asked_of(ctx *c, int64_t *S, const int64_t *about) {
    int64_t args[2] = {about[1], 0};
    if (about[0] < 0) return S[slot(c, 0, about[1], 0)];
    if (about[0] >= PROCS || !functions[about[0]]) fault(c, NO_PROC, about[0]);
    begin(c, 1);
    return functions[about[0]](c, S, args);
}

static void tallied(const int64_t *S, const int64_t *progress, int64_t *tally) {
    const int64_t *results = S + RESULTS;
    int64_t best = results[0], least_of_all = results[0], first = 0, *of = tally + 7;
    for (int64_t player = 0; player < PLAYERS; player++) {
        best = most(best, results[player]);
        least_of_all = least(least_of_all, results[player]);
    }
    for (int64_t player = 0; player < PLAYERS; player++) first += results[player] == best;
    if (PLAYERS == 1) first = results[0] > 0;
    tally[3] += progress[0];
    tally[4] += progress[1];
    tally[5] += PLAYERS > 1 && best == least_of_all;
    tally[6] += first > 1 && best > least_of_all;
    for (int64_t player = 0; player < PLAYERS; player++, of += 1 + PLAYERS) {
        of[0] += results[player];
        of[first] += first && results[player] == best;
    }
    of[S[REASON]]++;
}

#if DIRECT
/* As at_random, without frames, and dice[2 * p] is what the stream of a seed begins with. What is left behind is what a
   game leaves at its end, or nothing to be gone on from. */
static void directly(ctx *c, int64_t *S, int64_t limit, int64_t *dice, int64_t *progress) {
    jmp_buf over;
    progress[0] = -1;
    progress[1] = 0;
    c->dice = dice;
    c->progress = progress;
    c->most = limit;
    c->over = &over;
    if (S[STATUS] == ASKING) {
        if (++progress[0] >= limit) return;
        int64_t depth = S[DEPTH], asker = S[ASKER];
        c->count = 0;
        ask(c, S);
        c->over = &over;
        S[DEPTH] = depth;
        if (c->counting) arrived(c->counting, asker);
        answer(c, S, picked(c, drawing_of(c, asker), asker, S[DECISION], 0));
    }
    if (S[STATUS] != RUNNING) return;
    begin(c, 0);
    if (!setjmp(over)) {
        while (S[STATUS] == RUNNING) {
            int64_t base = S[FP];
            if (!base || !directs[S[base]]) fault(c, NO_FRAME, base);
            int64_t value = directs[S[base]](c, S, base, 1);
            S[FP] = S[base + 2];
            if (S[FP]) taken_up(c, S, S[FP], value);
            else S[STATUS] = OVER;
        }
    }
    if (S[STATUS] == OVER) progress[0]++;
}
#endif

static int one_of_many(ctx *c, int64_t *S, const int64_t *plan, int64_t *dice, int64_t *progress, int64_t *row) {
    jmp_buf failed, over;
    int how;
    c->failed = &failed;
    if ((how = setjmp(failed))) return how;
#if DIRECT
    directly(c, S, plan[2], dice, progress);
#else
    at_random(c, S, plan[2], dice, dice + 2 * PLAYERS, progress);
#endif
    c->over = &over;
    if (row && !setjmp(over))
        for (int64_t i = 0; i < plan[3]; i++) row[4 + PLAYERS + i] = asked_of(c, S, plan + 4 + 2 * i);
    return DONE;
}

static int64_t batch(ctx *c, const int64_t *position, int64_t *room, const int64_t *plan, int64_t *tally, int64_t *rows) {
    int64_t dice[3 * PLAYERS], progress[2], width = 4 + PLAYERS + plan[3];
    c->count = 0;
    for (int64_t i = 0; i < plan[1]; i++) {
        uint64_t key = ((uint64_t)plan[0] + (uint64_t)i) & (uint64_t)INT64_MAX;
        int64_t *row = rows ? rows + i * width : 0;
        copy_to(room, position);
        room[KEY_LO] = (int64_t)(key & UINT32_MAX);
        room[KEY_HI] = (int64_t)(key >> 32);
        for (int64_t player = 0; player < PLAYERS; player++) {
            uint64_t seed = 64 * key + (uint64_t)player + 1;
            dice[2 * player] = (int64_t)(DIRECT ? stream_of(seed, 0xB07) : seed);
            dice[2 * player + 1] = 0;
            dice[2 * PLAYERS + player] = player;
        }
        int how = one_of_many(c, room, plan, dice, progress, row);
        if (how != DONE && how != ERROR) return how;
        int64_t came = how == ERROR ? BROKEN : room[STATUS] == OVER ? ENDED : UNFINISHED;
        tally[came]++;
        if (came == ENDED) tallied(room, progress, tally);
        if (!row) continue;
        row[0] = came;
        row[1] = progress[0];
        row[2] = progress[1];
        row[3] = came == BROKEN ? c->code : room[REASON];
        memcpy(row + 4, room + RESULTS, PLAYERS * sizeof *row);
    }
    return DONE;
}
