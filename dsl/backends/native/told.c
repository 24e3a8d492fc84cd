/* Pieces dealt so that all that a player was told of their places stays true: runtime/information/dealing_told.py says how,
   and this draws the same. Ways to fill the places are counted in words of 64 bits and remembered; where there are more than
   that, or more cases than there is room for, Python deals. */

/* CASES are remembered, and there are ALIKE groups of pieces at most that are alike. */

/* So many pieces each that cannot lie in the same of the places that are left (the first as the lowest bit). */
typedef struct {
    uint64_t barred[ALIKE];
    int64_t count[ALIKE], n;
} left_over;

typedef struct {
    int64_t places;                                  /* how many places are left, and of which group */
    left_over left;
    uint64_t ways;
} way;

/* What is remembered for all deals of a position; zeros at first. */
typedef struct remembered {
    int64_t cases, failed, group;
    way known[CASES];
} remembered;

enum { MOST_WAYS = 60 };                             /* bits of a number of ways */

static uint64_t counted(remembered *t, const uint64_t *open, int64_t places, const left_over *left);

/* What is left when a piece of group `taken` lies in the first of the places; groups that have become alike are one. */
static void after(const left_over *left, int64_t taken, left_over *found) {
    found->n = 0;
    for (int64_t i = 0; i < left->n; i++) {
        int64_t count = left->count[i] - (i == taken), at = 0;
        uint64_t barred = left->barred[i] >> 1;
        if (!count) continue;
        while (at < found->n && found->barred[at] < barred) at++;
        if (at < found->n && found->barred[at] == barred) {
            found->count[at] += count;
            continue;
        }
        for (int64_t k = found->n++; k > at; k--) found->barred[k] = found->barred[k - 1], found->count[k] = found->count[k - 1];
        found->barred[at] = barred, found->count[at] = count;
    }
}

static uint64_t ways_with(remembered *t, const uint64_t *open, int64_t places, const left_over *left, int64_t taken) {
    left_over rest;
    after(left, taken, &rest);
    return counted(t, open + 1, places - 1, &rest);
}

/* How many ways there are to fill the places. open: whether anything was told of a place or of one behind it. */
static uint64_t counted(remembered *t, const uint64_t *open, int64_t places, const left_over *left) {
    uint64_t total = 0;
    int64_t key = t->group * 64 + places;
    if (!places || !*open || t->failed) return 1;
    for (int64_t i = 0; i < t->cases; i++) {
        const way *known = t->known + i;
        if (known->places == key && known->left.n == left->n &&
            !memcmp(known->left.barred, left->barred, (size_t)left->n * sizeof *left->barred) &&
            !memcmp(known->left.count, left->count, (size_t)left->n * sizeof *left->count))
            return known->ways;
    }
    for (int64_t i = 0; i < left->n; i++) {
        if (left->barred[i] & 1) continue;
        uint64_t ways = ways_with(t, open, places, left, i), count = (uint64_t)left->count[i];
        if (ways && count > (UINT64_MAX >> (64 - MOST_WAYS)) / ways) t->failed = 1;
        total += count * ways;
        if (total >> MOST_WAYS) t->failed = 1;
    }
    if (t->cases >= CASES) t->failed = 1;
    if (t->failed) return 1;
    way *known = t->known + t->cases++;
    known->places = key, known->left = *left, known->ways = total;
    return total;
}

/* ---- one group of pieces: t->told has room for 6 numbers for each and the masks of their places ---- */

/* Whether the sort of a piece is among those of a mask. */
static int is_barred(const dealing *t, const int64_t *mask, int64_t which) {
    const int64_t *d = t->d;
    int64_t sort = SORT[which] - 1;
    return sort >= 0 && (mask[sort / 32] >> sort % 32 & 1);
}

/* What cannot lie where a piece does, as the player was told; whether that is anything. */
static int mask_of(const dealing *t, int64_t which, int64_t *mask) {
    const int64_t *m = t->m, *d = t->d;
    int64_t any = 0;
    for (int64_t word = 0; word < TOLD_WORDS; word++) {
        uint64_t found = told_to(m, t->S, 0, MOVABLE[which], word);
        if (VIEWER) found |= told_to(m, t->S, VIEWER, MOVABLE[which], word);
        any |= mask[word] = (int64_t)found;
    }
    return any != 0;
}

static int may_swap(const dealing *t, int64_t a, int64_t b) {
    const int64_t *m = t->m;
    int64_t mine[TELLING], yours[TELLING];
    if (!TOLD_WORDS) return 1;
    mask_of(t, a, mine), mask_of(t, b, yours);
    return !is_barred(t, mine, b) && !is_barred(t, yours, a);
}

/* The place whose mask is looked at comes before another. */
static int lies_before(const dealing *t, int64_t a, int64_t b, const int64_t *mine, const int64_t *yours) {
    const int64_t *m = t->m;
    if (t->zone[a] != t->zone[b]) return t->zone[a] < t->zone[b];
    if (t->slot[a] != t->slot[b]) return t->slot[a] < t->slot[b];
    for (int64_t word = TOLD_WORDS - 1; word >= 0; word--)
        if (mine[word] != yours[word]) return mine[word] < yours[word];
    return 0;
}

