/* Layouts: see ops.ListCells. What a shape has is worked out once and remembered until the shape is another one: which
   piece lies where, and each set when it is asked for. Every question compares the pieces and their cells with those
   remembered, so nothing depends on which position was asked about before. */

enum { FRINGE, GROUND, OUTSIDE, BESIDE, NEIGHBOURS, CLUSTER };

/* The shape of a layout; a context begins with zeros, which are the empty shape. Places are numbers within a square. */
typedef struct {
    int64_t number;                            /* of the shape, another one each time it changes */
    int64_t fringe, outside;                   /* the shape that these sets were worked out for */
    int64_t top, bottom, left, right;          /* the rectangle round all pieces */
    int64_t count, pieces[CROWD], cells[CROWD];
    int64_t lying[AREA];                       /* the piece at each place, or 0 */
    int64_t in_fringe[AREA], in_outside[AREA]; /* the number of the shape that has the place in its set */
} shape;

typedef struct {
    int64_t shapes, questions; /* how many there have been */
    int64_t asked[AREA];       /* the last question that has come to a place */
    shape of[LAYOUTS];
} memory;

static int64_t layout_of(int64_t cell) {
    return cell >= FIRST_CELL && cell <= LAST_CELL ? (cell - FIRST_CELL) / AREA : -1;
}

