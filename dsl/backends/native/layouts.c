/* Layouts: sets of cells and of pieces, worked out anew each time; see ops.ListCells. */

enum { FRINGE, GROUND, OUTSIDE, BESIDE, NEIGHBOURS, CLUSTER };

static int64_t layout_of(int64_t cell) {
    return cell >= FIRST_CELL && cell <= LAST_CELL ? (cell - FIRST_CELL) / AREA : -1;
}

/* The cells beside one, as places in the square of its layout, in order; how many. */
static int64_t steps(int64_t layout, int64_t at, int64_t *found) {
    int64_t reach = cell_reach[layout] + 1, row = at / STRIDE, column = at % STRIDE, n = 0, middle = STRIDE / 2;
    int64_t near[4][2] = {{row - 1, column}, {row, column - 1}, {row, column + 1}, {row + 1, column}};
    for (int i = 0; i < 4; i++)
        if (magnitude(near[i][0] - middle) <= reach && magnitude(near[i][1] - middle) <= reach)
            found[n++] = near[i][0] * STRIDE + near[i][1];
    return n;
}

static int within_reach(int64_t layout, int64_t at) {
    int64_t row = at / STRIDE - STRIDE / 2, column = at % STRIDE - STRIDE / 2;
    return magnitude(row) <= cell_reach[layout] && magnitude(column) <= cell_reach[layout];
}

/* Where a piece lies in the square of a layout. */
static int64_t place_in(ctx *c, const int64_t *S, int64_t layout, int64_t piece) {
    int64_t cell = piece >= CELL_LOW && piece <= CELL_HIGH ? S[CELL_COLUMN + piece] : 0;
    if (layout_of(cell) != layout) fault(c, NO_CELL, cell);
    return (cell - FIRST_CELL) % AREA;
}

/* The square of a layout, with the pieces where they lie. */
static int64_t *square(ctx *c, const int64_t *S, int64_t layout) {
    int64_t *lying = take(c, AREA);
    const int64_t *list = S + zone_base[cell_zones[layout]];
    memset(lying, 0, AREA * sizeof *lying);
    for (int64_t i = 1; i <= list[0]; i++) lying[place_in(c, S, layout, list[i])] = list[i];
    return lying;
}

static int64_t flood(int64_t layout, int64_t *lying, int64_t *marks, int64_t begin, int over_pieces, int64_t *pending) {
    int64_t found = 1, near[4];
    pending[0] = begin;
    marks[begin] = 2;
    for (int64_t i = 0; i < found; i++) {
        int64_t n = steps(layout, pending[i], near);
        for (int64_t k = 0; k < n; k++)
            if (over_pieces ? lying[near[k]] && !marks[near[k]] : marks[near[k]] == 1 && !lying[near[k]]) {
                marks[near[k]] = 2;
                pending[found++] = near[k];
            }
    }
    return found;
}

/* The places of a layout in a set, marked with 2. */
static int64_t *marked(ctx *c, int64_t *S, int64_t how, int64_t layout, int64_t *lying) {
    int64_t *marks = take(c, AREA), *pending = take(c, AREA), near[4], any = 0;
    int64_t top = STRIDE, bottom = -1, left = STRIDE, right = -1;
    memset(marks, 0, AREA * sizeof *marks);
    for (int64_t at = 0; at < AREA; at++) {
        if (!lying[at]) continue;
        any = 1;
        top = least(top, at / STRIDE), bottom = most(bottom, at / STRIDE);
        left = least(left, at % STRIDE), right = most(right, at % STRIDE);
        if (how == FRINGE) {
            int64_t n = steps(layout, at, near);
            for (int64_t k = 0; k < n; k++)
                if (!lying[near[k]] && within_reach(layout, near[k])) marks[near[k]] = 2;
        }
    }
    if (!any) {
        marks[STRIDE / 2 * STRIDE + STRIDE / 2] = 2;
        return marks;
    }
    if (how == FRINGE) return marks;
    for (int64_t row = top - 1; row <= bottom + 1; row++)
        for (int64_t column = left - 1; column <= right + 1; column++) {
            if (row < 0 || row >= STRIDE || column < 0 || column >= STRIDE) fault(c, NO_CELL, row);
            marks[row * STRIDE + column] = how == GROUND ? 2 : 1;
        }
    if (how == OUTSIDE) flood(layout, lying, marks, (top - 1) * STRIDE + left - 1, 0, pending);
    (void)S;
    return marks;
}

