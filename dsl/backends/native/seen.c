/* What a player observes of a position, as a number: the same for two positions if and only if what he observes is
   (runtime/information/observed.py has it as a text). And an option as somebody sees it (play/sights.py).

   Everything is put into the number as the viewer reads it: pieces that he does not know by their backs and places. */

enum { PLAIN, ENTITY, WORDS, PIECES, ZONE };         /* how a value reads */
enum { BY_ALL, BY_OWNER, BY_NOBODY };                /* who sees a field */
enum { OF_FIELDS, OF_ZONE, OF_SPACE };               /* the parts of an observation */
enum { NAMED = 11, CELL, UNKNOWN, ON, LIES, PRINTED_WORDS, NO_ZONE, LABELLED, SECRET, BACK, CARD_SEEN, BACK_SEEN, STATE, NO_STATE, CARD, OPTION, UNSEEN, ENDED };

/* A number of a sort: what is small is spread first, for numbers are mixed with each other by their bits. */
static inline uint64_t tagged(uint64_t sort, uint64_t x) { return absorb(absorb(0, sort), x); }

static uint64_t called(const int64_t *m, const int64_t *S, int64_t viewer, int64_t entity);

static uint64_t lies_at(const int64_t *m, const int64_t *S, int64_t viewer, int64_t piece) {
    int64_t zone = S[PLACE + piece], host = ZONE_HOST[zone];
    return is_piece(m, host) ? tagged(ON, called(m, S, viewer, host)) : tagged(LIES, (uint64_t)ZONE_WORDS[zone]);
}

/* What he calls an entity. */
static uint64_t called(const int64_t *m, const int64_t *S, int64_t viewer, int64_t entity) {
    if (knows(m, S, viewer, entity)) {
        int has_title = entity >= 0 && entity <= LAST_PIECE;
        return has_title ? tagged(NAMED, (uint64_t)TITLES[entity]) : tagged(CELL, (uint64_t)entity);
    }
    return absorb(tagged(UNKNOWN, (uint64_t)ZONE_BACK[S[PLACE + entity]]), lies_at(m, S, viewer, entity));
}

static uint64_t reads(const int64_t *m, const int64_t *S, int64_t viewer, const int64_t *field, int64_t value) {
    uint64_t h = 0;
    int64_t host;
    switch (field[5]) {
    case ENTITY:
        h = called(m, S, viewer, value);
        return is_piece(m, value) && knows(m, S, viewer, value) ? absorb(h, lies_at(m, S, viewer, value)) : h;
    case WORDS:
        if (!knows(m, S, viewer, value)) return called(m, S, viewer, value);
        return tagged(PRINTED_WORDS, is_piece(m, value) ? (uint64_t)PRINTED[value - FIRST_PIECE] : 0);
    case PIECES:
        for (int64_t place = 0; place < field[7]; place++)
            if (value >> place & 1) h = absorb(h, called(m, S, viewer, field[6] + place));
        return h;
    case ZONE:
        if (value <= 0 || value >= ZONES) return NO_ZONE;
        host = ZONE_HOST[value];
        if (!knows(m, S, viewer, host)) return tagged(LIES, (uint64_t)ZONE_WORDS[value]);
        return tagged(LABELLED, (uint64_t)ZONE_LABEL[value]);
    default: return absorb(0, (uint64_t)value);
    }
}

static int is_secret(const int64_t *m, const int64_t *S, int64_t viewer, int64_t seen, int64_t entity) {
    if (seen == BY_ALL) return 0;
    if (seen == BY_NOBODY || !knows(m, S, viewer, entity)) return 1;
    int64_t owner = is_piece(m, entity) ? S[OWNER + entity] : SPACE_OWNER[entity];
    return owner == 0 || owner != viewer;
}

/* A field: its name, slot, what it holds usually and whether that is left out, who sees it, how it reads, two more. */
static uint64_t fields_of(const int64_t *m, const int64_t *S, int64_t viewer, int64_t entity) {
    uint64_t h = 0;
    const int64_t *field = FIELDS + 8 * FIELD_FIRST[entity], *end = FIELDS + 8 * FIELD_FIRST[entity + 1];
    for (; field < end; field += 8) {
        int64_t value = S[field[1]];
        if (is_secret(m, S, viewer, field[4], entity)) h = absorb(absorb(h, (uint64_t)field[0]), SECRET);
        else if (!field[3] || value != field[2])
            h = absorb(absorb(h, (uint64_t)field[0]), reads(m, S, viewer, field, value));
    }
    return h;
}

