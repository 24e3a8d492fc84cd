/* Who decides where games are played without frames (see direct.py): dice for each player. Of player p the numbers
   dice[2 * p - 2] are what the stream of his seed begins with, and dice[2 * p - 1] how many numbers it gave. */

/* Options are about to be listed; where the game has had all its decisions, it is left as it is. progress[0]: decisions
   that were made and gone on from. */
static inline void asks(ctx *c, int64_t *S) {
    if (!USUAL(++c->progress[0] < c->most)) {
        S[STATUS] = ASKING;
        longjmp(*c->over, 1);
    }
    c->left = c->budget;
    c->silent = 1;
    c->count = 0;
}

/* One of those that are listed. */
static inline const int64_t *picked(ctx *c, int64_t asker, int64_t site) {
    c->silent = 0;
    c->left = c->budget;
    if (!USUAL(c->count > 0)) fail(c, STUCK, site);
    if (!USUAL(asker >= 1 && asker <= PLAYERS)) fault(c, NO_ANSWER, asker);
    int64_t *his = c->dice + 2 * (asker - 1);
    c->progress[1] += c->count;
    return c->out + drawn_of((uint64_t)his[0], (uint64_t)++his[1], (uint64_t)c->count) * WIDTH;
}