/* A set as a list, with room taken for it. */
static int64_t *cell_set(ctx *c, int64_t *S, int64_t how, int64_t of) {
    int64_t *list = take(c, 1 + AREA), *top = c->top, near[4];
    list[0] = 0;
    if (how == BESIDE) {
        int64_t layout = layout_of(of);
        if (layout < 0) return list;
        list[0] = steps(layout, (of - FIRST_CELL) % AREA, near);
        for (int64_t i = 0; i < list[0]; i++) list[1 + i] = FIRST_CELL + layout * AREA + near[i];
        return list;
    }
    int pieces = how == NEIGHBOURS || how == CLUSTER;
    int64_t about = pieces ? S[PLACE + (piece(c, of) ? of : FIRST_PIECE)] : zone(c, of);
    int64_t layout = pieces && !of ? -1 : cell_layouts[about];
    if (layout < 0) return list;
    int64_t *lying = square(c, S, layout);
    if (!pieces) {
        int64_t *marks = marked(c, S, how, layout, lying);
        for (int64_t at = 0; at < AREA; at++)
            if (marks[at] == 2) list[++list[0]] = FIRST_CELL + layout * AREA + at;
    } else {
        int64_t at = place_in(c, S, layout, of), n, *pending = take(c, AREA), *marks = take(c, AREA);
        memset(marks, 0, AREA * sizeof *marks);
        if (how == NEIGHBOURS)
            n = steps(layout, at, pending);
        else
            n = flood(layout, lying, marks, at, 1, pending);
        for (int64_t i = 0; i < n; i++) {
            int64_t other = lying[pending[i]], spot = ++list[0];
            if (!other) {
                list[0]--;
                continue;
            }
            for (; spot > 1 && list[spot - 1] > other; spot--) list[spot] = list[spot - 1];
            list[spot] = other;
        }
    }
    c->top = top;
    return list;
}

static int64_t cell_count(ctx *c, int64_t *S, int64_t how, int64_t of) {
    int64_t *list = cell_set(c, S, how, of);
    c->top = list;
    return list[0];
}
static int64_t cell_has(ctx *c, int64_t *S, int64_t how, int64_t of, int64_t member) {
    int64_t *list = cell_set(c, S, how, of);
    c->top = list;
    return has(list, member);
}
static void cell_list(ctx *c, int64_t *S, int64_t how, int64_t of, int64_t *into, int64_t room) {
    int64_t *list = cell_set(c, S, how, of);
    if (list[0] > room) fault(c, NO_ROOM, list[0]);
    memcpy(into, list, (size_t)(1 + list[0]) * sizeof *list);
    c->top = list;
}
static int64_t cell_piece(ctx *c, int64_t *S, int64_t cell) {
    int64_t layout = layout_of(cell);
    if (layout < 0) return 0;
    const int64_t *list = S + zone_base[cell_zones[layout]];
    for (int64_t i = 1; i <= list[0]; i++)
        if (piece(c, list[i]) >= CELL_LOW && list[i] <= CELL_HIGH && S[CELL_COLUMN + list[i]] == cell) return list[i];
    return 0;
}

static void lay(int64_t *S, int64_t piece, int64_t cell) {
    if (piece >= CELL_LOW && piece <= CELL_HIGH) S[CELL_COLUMN + piece] = cell;
}

/* Where a piece comes to lie that is put into a zone; see ops.MovePiece. */
static int64_t cell_for(ctx *c, int64_t *S, int64_t zone, int64_t cell, int64_t site) {
    int64_t layout = cell_layouts[zone];
    if (layout < 0) return 0;
    if (layout_of(cell) != layout) {
        int64_t *free = cell_set(c, S, FRINGE, zone);
        c->top = free;
        if (!free[0]) fail(c, BOUND, site);
        return free[1];
    }
    if (!within_reach(layout, (cell - FIRST_CELL) % AREA) || cell_piece(c, S, cell)) fail(c, BOUND, site);
    return cell;
}