/* What was told to a player (0: to all) of a piece: the sorts that it is not. */
static uint64_t told_to(const int64_t *m, const int64_t *S, int64_t player, int64_t piece, int64_t word) {
    int64_t size = LAST_PIECE - FIRST_PIECE + 1;
    return (uint64_t)S[TOLD + (player * TOLD_WORDS + word) * size + piece];
}
static uint64_t heard_of(const int64_t *m, const int64_t *S, int64_t viewer, int64_t piece) {
    uint64_t h = 0, any = 0;
    if (!TOLD_WORDS) return 0;
    int known = knows(m, S, viewer, piece);
    if (known && (S[KNOWN + piece] & bit(m, 0))) return 0;
    for (int64_t word = 0; word < TOLD_WORDS; word++) {
        uint64_t mask = told_to(m, S, 0, piece, word);
        if (!known) mask |= told_to(m, S, viewer, piece, word);
        h = absorb(h, mask);
        any |= mask;
    }
    return any ? h : 0;
}

static uint64_t zone_of(const int64_t *m, const int64_t *S, int64_t viewer, int64_t zone, int *any);

/* What lies in the zones of a space or a piece: those in which something can be seen. */
static uint64_t inside(const int64_t *m, const int64_t *S, int64_t viewer, int64_t entity, uint64_t h) {
    for (int64_t i = INNER_FIRST[entity]; i < INNER_FIRST[entity + 1]; i++) {
        int any = 0;
        uint64_t lying = zone_of(m, S, viewer, INNER[i], &any);
        if (any) h = absorb(absorb(h, (uint64_t)ZONE_NAME[INNER[i]]), lying);
    }
    return h;
}

static uint64_t item_of(const int64_t *m, const int64_t *S, int64_t viewer, int64_t piece, int64_t zone, int64_t holder) {
    int known = knows(m, S, viewer, piece);
    uint64_t heard = heard_of(m, S, viewer, piece), h;
    if (!known && !ZONE_OPEN[zone]) return tagged(BACK, heard);
    h = known ? tagged(CARD_SEEN, (uint64_t)TITLES[piece]) : tagged(BACK_SEEN, 0);
    h = absorb(h, S[OWNER + piece] != holder ? (uint64_t)S[OWNER + piece] : 0);
    if (known) h = absorb(h, S[FACE + piece] == 0);
    h = absorb(absorb(h, fields_of(m, S, viewer, piece)), heard);
    return inside(m, S, viewer, piece, h);
}

/* A zone: how many lie there, and each of them; where they have no order, whatever theirs is. any: whether there is
   anything that he can see. */
static uint64_t zone_of(const int64_t *m, const int64_t *S, int64_t viewer, int64_t zone, int *any) {
    int64_t n = size_of(m, S, zone), host = ZONE_HOST[zone], slot = first_slot(m, zone);
    int64_t holder = is_piece(m, host) ? S[OWNER + host] : ZONE_OWNER[zone];
    int is_private = ZONE_PRIVATE[zone] && (!holder || holder != viewer);
    uint64_t h = 0;
    if (!n && !is_private) return 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t piece = S[slot];
        if (!is_private || knows(m, S, viewer, piece)) {
            uint64_t item = item_of(m, S, viewer, piece, zone, holder);
            h = ZONE_ORDERED[zone] ? absorb(h, item) : h + item;
            *any = 1;
        }
        if (i + 1 < n) slot = next_slot(m, S, zone, slot);
    }
    return absorb(absorb(h, (uint64_t)n & (is_private ? 0 : ~UINT64_C(0))), (uint64_t)is_private);
}

/* All that a player observes, without the question that waits. */
static uint64_t observed(const int64_t *m, const int64_t *S, int64_t viewer) {
    uint64_t h = 0;
    for (int64_t i = 0; i < PARTS_COUNT; i++) {
        int64_t kind = PARTS[2 * i], entity = PARTS[2 * i + 1];
        int any = 0;
        if (kind == OF_FIELDS) h = absorb(h, fields_of(m, S, viewer, entity));
        else if (kind == OF_ZONE) h = absorb(h, zone_of(m, S, viewer, entity, &any));
        else {
            uint64_t space = inside(m, S, viewer, entity, fields_of(m, S, viewer, entity));
            if (space) h = absorb(absorb(h, (uint64_t)entity), space);
        }
    }
    if (S[STATUS] == ASKING && DECIDED[4 * S[DECISION]] && S[ASKER] != viewer) h = absorb(h, UNSEEN);
    if (S[STATUS] == OVER)
        for (int64_t player = 0; player < PLAYERS; player++) h = absorb(h + ENDED, (uint64_t)S[RESULTS + player]);
    return h;
}

