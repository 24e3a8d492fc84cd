/* Flows that wait, and go on: see `waiting` in module.py. */

static inline const int64_t *waiting_in(ctx *c, const int64_t *S, int64_t base) {
    int64_t at = waiting_at[first_blocks[S[base]] + S[base + 1]];
    if (!USUAL(at >= 0)) fault(c, NO_FRAME, base);
    return waiting + at;
}

/* The frame below goes on when a flow returns: its register is set, and its next block is known. */
static void taken_up(ctx *c, int64_t *S, int64_t base, int64_t value) {
    const int64_t *row = waiting_in(c, S, base);
    if (row[2] >= 0) S[base + row[2]] = value;
    S[base + 1] = row[0];
}

/* The numbers of an option put where they are waited for; none may be greater than any that is offered. */
static void take_answer(ctx *c, int64_t *S, const int64_t *option, int64_t given) {
    int64_t base = S[FP];
    const int64_t *row = waiting_in(c, S, base), *each = row + 2;
    for (int64_t i = 0; i < row[1]; i++, each += 3) {
        int64_t value = i < given ? option[i] : 0;
        if (i < given && (value < each[1] || value > each[2])) fault(c, NO_ANSWER, i);
        S[base + each[0]] = value;
    }
    S[base + 1] = row[0];
}
