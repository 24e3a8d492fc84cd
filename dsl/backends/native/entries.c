/* How the outside comes in: each entry sets the meter, catches what may be thrown, and says how it ended. */

static void begin(ctx *c, int64_t silent) {
    c->top = c->base;
    c->left = c->budget;
    c->silent = silent;
    c->code = c->site = 0;
    c->trial = 0;
}

static void go_on(ctx *c, int64_t *S) {
    while (S[STATUS] == RUNNING) {
        int64_t base = S[FP];
        if (!base || !flows[S[base]]) fault(c, NO_FRAME, base);
        flows[S[base]](c, S, base);
    }
}

/* On to the next decision or the end. */
static void advance(ctx *c, int64_t *S) {
    jmp_buf over;
    jmp_buf *outer = c->over;
    begin(c, 0);
    c->over = &over;
    if (!setjmp(over)) go_on(c, S);
    c->over = outer;
}

/* The options of the decision asked, behind those that are there. */
static void ask(ctx *c, int64_t *S) {
    jmp_buf over;
    jmp_buf *outer = c->over;
    int64_t before = c->count;
    begin(c, 1);
    c->over = &over;
    if (S[STATUS] != ASKING) fault(c, NO_ANSWER, S[STATUS]);
    if (!setjmp(over)) question(c, S);
    c->over = outer;
    if (c->count == before) fail(c, STUCK, decision_sites[S[DECISION]]);
}

static void answer(ctx *c, int64_t *S, const int64_t *option) {
    if (S[STATUS] != ASKING) fault(c, NO_ANSWER, S[STATUS]);
    take_answer(c, S, option + 1, option[0]);
    S[STATUS] = RUNNING;
    S[ASKER] = S[DECISION] = 0;
}

static int64_t run(ctx *c, int64_t *S) {
    jmp_buf failed;
    int how;
    c->failed = &failed;
    if ((how = setjmp(failed))) return how;
    advance(c, S);
    return DONE;
}

static int64_t options(ctx *c, int64_t *S) {
    jmp_buf failed;
    int how;
    int64_t depth = S[DEPTH];
    c->failed = &failed;
    c->count = 0;
    if ((how = setjmp(failed))) {
        S[DEPTH] = depth;
        return how;
    }
    ask(c, S);
    return DONE;
}

static int64_t choose(ctx *c, int64_t *S, const int64_t *option) {
    jmp_buf failed;
    int how;
    c->failed = &failed;
    if ((how = setjmp(failed))) return how;
    answer(c, S, option);
    return DONE;
}

/* An option by its number among those asked for last, and on to the next decision, whose options are asked for: how
   many there are, or less than 0 if it did not end well. */
static int64_t play(ctx *c, int64_t *S, int64_t number) {
    jmp_buf failed;
    int how;
    c->failed = &failed;
    if ((how = setjmp(failed))) return -how;
    if (number < 0 || number >= c->count) fault(c, NO_ANSWER, number);
    answer(c, S, c->out + number * WIDTH);
    c->count = 0;
    advance(c, S);
    if (S[STATUS] == ASKING) ask(c, S);
    return c->count;
}

/* The result of a function stands in c->code. args: numbers, and lists with their sizes in front and room behind. */
static int64_t call(ctx *c, int64_t *S, int64_t proc, int64_t *args, int64_t silent) {
    jmp_buf failed, over;
    int how;
    int64_t depth = S[DEPTH];
    c->failed = &failed;
    c->over = &over;
    c->count = 0;
    if ((how = setjmp(failed))) {
        S[DEPTH] = depth;
        return how;
    }
    begin(c, silent);
    if (!functions[proc]) fault(c, NO_PROC, proc);
    if (setjmp(over)) {
        c->code = 0;
        return DONE;
    }
    c->code = functions[proc](c, S, args);
    return DONE;
}

/* At random on, for so many decisions at most. Each player's dice are dice[2 * whose[player - 1]], a seed, and the
   number behind it, how many numbers it has given; the numbers are those of play/bot.py. progress: decisions made,
   and how many options there were in them. */
static void at_random(ctx *c, int64_t *S, int64_t limit, int64_t *dice, const int64_t *whose, int64_t *progress) {
    progress[0] = progress[1] = 0;
    if (S[STATUS] == RUNNING) advance(c, S);
    while (S[STATUS] == ASKING && progress[0] < limit) {
        int64_t depth = S[DEPTH];
        c->count = 0;
        ask(c, S);
        S[DEPTH] = depth;
        int64_t asker = S[ASKER];
        if (asker < 1 || asker > PLAYERS) fault(c, NO_ANSWER, asker);
        int64_t *his = dice + 2 * whose[asker - 1];
        int64_t pick = drawn((uint64_t)his[0], 0xB07, (uint64_t)++his[1], (uint64_t)c->count);
        progress[1] += c->count;
        answer(c, S, c->out + pick * WIDTH);
        advance(c, S);
        progress[0]++;
    }
    c->count = 0;
}