/* A number below another, as Python draws it where it may be any size. */
static uint64_t below(dealing *t, uint64_t total) {
    int64_t bits = 0;
    while (bits < 64 && total >> bits) bits++;
    if (bits <= 30) return (uint64_t)one_below(t, (int64_t)total);
    for (;;) {
        uint64_t high = (uint64_t)one_below(t, 1 << 30), found = (high << 30 | (uint64_t)one_below(t, 1 << 30)) >> (60 - bits);
        if (found < total) return found;
    }
}

/* For each of n places one of the pieces of a group, `size` of them; 0 if that is not counted here. */
static int draw_told(dealing *t, const int64_t *group, int64_t size, const int64_t *masks, int64_t n, int64_t *drawn) {
    const int64_t *m = t->m;
    int64_t *gone = t->spare, words = TOLD_WORDS, nothing = 0;
    uint64_t open[64] = {0};
again:
    memset(gone, 0, (size_t)size * sizeof *gone);
    for (int64_t at = n - 1; at >= 0 && !nothing; at--) {
        open[at] = open[at + 1];
        for (int64_t word = 0; word < words; word++) open[at] |= (uint64_t)masks[at * words + word];
    }
    for (int64_t at = 0; at < n; at++) {
        left_over left = {{0}, {0}, 0};
        uint64_t barred[2], ways[ALIKE], total = 0, picked;
        int64_t chosen = 0;
        for (int pass = 0; pass < 2; pass++) {      /* groups first, then the piece that was drawn of one */
            int64_t nth = pass ? one_below(t, left.count[chosen]) : 0;
            for (int64_t i = 0; i < size; i++) {
                if (gone[i]) continue;
                barred[0] = 0;
                for (int64_t p = at; p < n && !nothing; p++)
                    barred[0] |= (uint64_t)is_barred(t, masks + p * words, group[i]) << (p - at);
                int64_t spot = 0;
                while (spot < left.n && left.barred[spot] < barred[0]) spot++;
                if (pass) {
                    if (spot != chosen || nth--) continue;
                    drawn[at] = group[i], gone[i] = 1;
                    break;
                }
                if (spot < left.n && left.barred[spot] == barred[0]) {
                    left.count[spot]++;
                    continue;
                }
                if (left.n == ALIKE) return 0;
                for (int64_t k = left.n++; k > spot; k--) left.barred[k] = left.barred[k - 1], left.count[k] = left.count[k - 1];
                left.barred[spot] = barred[0], left.count[spot] = 1;
            }
            if (pass) break;
            for (int64_t i = 0; i < left.n; i++) {
                ways[i] = left.barred[i] & 1 ? 0 : (uint64_t)left.count[i] * ways_with(t->known, open + at, n - at, &left, i);
                total += ways[i];
            }
            if (t->known->failed || total >> MOST_WAYS) return 0;
            if (!total) {                            /* nothing can lie so: as if nothing had been told */
                nothing = 1;
                memset(open, 0, sizeof open);
                goto again;
            }
            picked = below(t, total);
            while (picked >= ways[chosen]) picked -= ways[chosen++];
        }
    }
    return 1;
}

/* Let such pieces of a group lie in the places of which the player was told something as may lie there. Those that may lie
   in any order are put into `rest`; how many, or -1 if it is not counted here. */
static int64_t as_told(dealing *t, int64_t number, const int64_t *group, int64_t size, int64_t *rest) {
    const int64_t *m = t->m;
    int64_t words = TOLD_WORDS, n = 0, kept = 0;
    int64_t *bound = t->told, *place = bound + size, *drawn = place + size, *first = drawn + size, *here = t->order;
    int64_t *masks = first + size, mask[TELLING];
    for (int64_t i = 0; i < size; i++) {
        if (!mask_of(t, group[i], mask)) continue;
        int64_t at = n++;
        for (; at > 0 && lies_before(t, group[i], bound[at - 1], mask, masks + (at - 1) * words); at--) {
            bound[at] = bound[at - 1];
            memcpy(masks + at * words, masks + (at - 1) * words, (size_t)words * sizeof *masks);
        }
        bound[at] = group[i];
        memcpy(masks + at * words, mask, (size_t)words * sizeof *masks);
    }
    if (!n) {
        memcpy(rest, group, (size_t)size * sizeof *rest);
        return size;
    }
    if (n >= 60) return -1;
    for (int64_t i = 0; i < n; i++) place[i] = t->at[bound[i]];
    for (int64_t i = 0; i < size; i++) here[first[i] = t->at[group[i]]] = group[i];
    t->known->group = number + 1;
    if (!draw_told(t, group, size, masks, n, drawn)) return -1;
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = -1; k < size; k++) {
            int64_t each = k < 0 ? drawn[i] : here[first[k]], there = here[place[i]], before = t->at[each], done = 0;
            if (k >= 0 && is_barred(t, masks + i * words, each)) continue;
            for (int64_t j = 0; j < i; j++) done |= here[place[j]] == each;
            if (done || (there != each && !swap(t, there, each))) continue;
            here[before] = there, here[place[i]] = each;
            break;
        }
    for (int64_t i = 0; i < size; i++) {
        int taken = 0;
        for (int64_t j = 0; j < n; j++) taken |= here[place[j]] == group[i];
        if (!taken) rest[kept++] = group[i];
    }
    return kept;
}
