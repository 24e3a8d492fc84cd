/* How pieces change places in a deal: runtime/information/dealing.py, number by number. What it looks at of a position is
   worked out there, in the chart d.

   Pieces that may change places have numbers of their own here, from 0: `piece` is always the number in the position. */

typedef struct {
    const int64_t *m, *d;
    int64_t *S;
    int64_t *zone, *slot, *idle, *at;            /* where each lies: a zone and a slot of it; which place was whose */
    int64_t *lying;                              /* the members of linked zones */
    int64_t *order, *places, *spare;             /* room to sort */
    uint64_t stream, drawn;
    int64_t *told;                               /* room for told.c, and what it remembers */
    struct remembered *known;
} dealing;

static int64_t one_below(dealing *t, int64_t n) { return (int64_t)number(t->stream, ++t->drawn, (uint64_t)n); }

static int64_t number_of(const dealing *t, int64_t piece) {
    const int64_t *m = t->m, *d = t->d;
    return WHICH[piece - FIRST_PIECE];
}

static int64_t holder_of(const dealing *t, int64_t piece) {
    const int64_t *m = t->m;
    int64_t owner = t->S[OWNER + piece];
    return owner ? owner : ZONE_OWNER[t->S[PLACE + piece]];
}

/* Whether the first has a place of its share where the other lies, when that one is gone. */
static int has_place(const dealing *t, int64_t one, int64_t other) {
    const int64_t *m = t->m, *d = t->d;
    int64_t zone = t->S[PLACE + other], local = LOCAL[zone], held = 0;
    if (!SHARED[local]) return 1;
    const int64_t *shares = SHARES + 2 * local * (LAST_PIECE - FIRST_PIECE + 1);
    int64_t share = shares[2 * (one - FIRST_PIECE)], room = shares[2 * (one - FIRST_PIECE) + 1];
    if (!share || shares[2 * (other - FIRST_PIECE)] == share) return 1;
    int64_t n = size_of(m, t->S, zone), slot = zone ? first_slot(m, zone) : 0, first = LYING_FIRST[local];
    for (int64_t i = 0; i < n; i++) {
        int64_t piece = first >= 0 ? t->lying[first + i] : t->S[slot + i];
        held += piece != one && shares[2 * (piece - FIRST_PIECE)] == share;
    }
    return held < room;
}

/* Whether what the first has and the other cannot have is as it was at the beginning. */
static int is_plain(const dealing *t, int64_t one, int64_t kinds) {
    const int64_t *m = t->m, *d = t->d;
    for (int64_t i = ALONE_FIRST[kinds]; i < ALONE_FIRST[kinds + 1]; i++)
        if (t->S[ALONE[i] + one] != BEGINNING[ALONE[i] + one]) return 0;
    return 1;
}

static int fits(const dealing *t, int64_t a, int64_t b) {
    const int64_t *m = t->m, *d = t->d, *S = t->S;
    int64_t one = MOVABLE[a], other = MOVABLE[b];
    int64_t here = LOCAL[S[PLACE + one]], there = LOCAL[S[PLACE + other]];
    if (!ADMITS[HOME[b] * LOCALS + here] || !ADMITS[HOME[a] * LOCALS + there]) return 0;
    if (S[OWNER + one] != S[OWNER + other] && holder_of(t, one) != holder_of(t, other)) return 0;
    if (ANY_SHARED && !(has_place(t, one, other) && has_place(t, other, one))) return 0;
    if (KIND[a] == KIND[b]) return 1;
    if (POINTED[t->at[a]] || POINTED[t->at[b]]) return 0;
    return is_plain(t, one, KIND[a] * KINDS + KIND[b]) && is_plain(t, other, KIND[b] * KINDS + KIND[a]);
}

static void lay(dealing *t, int64_t zone, int64_t slot, int64_t piece) {
    const int64_t *d = t->d;
    if (LYING_FIRST[LOCAL[zone]] >= 0) t->lying[LYING_FIRST[LOCAL[zone]] + slot] = piece;
    else if (zone) t->S[slot] = piece;
}

static void trade(int64_t *a, int64_t *b) {
    int64_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Let two pieces change places if both may lie where the other does. */
static int swap(dealing *t, int64_t a, int64_t b) {
    const int64_t *m = t->m, *d = t->d;
    int64_t one = MOVABLE[a], other = MOVABLE[b], kinds = KIND[a] * KINDS + KIND[b];
    if (t->idle[a] && t->idle[b]) return a != b;
    if (a == b || !fits(t, a, b)) return 0;
    t->idle[a] = t->idle[b] = 0;
    trade(t->S + PLACE + one, t->S + PLACE + other);
    for (int64_t i = BOTH_FIRST[kinds]; i < BOTH_FIRST[kinds + 1]; i++) trade(t->S + BOTH[i] + one, t->S + BOTH[i] + other);
    trade(t->zone + a, t->zone + b);
    trade(t->slot + a, t->slot + b);
    trade(t->at + a, t->at + b);
    lay(t, t->zone[b], t->slot[b], other);
    lay(t, t->zone[a], t->slot[a], one);
    return 1;
}

static int before(const dealing *t, int64_t a, int64_t b) {
    const int64_t *d = t->d;
    if (t->zone[a] != t->zone[b]) return t->zone[a] < t->zone[b];
    if (t->slot[a] != t->slot[b]) return t->slot[a] < t->slot[b];
    return RANK[a] < RANK[b];
}

/* Put the pieces of a group into their places in the order of their numbers, in which they stand. */
static void in_order(dealing *t, const int64_t *group, int64_t n) {
    int64_t *from = t->places, *to = t->spare, *where = t->order;
    memcpy(from, group, (size_t)n * sizeof *from);
    for (int64_t span = 1; span < n; span *= 2) {
        for (int64_t begin = 0; begin < n; begin += 2 * span) {
            int64_t left = begin, middle = least(begin + span, n), right = middle, end = least(begin + 2 * span, n);
            for (int64_t i = begin; i < end; i++)
                to[i] = left < middle && (right >= end || !before(t, from[right], from[left])) ? from[left++] : from[right++];
        }
        int64_t *other = from;
        from = to, to = other;
    }
    for (int64_t i = 0; i < n; i++) where[from[i]] = i;
    for (int64_t i = 0; i < n; i++) {
        int64_t piece = group[i], other = from[i];
        if (other == piece || !swap(t, piece, other)) continue;
        from[where[piece]] = other, from[i] = piece;
        where[other] = where[piece], where[piece] = i;
    }
}

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The members of a zone that is no longer as it was, written down in the order that it keeps. */
static void tidied(dealing *t, int64_t zone) {
    const int64_t *m = t->m, *d = t->d;
    int64_t n = size_of(m, t->S, zone), local = LOCAL[zone];
    if (LYING_FIRST[local] < 0) {
        if (zone && !ZONE_ORDERED[zone]) qsort(t->S + first_slot(m, zone), (size_t)n, sizeof *t->S, compare);
        return;
    }
    int64_t *lying = t->lying + LYING_FIRST[local], slot = first_slot(m, zone);
    qsort(lying, (size_t)n, sizeof *lying, compare);
    for (int64_t i = 0; i < n; i++) {
        t->S[slot] = lying[i];
        slot = NEXT + lying[i];
    }
    t->S[slot] = 0;
}
