/* What a player does not know of a position, dealt again by a key: runtime/information/determinize.py says what that is,
   and this gives the same deal. */

/* Whether it could be dealt here. */
static int dealt_again(dealing *t) {
    const int64_t *m = t->m, *d = t->d;
    int64_t n = MOVABLES, wander = GROUP_COUNT > 1 || ANY_SHARED;
    for (int64_t i = 0; i < GROUP_COUNT; i++) {
        const int64_t *group = GROUPS + GROUP_FIRST[i], *rest = group;
        int64_t size = GROUP_FIRST[i + 1] - GROUP_FIRST[i];
        in_order(t, group, size);
        if (IS_TOLD) {
            size = as_told(t, i, group, size, t->places);
            if (size < 0) return 0;
            rest = t->places;
        }
        for (int64_t last = size - 1; last > 0; last--) swap(t, rest[last], rest[one_below(t, last + 1)]);
    }
    for (int64_t i = 0; wander && i < 2 * n; i++) {
        int64_t both = one_below(t, n * n);
        if (!IS_TOLD || may_swap(t, both / n, both % n)) swap(t, both / n, both % n);
    }
    for (int64_t i = 0; i < LYING_COUNT; i++) t->S[NEXT + LYING[i]] = 0; /* whoever has left leads nowhere */
    for (int64_t local = 0; local < LOCALS; local++) tidied(t, ZONE_OF[local]);
    for (int64_t i = 0; i < n; i++) t->order[t->at[i]] = MOVABLE[i];
    for (int64_t i = 0; i < POINTERS_COUNT; i++) {
        int64_t *slot = t->S + POINTERS[i], which = is_piece(m, *slot) ? number_of(t, *slot) : -1;
        if (which >= 0 && POINTED[which]) *slot = t->order[which];
    }
    return 1;
}

/* A deal by a key, into a position that is all 0 (or was dealt before); whether it could be dealt here. memory: 12 *
   MOVABLES + LYING_COUNT numbers, where something was told MOVABLES * TOLD_WORDS more and what is remembered of it. */
static int deal_pieces(const int64_t *m, const int64_t *d, uint64_t key, const int64_t *bare, int64_t *S, int64_t *memory) {
    int64_t n = MOVABLES, *behind = memory + 7 * n + LYING_COUNT, *told = behind + n;
    dealing t = {m, d, S, memory, memory + n, memory + 2 * n, memory + 3 * n, memory + 7 * n,
                 memory + 4 * n, memory + 5 * n, memory + 6 * n, stream_of(key, (UINT64_C(1) << 32)), 0,
                 told, (remembered *)(told + 4 * n + n * TOLD_WORDS)};
    memcpy(S, bare, (size_t)BARE_COUNT * sizeof *S);
    memcpy(t.zone, SLOT_ZONES, (size_t)n * sizeof *S);
    memcpy(t.slot, SLOTS, (size_t)n * sizeof *S);
    memcpy(t.idle, IDLE, (size_t)n * sizeof *S);
    memcpy(t.lying, LYING, (size_t)LYING_COUNT * sizeof *S);
    for (int64_t i = 0; i < n; i++) t.at[i] = i;
    return dealt_again(&t);
}

/* The whole guess of a key: 1; 0 if it cannot be, -1 if it is not dealt here. */
static int64_t deal(mind *w, uint64_t key, int64_t *S, int64_t *memory) {
    const int64_t *m = w->m, *d = w->d;
    int64_t *bare = memory, *kept = bare + BARE_COUNT, *work = kept + 3 * KEPT_SIZE + KEPT_COUNT, found = 1;
    asking t = {w, w->room + SPAN, kept, kept + 2 * KEPT_SIZE, stream_of(key, (UINT64_C(1) << 32) + 2), 0};
    uint64_t chance = stream_of(key, (UINT64_C(1) << 32) + 1), dealt_by = key;
    memcpy(bare, BARE, (size_t)BARE_COUNT * sizeof *S);
    for (int64_t i = 0; i < SECRETS_COUNT; i++) {
        const int64_t *secret = SECRETS + 4 * i;
        int64_t pick = (int64_t)number(t.stream, ++t.given, (uint64_t)secret[1]);
        bare[secret[0]] = secret[3] ? LISTED_NUMBERS[secret[3] + pick] : secret[2] + pick;
    }
    for (int64_t tries = 0; tries < (IS_SEALED ? DEALT : 1); tries++, dealt_by = mix(dealt_by)) {
        if (!deal_pieces(m, d, dealt_by, bare, S, work)) return -1;
        if (!sound(w, S, BARE_COUNT)) return 0;
        if (!IS_SEALED) break;
        if ((found = answered_again(&t, S))) break;
    }
    if (!found) {                                    /* as it is, if nothing else will do */
        memcpy(S, bare, (size_t)BARE_COUNT * sizeof *S);
        found = sound(w, S, BARE_COUNT) ? answered_again(&t, S) : 0;
        if (!found) memcpy(S, bare, (size_t)BARE_COUNT * sizeof *S);
        found = found < 0 ? found : 1;
    }
    S[KEY_LO] = (int64_t)number(chance, 0, UINT64_C(1) << 32);
    S[KEY_HI] = (int64_t)number(chance, 1, UINT64_C(1) << 32);
    return found > 0;
}