/* ---- options ---- */

/* Whether a number of an option is an entity: see numbers_of in runtime/moves.py. */
static int names_entity(const int64_t *m, int64_t decision, const int64_t *option, int64_t at) {
    const int64_t *about = DECIDED + 4 * decision;
    if (at >= option[0]) return 0;
    if (about[1] == BY_MEMBER) return at == 0 && about[2];
    if (about[1] == BY_SEVERAL) return at == 1 && about[2];
    if (about[1] != BY_WINDOW || !option[1] || !at) return 0;
    if (at == 1) return 1;
    int64_t first = ACTION_FIRST[option[1] - 1], last = ACTION_FIRST[option[1]];
    return first + at - 2 < last && PARAMS[first + at - 2];
}

static uint64_t card_of(const int64_t *m, const int64_t *S, int64_t viewer, int64_t piece) {
    int64_t zone = S[PLACE + piece], spot = -1, first, last;
    int known = knows(m, S, viewer, piece);
    uint64_t h = absorb(tagged(CARD, known ? (uint64_t)CARDS[piece - FIRST_PIECE] : 0), (uint64_t)zone);
    if (ZONE_ORDERED[zone])
        for (spot = 0; S[ZONE_BASE[zone] + 1 + spot] != piece && spot < size_of(m, S, zone);) spot++;
    h = absorb(h, (uint64_t)spot);
    if (known || ZONE_OPEN[zone]) {
        h = absorb(absorb(h, STATE), (uint64_t)known);
        first = COLUMN_FIRST[piece - FIRST_PIECE], last = first + COLUMN_COUNT[piece - FIRST_PIECE];
        for (const int64_t *column = COLUMNS + 4 * first; column < COLUMNS + 4 * last; column += 4) {
            if (column[3] > 0 && column[3] != viewer) continue;
            if (is_secret(m, S, viewer, column[2], piece)) continue;
            int64_t value = S[column[0] + piece];
            if (column[1] && !knows(m, S, viewer, value)) value = -1 - S[PLACE + value];
            h = absorb(h, (uint64_t)value);
        }
    } else h = absorb(h, NO_STATE);
    if (known) return h;
    for (int64_t word = 0; word < TOLD_WORDS; word++)
        h = absorb(h, told_to(m, S, 0, piece, word) | told_to(m, S, viewer, piece, word));
    return h;
}

/* An option of the decision asked as somebody sees it. option: how many numbers, then the numbers. */
static uint64_t sight_of(const int64_t *m, const int64_t *S, const int64_t *option, int64_t viewer) {
    int64_t decision = S[DECISION];
    uint64_t h = absorb(tagged(OPTION, (uint64_t)option[0]), (uint64_t)decision);
    for (int64_t at = 0; at < option[0]; at++) {
        int64_t value = option[1 + at];
        int card = is_piece(m, value) && names_entity(m, decision, option, at);
        h = absorb(h, card ? card_of(m, S, viewer, value) : (uint64_t)value);
    }
    return h;
}

/* Which options are worth trying (play/few.py): their numbers in w->at; how many. */
static int64_t worth_trying(mind *w, const int64_t *S) {
    const int64_t *m = w->m, *out = w->c->out;
    int64_t n = w->c->count, kept = 0, middle = n / 2;
    if (n <= LISTED || !DECIDED[4 * S[DECISION] + 3]) {
        for (int64_t i = 0; i < n; i++) w->at[i] = i;
        return n;
    }
#define FURTHER(a) (2 * (a) > (a) + LISTED / 2 ? 2 * (a) : (a) + LISTED / 2)
    int64_t wanted = FURTHER(out[1]);
    w->at[kept++] = 0;
    for (int64_t i = 1; i < n - 1; i++) {
        int64_t value = out[i * WIDTH + 1];
        if (value >= wanted || value == out[middle * WIDTH + 1]) w->at[kept++] = i;
        if (value >= wanted) wanted = FURTHER(value);
    }
    w->at[kept++] = n - 1;
    return kept;
}
