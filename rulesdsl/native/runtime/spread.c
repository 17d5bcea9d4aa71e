/* Boards on which pieces cover several cells: layered ones, where what is on top shows, and flat ones.
   Their tables come before: the squares of each face are x, y, symbol, amount. */

static int on_board_number(I cell) {
    for (int k = 0; k < SPREAD; k++) if (boards_[k].base <= cell && cell < boards_[k].end) return k;
    return -1;
}

/* ----------------------------------------------------------------- layered */

static int top_mark[PLACES], top_symbol[PLACES], top_amount[PLACES], top_now, touched[PLACES], touched_n;

static void look_from_above(const State *s, int k) {
    const Board *b = &boards_[k];
    V lying = LAID(s);
    top_now++, touched_n = 0;
    for (int i = 0; i < lying.n; i++) {
        int piece = lying.p[i], spot = s->where_[piece];
        if (spot < b->base || spot >= b->end) continue;
        for (int q = face_first[piece]; q < face_first[piece + 1]; q++) {
            const short *square = face_squares[q];
            int cell = spot + square[0] - square[1] * b->columns;
            if (cell < 0 || cell >= PLACES) fault();
            if (top_mark[cell] != top_now) top_mark[cell] = top_now, touched[touched_n++] = cell;
            top_symbol[cell] = square[2], top_amount[cell] = square[3];
        }
    }
}

static I board_shown(const State *s, int k, I symbol) {
    I made = 0;
    look_from_above(s, k);
    for (int i = 0; i < touched_n; i++) if (top_symbol[touched[i]] == symbol) made += top_amount[touched[i]];
    return made;
}

static V board_laid(const State *s, int k, V pieces) {
    V lying = LAID(s), made = V_of(lying.n);
    for (int i = 0; i < lying.n; i++) {
        int piece = lying.p[i], place = s->where_[piece];
        if (boards_[k].base <= place && place < boards_[k].end && holds(pieces, piece)) made.p[made.n++] = piece;
    }
    return made;
}

static V layered_spots(const State *s, int k, I piece, I covers) {
    static int count[PLACES];
    const Board *b = &boards_[k];
    int width = face_size[piece][0], height = face_size[piece][1], columns = b->columns;
    V made = V_of(b->end - b->base);
    look_from_above(s, k);
    memset(count + b->base, 0, (size_t)(b->end - b->base) * sizeof(int));
    for (int i = 0; i < touched_n; i++) {
        int row = (touched[i] - b->base) / columns, column = (touched[i] - b->base) % columns;
        for (int y = row; y < row + height && y < b->rows; y++) {
            for (int x = column - width + 1 > 0 ? column - width + 1 : 0; x <= column; x++) {
                if (x + width <= columns && y - height + 1 >= 0) count[b->base + y * columns + x]++;
            }
        }
    }
    for (int y = height - 1; y < b->rows; y++) {
        for (int x = 0; x + width <= columns; x++) {
            int spot = b->base + y * columns + x;
            if (count[spot] == covers) made.p[made.n++] = spot;
        }
    }
    return made;
}

static int is_over(int k, int piece, int spot, I cell) {
    for (int q = face_first[piece]; q < face_first[piece + 1]; q++) {
        if (spot + face_squares[q][0] - face_squares[q][1] * boards_[k].columns == cell) return 1;
    }
    return 0;
}

/* -------------------------------------------------------------------- flat */

static int lies_on(const State *s, const Board *b, int piece) {
    return b->base <= s->where_[piece] && s->where_[piece] < b->end;
}

/* Does a large piece cover a cell? */
static int reaches(const State *s, const Board *b, int piece, I cell) {
    int spot = s->where_[piece] - b->base, at = (int)cell - b->base, width, height;
    extent(s, piece, &width, &height);
    int x = at % b->columns - spot % b->columns, y = spot / b->columns - at / b->columns;
    return x >= 0 && x < width && y >= 0 && y < height;
}

static void mark_cells(const State *s, const Board *b, int piece, char *taken) {
    int width, height, spot = s->where_[piece];
    extent(s, piece, &width, &height);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int cell = spot + x - y * b->columns;
            if (cell >= b->base && cell < b->end) taken[cell - b->base] = 1;
        }
    }
}