/* One game so; behind the dice of all players stand how many decisions there were. */
static int64_t rollout(ctx *c, int64_t *S, int64_t limit, int64_t *dice, const int64_t *whose) {
    jmp_buf failed;
    int how;
    c->failed = &failed;
    if ((how = setjmp(failed))) return how;
    at_random(c, S, limit, dice, whose, dice + 2 * PLAYERS);
    return DONE;
}

static int64_t leaves(ctx *c, int64_t *S, int64_t depth, int64_t *room) {
    if (!depth) return 1;
    if (S[STATUS] != ASKING) return 0;
    int64_t first = c->count, total = 0;
    ask(c, S);
    int64_t last = c->count;
    if (depth == 1) {
        c->count = first;
        return last - first;
    }
    for (int64_t i = first; i < last; i++) {
        copy_to(room, S);
        answer(c, room, c->out + i * WIDTH);
        advance(c, room);
        total += leaves(c, room, depth - 1, room + SPAN);
    }
    c->count = first;
    return total;
}

/* How many ways there are to make so many decisions: in c->code. room: for a position each but the last two. */
static int64_t perft(ctx *c, int64_t *S, int64_t depth, int64_t *room) {
    jmp_buf failed;
    int how;
    c->failed = &failed;
    c->count = 0;
    if ((how = setjmp(failed))) return how;
    int64_t found = leaves(c, S, depth, room);
    c->code = found;
    return DONE;
}

/* Whether a frame can stand at a block: on top, by the status of the position, or below (-1). */
static int stands_there(int64_t proc, int64_t block, int64_t status, int64_t decision) {
    if (block < 0 || block >= first_blocks[proc + 1] - first_blocks[proc]) return 0;
    const int64_t *about = blocks + 3 * (first_blocks[proc] + block);
    if (status == RUNNING) return about[0] != 0;
    return status == ASKING ? about[1] == decision : about[2] != 0;
}

/* Whether a position from outside is one that a machine can have: all that is not checked anywhere else. */
static int sound_as_it_is(const int64_t *S, int64_t n) {
    if (n < STACK || n > STACK + LIMIT || S[STATUS] < RUNNING || S[STATUS] > OVER) return 0;
    if (S[DEPTH] < 0 || S[DEPTH] > DEPTH_LIMIT || S[ASKER] < 0 || S[ASKER] > PLAYERS) return 0;
    if (S[DECISION] < 0 || (S[DECISION] >= DECISIONS && S[DECISION])) return 0;
    if (S[KEY_LO] < 0 || S[KEY_LO] > UINT32_MAX || S[KEY_HI] < 0 || S[KEY_HI] > UINT32_MAX) return 0;
    for (int64_t i = 0; i < REGIONS; i++)
        for (int64_t at = regions[i][0]; at < regions[i][0] + regions[i][1]; at++)
            if (S[at] && (S[at] < regions[i][2] || S[at] > regions[i][3])) return 0;
    for (int64_t z = 1; z < ZONES; z++) {
        const int64_t *list = S + zone_base[z];
        if (list[0] < 0 || list[0] > zone_cap[z]) return 0;
        if (linked(z)) {
            int64_t slot = zone_base[z] + 1, before = 0;
            for (int64_t i = 1; i <= list[0]; i++, before = S[slot], slot = NEXT + S[slot])
                if (S[slot] < FIRST_PIECE || S[slot] > LAST_PIECE || S[slot] <= before || S[PLACE + S[slot]] != z)
                    return 0;
            if (S[slot]) return 0;
            continue;
        }
        for (int64_t i = 1; i <= list[0]; i++)
            if (list[i] < FIRST_PIECE || list[i] > LAST_PIECE || S[PLACE + list[i]] != z) return 0;
    }
    int64_t base = S[FP], end = n;
    if (!base) return n == STACK && S[STATUS] != ASKING;
    for (int first = 1; base; first = 0) {
        if (base < STACK || base >= end || S[base] < 0 || S[base] >= PROCS || !flows[S[base]]) return 0;
        int64_t proc = S[base];
        if (base + frame_sizes[proc] != end || (first && S[STATUS] == OVER)) return 0;
        if (!stands_there(proc, S[base + 1], first ? S[STATUS] : -1, S[DECISION])) return 0;
        const int64_t *about = registers + 3 * frame_registers[proc];
        for (int64_t at = base + 3; at < end; about += 3) {
            int64_t size = about[0] ? S[at++] : 1;
            if (size < 0 || (about[0] && size > about[0])) return 0;
            for (int64_t i = 0; i < size; i++)
                if (S[at + i] && (S[at + i] < about[1] || S[at + i] > about[2])) return 0;
            at += about[0] ? about[0] : 1;
        }
        end = base;
        base = S[base + 2];
        if (base ? base >= end : end != STACK) return 0;
    }
    return 1;
}

/* The same; what is kept beside the slots of a sound one is put behind it. */
static int64_t sound(int64_t *S, int64_t n) {
    if (!sound_as_it_is(S, n)) return 0;
    remask(S);
    return 1;
}
