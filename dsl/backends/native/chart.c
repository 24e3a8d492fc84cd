/* What all searches among guesses share: the machine that plays, charts of what its numbers mean, and its entries.

   A chart is one array: numbers by their names, and for each of its tables where it begins in the array; guessing.py
   says which there are, and in front of this text stands a name for each. This text is the same for all machines, so it
   is compiled once. */

enum { DONE, ERROR, FAULT, RAISED, NEEDED };

typedef struct {
    ctx *c;
    void *const *machine;                        /* its entries: see shown.c */
    const int64_t *m;                            /* the chart of the game: what is seen of it */
    const int64_t *d;                            /* that of one position: what is dealt again */
    int64_t *g;                                  /* that of the search */
    int64_t *arms;                               /* the tree */
    int32_t *found;                              /* where arms are, by their keys */
    const double *scale;                         /* of the bound of UCT; then what changes of signs are worth */
    int64_t *dice;                               /* of each player, for games played at random */
    int64_t *deals, *room;                       /* positions, each with a mark behind it; room for work */
    double *signs;                               /* of each deal, before a game is played from it */
    const int64_t *position, *judged;            /* what is searched, and how positions are judged: see onward.c */
    int64_t *rows;                               /* where something is told */
    uint64_t *keys;                              /* of the options that are looked at: room for `most` of them */
    int64_t *at, *which, most;
} mind;

static int64_t least(int64_t a, int64_t b) { return a <= b ? a : b; }

/* ---- the entries of a machine ---- */

static int64_t run(const mind *w, int64_t *S) { return ((int64_t (*)(ctx *, int64_t *))w->machine[0])(w->c, S); }
static int64_t ask(const mind *w, int64_t *S) { return ((int64_t (*)(ctx *, int64_t *))w->machine[1])(w->c, S); }
static int64_t choose(const mind *w, int64_t *S, const int64_t *option) {
    int64_t how = ((int64_t (*)(ctx *, int64_t *, const int64_t *))w->machine[2])(w->c, S, option);
    return how == DONE ? run(w, S) : how;
}
static int64_t sound(const mind *w, int64_t *S, int64_t n) {
    return ((int64_t (*)(int64_t *, int64_t))w->machine[7])(S, n);
}
static void copy_to(const mind *w, int64_t *copy, const int64_t *S) {
    ((void (*)(int64_t *, const int64_t *))w->machine[11])(copy, S);
}
static void begin_dice(const mind *w) { ((void (*)(int64_t *))w->machine[12])(w->dice); }
static int64_t play_on(const mind *w, int64_t *S, int64_t limit, double *total) {
    return ((int64_t (*)(ctx *, int64_t *, int64_t, int64_t *, const int64_t *, double *))w->machine[13])(
        w->c, S, limit, w->dice, w->judged, total);
}
static void signs_of(const mind *w, int64_t *S, double *signs) {
    ((void (*)(ctx *, int64_t *, const int64_t *, double *))w->machine[14])(w->c, S, w->judged, signs);
}

/* ---- numbers: those of runtime/chance.py, and play/bot.py ---- */

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}
static inline uint64_t absorb(uint64_t h, uint64_t x) { return mix((h ^ x) + UINT64_C(0x9E3779B97F4A7C15)); }
static inline uint64_t stream_of(uint64_t key, uint64_t stream) { return absorb(absorb(0, key), stream); }
static uint64_t number(uint64_t stream, uint64_t counter, uint64_t n) {
    uint64_t h = absorb(stream, counter);
    for (uint64_t attempt = 0;; attempt++) {
        uint64_t m = (absorb(h, attempt) >> 32) * n, low = m & 0xFFFFFFFFu;
        if (low >= n || low >= ((UINT64_C(1) << 32) - n) % n) return m >> 32;
    }
}

/* ---- zones and pieces ---- */

static inline int is_piece(const int64_t *m, int64_t entity) { return entity >= FIRST_PIECE && entity <= LAST_PIECE; }
static inline int64_t bit(const int64_t *m, int64_t viewer) { return INT64_C(1) << ((viewer ? viewer : PLAYERS + 1) - 1); }
static inline int knows(const int64_t *m, const int64_t *S, int64_t viewer, int64_t entity) {
    return !is_piece(m, entity) || (S[KNOWN + entity] & bit(m, viewer)) != 0;
}
static inline int is_linked(const int64_t *m, int64_t zone) { return ZONE_BASE[zone] >= CHAIN; }
static inline int64_t size_of(const int64_t *m, const int64_t *S, int64_t zone) { return zone ? S[ZONE_BASE[zone]] : 0; }

/* Members of a zone one after the other: `slot` is where the first lies. */
static inline int64_t first_slot(const int64_t *m, int64_t zone) { return ZONE_BASE[zone] + 1; }
static inline int64_t next_slot(const int64_t *m, const int64_t *S, int64_t zone, int64_t slot) {
    return is_linked(m, zone) ? NEXT + S[slot] : slot + 1;
}