/* The cells beside one, as places in the square of its layout, in order; how many. */
static int64_t steps(int64_t layout, int64_t at, int64_t *found) {
    int64_t reach = cell_reach[layout] + 1, row = at / STRIDE, column = at % STRIDE, n = 0, middle = STRIDE / 2;
    if (row - 1 >= middle - reach) found[n++] = at - STRIDE;
    if (column - 1 >= middle - reach) found[n++] = at - 1;
    if (column + 1 <= middle + reach) found[n++] = at + 1;
    if (row + 1 <= middle + reach) found[n++] = at + STRIDE;
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

/* The shape of a layout as it is in this position. */
static shape *shape_of(ctx *c, const int64_t *S, int64_t layout) {
    memory *known = c->cells;
    shape *found = &known->of[layout];
    const int64_t *list = S + zone_base[cell_zones[layout]];
    int64_t n = list[0], same = 0, first = FIRST_CELL + layout * AREA;
    if (found->count == n)
        while (same < n && found->pieces[same] == list[1 + same] &&
               found->cells[same] == S[CELL_COLUMN + list[1 + same]])
            same++;
    if (found->count == n && same == n) return found;
    for (int64_t i = 1; i <= n; i++) place_in(c, S, layout, list[i]); /* nothing is forgotten if it fails */
    for (int64_t i = 0; i < found->count; i++) found->lying[found->cells[i] - first] = 0;
    found->number = ++known->shapes;
    found->count = n;
    found->top = found->left = STRIDE;
    found->bottom = found->right = -1;
    for (int64_t i = 0; i < n; i++) {
        int64_t piece = found->pieces[i] = list[1 + i], at = (found->cells[i] = S[CELL_COLUMN + piece]) - first;
        found->lying[at] = piece;
        found->top = least(found->top, at / STRIDE), found->bottom = most(found->bottom, at / STRIDE);
        found->left = least(found->left, at % STRIDE), found->right = most(found->right, at % STRIDE);
    }
    return found;
}

static void work_out_fringe(shape *about, int64_t layout) {
    int64_t near[4];
    if (about->fringe == about->number) return;
    for (int64_t i = 0; i < about->count; i++) {
        int64_t n = steps(layout, about->cells[i] - FIRST_CELL - layout * AREA, near);
        for (int64_t k = 0; k < n; k++)
            if (!about->lying[near[k]] && within_reach(layout, near[k])) about->in_fringe[near[k]] = about->number;
    }
    about->fringe = about->number;
}

static int in_ground(const shape *about, int64_t at) {
    int64_t row = at / STRIDE, column = at % STRIDE;
    return row >= about->top - 1 && row <= about->bottom + 1 && column >= about->left - 1 && column <= about->right + 1;
}

/* From a corner of the ground, which is empty. */
static void work_out_outside(ctx *c, shape *about, int64_t layout) {
    int64_t near[4], found = 1, *pending;
    if (about->outside == about->number) return;
    pending = take(c, AREA);
    pending[0] = (about->top - 1) * STRIDE + about->left - 1;
    about->in_outside[pending[0]] = about->number;
    for (int64_t i = 0; i < found; i++) {
        int64_t n = steps(layout, pending[i], near);
        for (int64_t k = 0; k < n; k++)
            if (in_ground(about, near[k]) && !about->lying[near[k]] && about->in_outside[near[k]] != about->number) {
                about->in_outside[near[k]] = about->number;
                pending[found++] = near[k];
            }
    }
    about->outside = about->number;
    c->top = pending;
}

/* The pieces joined to the one at a place, as places; how many. */
static int64_t joined(ctx *c, const shape *about, int64_t layout, int64_t begin, int64_t *pending) {
    memory *known = c->cells;
    int64_t found = 1, near[4], question = ++known->questions;
    pending[0] = begin;
    known->asked[begin] = question;
    for (int64_t i = 0; i < found; i++) {
        int64_t n = steps(layout, pending[i], near);
        for (int64_t k = 0; k < n; k++)
            if (about->lying[near[k]] && known->asked[near[k]] != question) {
                known->asked[near[k]] = question;
                pending[found++] = near[k];
            }
    }
    return found;
}

/* Whether a set of cells of a layout that is not empty has a place; the set has been worked out. */
static int in_set(const shape *about, int64_t how, int64_t at) {
    if (how == FRINGE) return about->in_fringe[at] == about->number;
    if (how == OUTSIDE) return about->in_outside[at] == about->number;
    return in_ground(about, at);
}

/* The shape with a set of its cells worked out. */
static shape *prepared(ctx *c, const int64_t *S, int64_t how, int64_t layout) {
    shape *about = shape_of(c, S, layout);
    if (!about->count) return about;
    if (how == FRINGE) {
        work_out_fringe(about, layout);
        return about;
    }
    if (about->top < 1 || about->left < 1) fault(c, NO_CELL, about->top);
    if (about->bottom + 1 >= STRIDE || about->right + 1 >= STRIDE) fault(c, NO_CELL, about->bottom);
    if (how == OUTSIDE) work_out_outside(c, about, layout);
    return about;
}

/* A set of cells of a layout, put behind the size of a list in order. */
static void list_of_cells(ctx *c, const int64_t *S, int64_t how, int64_t layout, int64_t *list) {
    const shape *about = prepared(c, S, how, layout);
    int64_t first = FIRST_CELL + layout * AREA;
    if (!about->count) {
        list[++list[0]] = first + STRIDE / 2 * STRIDE + STRIDE / 2;
        return;
    }
    for (int64_t row = most(about->top - 1, 0); row <= least(about->bottom + 1, STRIDE - 1); row++)
        for (int64_t column = most(about->left - 1, 0); column <= least(about->right + 1, STRIDE - 1); column++)
            if (in_set(about, how, row * STRIDE + column)) list[++list[0]] = first + row * STRIDE + column;
}

/* The layout that a set belongs to, or -1. */
static int64_t layout_asked(ctx *c, const int64_t *S, int64_t how, int64_t of) {
    if (how == BESIDE) return layout_of(of);
    if (how != NEIGHBOURS && how != CLUSTER) return cell_layouts[zone(c, of)];
    return piece(c, of) ? cell_layouts[S[PLACE + of]] : -1;
}

/* A set as a list, with room taken for it. */
static int64_t *cell_set(ctx *c, const int64_t *S, int64_t how, int64_t of) {
    int64_t *list = take(c, 1 + AREA), *top = c->top, layout = layout_asked(c, S, how, of), near[4];
    list[0] = 0;
    if (layout < 0) return list;
    if (how == BESIDE) {
        list[0] = steps(layout, (of - FIRST_CELL) % AREA, near);
        for (int64_t i = 0; i < list[0]; i++) list[1 + i] = FIRST_CELL + layout * AREA + near[i];
    } else if (how != NEIGHBOURS && how != CLUSTER) {
        list_of_cells(c, S, how, layout, list);
    } else {
        const shape *about = shape_of(c, S, layout);
        int64_t at = place_in(c, S, layout, of), *found = how == NEIGHBOURS ? near : take(c, AREA);
        int64_t n = how == NEIGHBOURS ? steps(layout, at, found) : joined(c, about, layout, at, found);
        for (int64_t i = 0; i < n; i++) {
            int64_t other = about->lying[found[i]], spot;
            if (!other) continue;
            for (spot = ++list[0]; spot > 1 && list[spot - 1] > other; spot--) list[spot] = list[spot - 1];
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
    int64_t layout = layout_asked(c, S, how, of);
    if (how == FRINGE || how == GROUND || how == OUTSIDE) {
        if (layout < 0) return 0;
        const shape *about = prepared(c, S, how, layout);
        if (layout_of(member) != layout) return 0;
        int64_t at = (member - FIRST_CELL) % AREA;
        return about->count ? in_set(about, how, at) : at == STRIDE / 2 * STRIDE + STRIDE / 2;
    }
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
    return layout < 0 ? 0 : shape_of(c, S, layout)->lying[(cell - FIRST_CELL) % AREA];
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
