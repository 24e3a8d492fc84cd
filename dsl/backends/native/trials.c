/* Trying something out on the position itself: what a slot held before it is written is noted, and put back afterwards.
   An error puts it back too (`leave`), so nobody ever sees a trial. See trials.py for what can be tried so. */

#define FEW (MASKED <= 64)  /* so few words of masks that they are kept whole */

struct trial {
    int64_t *S, *log, whole; /* pairs of a slot and its number; behind them, if need be, the whole position */
    int64_t *note, *full;    /* those of the trial around it */
    struct trial *outer;
    uint64_t masks[FEW ? MASKED + 1 : 1];
};

static inline void put_back(const ctx *c, int64_t *S, const struct trial *t) {
    for (const int64_t *pair = c->note; pair > t->log;) {
        pair -= 2;
        if (FEW) S[pair[0]] = pair[1];
        else stored(S, pair[0], pair[1]);
    }
    if (FEW) memcpy(MASKS(S), t->masks, MASKED * sizeof *S);
}
/* The log is full: from now on a copy of the position as it was stands for it. */
SELDOM static void fill_up(ctx *c) {
    struct trial *t = c->trial;
    int64_t *copy = t->log + SPAN;
    if (!t->whole) {
        copy_to(copy, t->S);
        put_back(c, copy, t);
        t->whole = 1;
    }
    c->note = t->log;
}
static inline int64_t note(ctx *c, const int64_t *S, int64_t slot) {
    if (!USUAL(c->note < c->full)) fill_up(c);
    int64_t *pair = c->note;
    c->note = pair + 2;
    pair[0] = slot;
    pair[1] = S[slot];
    return slot;
}
static inline void try_out(ctx *c, int64_t *S, struct trial *t) {
    t->S = S;
    t->log = take(c, 2 * SPAN);
    t->whole = 0;
    t->note = c->note;
    t->full = c->full;
    c->note = t->log;
    c->full = t->log + SPAN - 1;
    if (FEW) memcpy(t->masks, MASKS(S), MASKED * sizeof *S);
    t->outer = c->trial;
    c->trial = t;
}
static inline void take_back(ctx *c) {
    struct trial *t = c->trial;
    if (USUAL(!t->whole)) put_back(c, t->S, t);
    else copy_to(t->S, t->log + SPAN);
    c->trial = t->outer;
    c->note = t->note;
    c->full = t->full;
    c->top = t->log;
}
static void give_up(ctx *c) {
    while (c->trial) take_back(c);
}
