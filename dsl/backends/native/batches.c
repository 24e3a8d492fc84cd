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
/* Before games are played without frames: where somebody is asked already, he answers. Whether there is to be gone on. */
static int set_off(ctx *c, int64_t *S, int64_t limit, int64_t *dice, int64_t *progress) {
    progress[0] = -1;
    progress[1] = 0;
    c->dice = dice;
    c->progress = progress;
    c->most = limit;
    if (S[STATUS] == ASKING) {
        if (++progress[0] >= limit) return 0;
        int64_t depth = S[DEPTH], asker = S[ASKER];
        c->count = 0;
        ask(c, S);
        S[DEPTH] = depth;
        if (c->counting) arrived(c->counting, asker);
        answer(c, S, picked(c, drawing_of(c, asker), asker, S[DECISION], 0));
    }
    begin(c, 0);
    return 1;
}

static inline void play_out(ctx *c, int64_t *S) {
    while (S[STATUS] == RUNNING) {
        int64_t base = S[FP];
        if (!base || !directs[S[base]]) fault(c, NO_FRAME, base);
        int64_t value = directs[S[base]](c, S, base, 1);
        S[FP] = S[base + 2];
        if (S[FP]) taken_up(c, S, S[FP], value);
        else S[STATUS] = OVER;
    }
}

/* As at_random, without frames, and dice[2 * p] is what the stream of a seed begins with. What is left behind is what a
   game leaves at its end, or nothing to be gone on from. */
static void directly(ctx *c, int64_t *S, int64_t limit, int64_t *dice, int64_t *progress) {
    jmp_buf over;
    c->over = &over;
    if (!set_off(c, S, limit, dice, progress)) return;
    if (!setjmp(over)) play_out(c, S);
    if (S[STATUS] == OVER) progress[0]++;
}
#endif

/* What is being played. game: which one of them, from 0. */
struct many {
    const int64_t *position, *plan;
    int64_t *room, *tally, *rows, game, progress[2], dice[3 * PLAYERS];
};

static void begun(struct many *all) {
    uint64_t key = ((uint64_t)all->plan[0] + (uint64_t)all->game) & (uint64_t)INT64_MAX;
    int64_t *dice = all->dice;
    copy_to(all->room, all->position);
    all->room[KEY_LO] = (int64_t)(key & UINT32_MAX);
    all->room[KEY_HI] = (int64_t)(key >> 32);
    for (int64_t player = 0; player < PLAYERS; player++) {
        uint64_t seed = 64 * key + (uint64_t)player + 1;
        dice[2 * player] = (int64_t)(DIRECT ? stream_of(seed, 0xB07) : seed);
        dice[2 * player + 1] = 0;
        dice[2 * PLAYERS + player] = player;
    }
}

/* A game is over, or broken by an error with a number. */
static void done(struct many *all, int broken, int64_t code) {
    const int64_t *S = all->room;
    int64_t came = broken ? BROKEN : S[STATUS] == OVER ? ENDED : UNFINISHED, game = all->game++;
    all->tally[came]++;
    if (came == ENDED) tallied(S, all->progress, all->tally);
    if (!all->rows) return;
    int64_t *row = all->rows + game * (4 + PLAYERS + all->plan[3]);
    row[0] = came;
    row[1] = all->progress[0];
    row[2] = all->progress[1];
    row[3] = broken ? code : S[REASON];
    memcpy(row + 4, S + RESULTS, PLAYERS * sizeof *row);
}

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

static int64_t one_by_one(ctx *c, struct many *all) {
    while (all->game < all->plan[1]) {
        int64_t *row = all->rows ? all->rows + all->game * (4 + PLAYERS + all->plan[3]) : 0;
        begun(all);
        int how = one_of_many(c, all->room, all->plan, all->dice, all->progress, row);
        if (how != DONE && how != ERROR) return how;
        done(all, how == ERROR, c->code);
    }
    return DONE;
}

#if DIRECT
/* Games that nobody is asked anything after: one place to come back to serves all of them. */
static int64_t one_after_the_other(ctx *c, struct many *all) {
    jmp_buf failed, over;
    int how = setjmp(failed);
    if (how && how != ERROR) return how;
    if (how) done(all, 1, c->code);
    c->failed = &failed;
    c->over = &over;
    if (setjmp(over)) {
        all->progress[0] += all->room[STATUS] == OVER;
        done(all, 0, 0);
    }
    while (all->game < all->plan[1]) {
        begun(all);
        set_off(c, all->room, all->plan[2], all->dice, all->progress);
        play_out(c, all->room);
        all->progress[0]++;
        done(all, 0, 0);
    }
    return DONE;
}
#endif

static int64_t batch(ctx *c, const int64_t *position, int64_t *room, const int64_t *plan, int64_t *tally, int64_t *rows) {
    struct many all = {position, plan, room, tally, rows, 0};
    c->count = 0;
#if DIRECT
    if (position[STATUS] == RUNNING && !(rows && plan[3])) return one_after_the_other(c, &all);
#endif
    return one_by_one(c, &all);
}
