/* Trying something out on the position itself: what a slot held before it is written is noted, and put back afterwards.
   An error puts it back too (`leave`), so nobody ever sees a trial. See trials.py for what can be tried so. */

#define FEW (MASKED <= 64)  /* so few words of masks that they are kept whole */

struct trial {
    int64_t *S, *log, noted, whole; /* pairs of a slot and its number; behind them, if need be, the whole position */
    struct trial *outer;
    uint64_t masks[FEW ? MASKED + 1 : 1];
};

static inline void put_back(int64_t *S, const struct trial *t) {
    for (int64_t i = t->noted - 1; i >= 0; i--)
        if (FEW) S[t->log[2 * i]] = t->log[2 * i + 1];
        else stored(S, t->log[2 * i], t->log[2 * i + 1]);
    if (FEW) memcpy(MASKS(S), t->masks, MASKED * sizeof *S);
}
/* The log is full: from now on a copy of the position as it was stands for it. */
SELDOM static void fill_up(struct trial *t) {
    int64_t *copy = t->log + SPAN;
    if (!t->whole) {
        copy_to(copy, t->S);
        put_back(copy, t);
        t->whole = 1;
    }
    t->noted = 0;
}
static inline int64_t note(ctx *c, int64_t slot) {
    struct trial *t = c->trial;
    if (!USUAL(2 * t->noted < SPAN - 1)) fill_up(t);
    int64_t *pair = t->log + 2 * t->noted++;
    pair[0] = slot;
    pair[1] = t->S[slot];
    return slot;
}
static inline void try_out(ctx *c, int64_t *S, struct trial *t) {
    t->S = S;
    t->log = take(c, 2 * SPAN);
    t->noted = t->whole = 0;
    if (FEW) memcpy(t->masks, MASKS(S), MASKED * sizeof *S);
    t->outer = c->trial;
    c->trial = t;
}
static inline void take_back(ctx *c) {
    struct trial *t = c->trial;
    if (USUAL(!t->whole)) put_back(t->S, t);
    else copy_to(t->S, t->log + SPAN);
    c->trial = t->outer;
    c->top = t->log;
}
static void give_up(ctx *c) {
    while (c->trial) take_back(c);
}