static int has_room(const Board *b, int spot, int width, int height, const char *taken) {
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) if (taken[spot + x - y * b->columns - b->base]) return 0;
    }
    return 1;
}

static V flat_spots(const State *s, int k, I piece) {
    static char taken[PLACES];
    const Board *b = &boards_[k];
    int width, height;
    V made = V_of(b->end - b->base);
    memset(taken, 0, sizeof taken);
    for (int cell = b->base; cell < b->end; cell++) {
        for (int p = s->first_[cell]; p >= 0; p = s->next_[p]) if (p != piece) taken[cell - b->base] = 1;
    }
    for (int i = 0; i < large_pieces.n; i++) {
        int other = large_pieces.p[i];
        if (other != piece && lies_on(s, b, other)) mark_cells(s, b, other, taken);
    }
    extent(s, (int)piece, &width, &height);
    for (int y = height - 1; y < b->rows; y++) {
        for (int x = 0; x + width <= b->columns; x++) {
            int spot = b->base + y * b->columns + x;
            if (has_room(b, spot, width, height, taken)) made.p[made.n++] = spot;
        }
    }
    return made;
}

static void spread_now(const State *s, I piece) {     /* a large piece lies wholly on the board and over no other */
    static char taken[PLACES];
    if (!is_large[ix(piece, PIECES)]) return;
    for (int k = 0; k < SPREAD; k++) {
        const Board *b = &boards_[k];
        int width, height, spot = s->where_[piece] - b->base;
        if (b->layered || !lies_on(s, b, (int)piece)) continue;
        extent(s, (int)piece, &width, &height);
        if (spot % b->columns + width > b->columns || spot / b->columns < height - 1) fault();
        memset(taken, 0, sizeof taken);
        for (int i = 0; i < large_pieces.n; i++) {
            int other = large_pieces.p[i];
            if (other != piece && lies_on(s, b, other)) mark_cells(s, b, other, taken);
        }
        if (!has_room(b, s->where_[piece], width, height, taken)) fault();
    }
}

/* -------------------------------------------------------------------- both */

static V board_spots(const State *s, int k, I piece, I covers) {
    if ((U)piece >= PIECES) fault();
    return boards_[k].layered ? layered_spots(s, k, piece, covers) : flat_spots(s, k, piece);
}

static V pieces_at(const State *s, I cell) {
    int k = on_board_number(cell);
    V made = {0, 0, 0};
    if (k < 0) return zone(s, cell);
    if (boards_[k].layered) {
        V lying = LAID(s);
        for (int i = 0; i < lying.n; i++) {
            int piece = lying.p[i];
            if (lies_on(s, &boards_[k], piece) && is_over(k, piece, s->where_[piece], cell)) V_put(&made, piece);
        }
        return made;
    }
    for (int i = 0; i < large_pieces.n; i++) {
        int piece = large_pieces.p[i];
        if (!lies_on(s, &boards_[k], piece) || s->where_[piece] == cell) continue;
        if (reaches(s, &boards_[k], piece, cell)) V_put(&made, piece);
    }
    for (int p = s->first_[cell]; p >= 0; p = s->next_[p]) V_put(&made, p);
    return made;
}

static int vacant(const State *s, I cell) {
    char *mark = top;
    int n = pieces_at(s, cell).n;
    top = mark;
    return n == 0;
}

static void spread_move(State *s, I piece, I to) {    /* after each move: the order in which pieces were laid, and room */
#if LAYERED
    V lying = LAID(s), left = V_of(lying.n + 1);
    for (int i = 0; i < lying.n; i++) if (lying.p[i] != piece) left.p[left.n++] = lying.p[i];
    for (int k = 0; k < SPREAD; k++) {
        const Board *b = &boards_[k];
        if (!b->layered || to < b->base || to >= b->end) continue;
        int spot = (int)to - b->base;
        if (spot % b->columns + face_size[piece][0] > b->columns || spot / b->columns < face_size[piece][1] - 1) fault();
        left.p[left.n++] = (int)piece;
    }
    keep(&s->laid_, left);
#else
    (void)to;
#endif
    spread_now(s, piece);
}
