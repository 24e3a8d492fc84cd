/* Who decides where games are played without frames (see direct.py): dice for each player. Of player p the numbers
   dice[2 * p - 2] are what the stream of his seed begins with, and dice[2 * p - 1] how many numbers it gave. */

struct runs;
OWN void arrived(struct counting *of, int64_t asker);
OWN void noted(ctx *c, const struct runs *q, int64_t asker, int64_t decision, const int64_t *taken);

/* The next number of somebody's dice. */
static inline struct drawing drawing_of(ctx *c, int64_t asker) {
    if (!USUAL(asker >= 1 && asker <= PLAYERS)) fault(c, NO_ANSWER, asker);
    int64_t *dice = c->dice + 2 * (asker - 1);
    struct ahead *his = c->ahead + STREAMS + (asker - 1);
    if (his->of != (uint64_t)dice[0]) his->of = (uint64_t)dice[0], his->count = 0;
    return drawing_from(his, ++dice[1]);
}

OWN int further(ctx *c, int64_t *S);

/* Options are about to be listed; where the game has had all its decisions, it is left as it is, unless it is only judged
   there. progress[0]: decisions that were made and gone on from. */
static inline struct drawing asks(ctx *c, int64_t *S, int64_t asker) {
    if (!USUAL(++c->progress[0] < c->most) && !(c->horizon && further(c, S))) {
        S[STATUS] = ASKING;
        longjmp(*c->over, 1);
    }
    c->left = c->budget;
    c->silent = 1;
    c->count = 0;
    if (!USUAL(!c->counting)) arrived(c->counting, asker);
    return drawing_of(c, asker);
}

/* The number of one of the options. */
static inline int64_t pick(ctx *c, struct drawing ready, int64_t site) {
    c->silent = 0;
    c->left = c->budget;
    if (!USUAL(c->count > 0)) fail(c, STUCK, site);
    c->progress[1] += c->count;
    return below(ready, (uint64_t)c->count);
}

/* One of those that are listed. */
static inline const int64_t *picked(ctx *c, struct drawing ready, int64_t asker, int64_t decision, int64_t site) {
    const int64_t *taken = c->out + pick(c, ready, site) * WIDTH;
    if (!USUAL(!c->counting)) noted(c, 0, asker, decision, taken);
    return taken;
}

/* Options that are not listed: one for each bit of a set, numbered from first. option[at]: where its number goes. */
struct run {
    int64_t before, count, first, words, at, option[WIDTH];
    int64_t ahead_of[WORDS]; /* each word: how many stand in those before it */
    uint64_t bits[WORDS];
};
struct runs {
    int64_t runs, listed;
    struct run run[RUNS], *order[RUNS];
};

/* Note the options of a run, and whether there are any. */
static inline int run_of(ctx *c, struct runs *q, struct run *run, int64_t first, int64_t words, const uint64_t *bits, int64_t n,
                         int64_t at) {
    int64_t count = 0;
    for (int64_t i = 0; i < words; i++) {
        run->ahead_of[i] = count;
        count += how_many(run->bits[i] = bits[i]);
    }
    if (!count) return 0;
    for (int64_t i = words; i < WORDS; i++) run->ahead_of[i] = count;
    run->before = c->count;
    run->count = count;
    run->first = first;
    run->words = words;
    run->at = at + 1;
    run->option[0] = n;
    q->order[q->runs++] = run;
    c->count += count;
    return 1;
}

/* Room for an option that is listed beside the runs. */
static inline int64_t *offer_beside(ctx *c, struct runs *q, int64_t n) {
    if (!USUAL(q->listed < c->room) && c->grow() < 0) leave(c, RAISED, 0, 0);
    int64_t *option = c->out + q->listed++ * WIDTH;
    c->count++;
    *option = n;
    return option + 1;
}

/* The option with a number: one of a run, or of what is listed between them. */
static inline const int64_t *numbered(ctx *c, struct runs *q, int64_t number) {
    int64_t unlisted = 0;
    for (int64_t i = 0; i < q->runs; i++) {
        struct run *run = q->order[i];
        if (number < run->before) break;
        int64_t n = number - run->before, word = 0;
        if (n >= run->count) {
            unlisted += run->count;
            continue;
        }
        for (int64_t at = 1; at < WORDS; at++) word += n >= run->ahead_of[at];
        run->option[run->at] = run->first + 64 * word + nth_bit(run->bits[word], n - run->ahead_of[word]);
        return run->option;
    }
    return c->out + (number - unlisted) * WIDTH;
}

/* One of the options of runs, and of what is listed between them. */
static inline const int64_t *picked_among(ctx *c, struct runs *q, struct drawing ready, int64_t asker, int64_t decision,
                                          int64_t site) {
    const int64_t *taken = numbered(c, q, pick(c, ready, site));
    if (!USUAL(!c->counting)) noted(c, q, asker, decision, taken);
    return taken;
}
