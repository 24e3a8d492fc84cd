/* Answers given unseen and not yet opened, drawn again by asking: runtime/information/sealed_answers.py says how, and this
   asks the same. What is kept of answers are lists, in `kept` one behind the other as they will lie in the frame. */

enum { VALUES, SIZE, ENDS, MOST_ENDS, AT, HAS_ENDS, KEPT_ROW };  /* of a name: slots (-1: in no frame), where in `kept` */

typedef struct {
    mind *w;
    int64_t *there, *kept, *answer;                  /* a copy of the position; answers so far; one answer */
    uint64_t stream, given;
} asking;

static int64_t asked_in(const mind *w, const int64_t *S) {
    const int64_t *d = w->d;
    return S[STATUS] == ASKING && S[DECISION] != GATE ? S[ASKER] : 0;
}

static void write_kept(const mind *w, int64_t *S, const int64_t *kept) {
    const int64_t *d = w->d;
    for (const int64_t *row = KEPT; row < KEPT + KEPT_ROW * KEPT_COUNT; row += KEPT_ROW) {
        const int64_t *values = kept + row[AT], *ends = values + 1 + row[SIZE];
        if (row[VALUES] >= 0) memcpy(S + row[VALUES], values, (size_t)(1 + row[SIZE]) * sizeof *S);
        if (row[ENDS] >= 0) memcpy(S + row[ENDS], ends, (size_t)(1 + row[MOST_ENDS]) * sizeof *S);
    }
}

/* Put one more answer to those that are kept: for each name how many values, and the values. NULL: nothing. */
static void keep(const mind *w, int64_t *kept, const int64_t *answer) {
    const int64_t *d = w->d;
    for (const int64_t *row = KEPT; row < KEPT + KEPT_ROW * KEPT_COUNT; row += KEPT_ROW) {
        int64_t *values = kept + row[AT], *ends = values + 1 + row[SIZE], n = answer ? *answer++ : !row[HAS_ENDS];
        for (int64_t i = 0; i < n && values[0] < row[SIZE]; i++) values[++values[0]] = answer ? answer[i] : 0;
        if (row[HAS_ENDS] && ends[0] < row[MOST_ENDS]) ends[++ends[0]] = values[0];
        if (answer) answer += n;
    }
}

static void to_gate(const mind *w, int64_t *S, int64_t member) {
    const int64_t *d = w->d;
    S[S[FP] + 1] = GATE_BLOCK;
    S[STATUS] = ASKING, S[ASKER] = 0, S[DECISION] = GATE;
    for (int64_t i = 0; i < DROPPED_COUNT; i++) memset(S + DROPPED[2 * i], 0, (size_t)DROPPED[2 * i + 1] * sizeof *S);
    S[INDEX_SLOT] = member;
}

/* Into t->there a copy of the position in which one member is asked, with these answers given before. */
static int64_t ask_member(asking *t, const int64_t *S, int64_t member, const int64_t *kept) {
    const int64_t *d = t->w->d, none[1] = {0};
    copy_to(t->w, t->there, S);
    to_gate(t->w, t->there, member);
    write_kept(t->w, t->there, kept);
    t->there[LAST_SLOT] = -2;
    return choose(t->w, t->there, none);
}

/* What a member may have chosen, into t->answer. */
static int64_t chosen_by(asking *t, const int64_t *S, int64_t member, const int64_t *empty) {
    mind *w = t->w;
    const int64_t *m = w->m, *d = w->d;
    int64_t how = ask_member(t, S, member, empty), *into = t->answer;
    for (int64_t i = 0; how == DONE && i < 10000 && asked_in(w, t->there); i++) {
        how = ask(w, t->there);
        if (how != DONE) break;
        int64_t picked = (int64_t)number(t->stream, ++t->given, (uint64_t)w->c->count);
        how = choose(w, t->there, w->c->out + picked * WIDTH);
    }
    for (const int64_t *row = KEPT; row < KEPT + KEPT_ROW * KEPT_COUNT; row += KEPT_ROW) {
        const int64_t *values = row[VALUES] >= 0 ? t->there + row[VALUES] : empty + row[AT];
        const int64_t *ends = row[ENDS] >= 0 ? t->there + row[ENDS] : 0;
        int64_t n = !row[HAS_ENDS] ? 1 : ends && ends[0] ? least(ends[1], values[0]) : 0;
        *into++ = n;
        for (int64_t i = 0; i < n; i++) *into++ = i < values[0] ? values[1 + i] : 0;
    }
    return how;
}

/* Everybody's answers into a position that was dealt: 1; 0 if nobody but the player has to choose there, which he knows is
   not so; less than 0 if it did not end well. */
static int64_t answered_again(asking *t, int64_t *S) {
    mind *w = t->w;
    const int64_t *d = w->d;
    int64_t *kept = t->kept, *empty = t->kept + KEPT_SIZE, how;
    memset(kept, 0, 2 * (size_t)KEPT_SIZE * sizeof *kept);
    for (int64_t member = 0; member < ANSWERED; member++) {
        const int64_t *answer = OWN + OWN_FIRST[member];
        if (OWN_FIRST[member] < 0) {
            if ((how = chosen_by(t, S, member, empty)) != DONE) return -how;
            answer = t->answer;
        }
        keep(w, kept, answer);
    }
    write_kept(w, S, kept);
    if (IS_ASKED) return 1;
    for (int64_t member = ANSWERED; member <= LAST_MEMBER; member++) {
        if ((how = ask_member(t, S, member, kept)) != DONE) return -how;
        int64_t asked = asked_in(w, t->there);
        if (asked) {
            if (asked == VIEWER) return 0;
            t->there[LAST_SLOT] = LAST_MEMBER;
            copy_to(w, S, t->there);
            return 1;
        }
        keep(w, kept, 0);
    }
    return 0;
}
