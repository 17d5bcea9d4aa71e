/* Pieces and where they are. Those of a place are a chain: from first_ by next_ to last_, the lowest first. */

#define CARRIERS (PLACES - PIECES)

static V zone(const State *s, I place) {              /* the pieces of a place as a list */
    place = ix(place, PLACES);
    V made = V_of(s->n_[place]);
    for (int p = s->first_[place]; p >= 0; p = s->next_[p]) made.p[made.n++] = p;
    return made;
}

static I zone_at(const State *s, I place, I i) {
    place = ix(place, PLACES);
    int n = s->n_[place], p;
    i = ix(i, n);
    if (i == n - 1) return s->last_[place];
    for (p = s->first_[place]; i > 0; i--) p = s->next_[p];
    return p;
}

static inline int in_zone(const State *s, I place, I piece) {
    return (U)piece < PIECES && s->where_[piece] == ix(place, PLACES);
}

static inline void unlink_(State *s, int piece, int place) {
    int before = s->before_[piece], next = s->next_[piece];
    if (before >= 0) s->next_[before] = next; else s->first_[place] = next;
    if (next >= 0) s->before_[next] = before; else s->last_[place] = before;
    s->n_[place]--;
}

static inline void link_(State *s, int piece, int place) {
    int last = s->last_[place];
    s->before_[piece] = last, s->next_[piece] = -1;
    if (last >= 0) s->next_[last] = piece; else s->first_[place] = piece;
    s->last_[place] = piece;
    s->n_[place]++;
    s->where_[piece] = place;
}

static void lay_out(State *s, int place, V pieces) {  /* a place holds these, in this order */
    s->first_[place] = s->last_[place] = -1, s->n_[place] = 0;
    for (int i = 0; i < pieces.n; i++) link_(s, pieces.p[i], place);
}

static void not_inside(const State *s, I piece, I place) {
    while (place >= CARRIERS) {
        if (place - CARRIERS == piece) fault();
        place = s->where_[place - CARRIERS];
    }
}

static void move(State *s, I piece, I to) {
    if ((U)piece >= PIECES || (U)to >= PLACES) fault();
    int old = s->where_[piece];
    if (old == to) return;
    if (to >= CARRIERS) not_inside(s, piece, to);
    if (s->mixed_[old]) {                             /* is it one of those that lie shuffled? */
        int i = 0;
        for (int p = s->first_[old]; p != piece; p = s->next_[p]) i++;
        if (i < s->mixed_[old]) s->mixed_[old]--;
    }
    unlink_(s, (int)piece, old);
    link_(s, (int)piece, (int)to);
    s->shown_[piece] = 0;
    SPREAD_NOW(s, piece, to)
}

static I space_of(const State *s, I piece, I carriers, I box) {
    I place = s->where_[ix(piece, PIECES)];
    while (place >= carriers) place = s->where_[ix(place - carriers, PIECES)];
    return place < box ? place : -1;
}

static inline int is_on_board(const State *s, I piece, I low, I high, I carriers) {
    I place = s->where_[ix(piece, PIECES)];
    if (place >= carriers) place = space_of(s, piece, carriers, high);
    return low <= place && place < high;
}

static V on_board(const State *s, V pieces, I low, I high, I carriers) {
    V made = V_of(pieces.n);
    for (int i = 0; i < pieces.n; i++) {
        if (is_on_board(s, pieces.p[i], low, high, carriers)) made.p[made.n++] = pieces.p[i];
    }
    return made;
}

static V in_box(const State *s, V pieces, I box) {    /* those that are in the box already */
    V made = {0, 0, 0};
    for (int i = 0; i < pieces.n; i++) if (s->where_[ix(pieces.p[i], PIECES)] == box) V_put(&made, pieces.p[i]);
    return made;
}

static inline int gone(const State *s, I piece, I box, V before) {
    return s->where_[ix(piece, PIECES)] == box && !(before.n && holds(before, piece));
}

/* ------------------------------------------------------------------- draws */

static V take(State *s, I count, I place, int bag) {
    V rest = zone(s, place), drawn = V_of(count < 0 ? 0 : count < rest.n ? count : rest.n);
    int mixed = bag ? rest.n : s->mixed_[ix(place, PLACES)];
    if (count == 1 && rest.n) {
        if (rest.n > mixed) {
            drawn.p[drawn.n++] = rest.p[rest.n - 1];
            return drawn;
        }
        if (bag) sort(rest);
        drawn.p[drawn.n++] = rest.p[rest.n > 1 ? pick(s, rest.n) : 0];
        return drawn;
    }
    while (rest.n > mixed && drawn.n < count) drawn.p[drawn.n++] = rest.p[--rest.n];
    sort(rest);
    while (rest.n && drawn.n < count) {
        int i = rest.n > 1 ? (int)pick(s, rest.n) : 0;
        drawn.p[drawn.n++] = rest.p[i];
        rest.n--;
        memmove(rest.p + i, rest.p + i + 1, (size_t)(rest.n - i) * sizeof(int));
    }
    return drawn;
}

static V settled(State *s, I place, int bag) {
    V all = zone(s, place), order = V_of(all.n), rest = all;
    int loose = bag ? all.n : s->mixed_[ix(place, PLACES)];
    if (loose < rest.n) rest.n = loose;
    V over = V_part(all, rest.n, all.n);
    sort(rest);
    while (rest.n) {
        int i = rest.n > 1 ? (int)pick(s, rest.n) : 0;
        order.p[order.n++] = rest.p[i];
        rest.n--;
        memmove(rest.p + i, rest.p + i + 1, (size_t)(rest.n - i) * sizeof(int));
    }
    V_add(&order, over);
    return order;
}

static void lift(State *s, int place, int to, V pieces) {
    V all = joined(zone(s, to), pieces);
    s->first_[place] = s->last_[place] = -1, s->n_[place] = s->mixed_[place] = 0;
    lay_out(s, to, all);
    for (int i = 0; i < pieces.n; i++) s->shown_[pieces.p[i]] = 0;
}

static void move_all(State *s, I from, I to, int bag) {
    if ((U)from >= PLACES || (U)to >= PLACES) fault();
    int loose = bag ? s->n_[from] : s->mixed_[from], stays = s->n_[to] == 0;
    if (from == to) return;
    V pieces = stays ? zone(s, from) : settled(s, from, bag);
    if (SPREAD || to >= CARRIERS) {
        for (int i = 0; i < pieces.n; i++) move(s, pieces.p[i], to);
    } else {
        lift(s, (int)from, (int)to, pieces);
    }
    if (stays) {
        s->mixed_[to] = loose;
        if (bag) {
            V sorted = zone(s, to);
            sort(sorted);
            lay_out(s, (int)to, sorted);
        }
    }
}

static I draw_one(State *s, I from, I to, int bag) {
    char *mark = top;
    V drawn = take(s, 1, from, bag);
    I piece = drawn.n ? drawn.p[0] : -1;
    top = mark;
    if (piece >= 0) move(s, piece, to);
    return piece;
}

static V draw_many(State *s, I count, I from, I to, int bag) {
    V drawn = take(s, count, from, bag);
    for (int i = 0; i < drawn.n; i++) move(s, drawn.p[i], to);
    return drawn;
}

static void shuffle(State *s, I place) {
    V pieces = zone(s, place);
    place = ix(place, PLACES);
    sort(pieces);
    lay_out(s, (int)place, pieces);
    s->mixed_[place] = pieces.n;
    for (int i = 0; i < pieces.n; i++) s->shown_[pieces.p[i]] = 0;
}

static int refilled(State *s, I place, I source) {
    if ((U)place >= PLACES || (U)source >= PLACES) fault();
    if (s->n_[place] || !s->n_[source]) return 0;
    V pieces = zone(s, source);
    if (SPREAD) {
        for (int i = 0; i < pieces.n; i++) move(s, pieces.p[i], place);
    } else {
        lift(s, (int)source, (int)place, pieces);
    }
    shuffle(s, place);
    return 1;
}

static void reveal(State *s, I place) {
    for (int p = s->first_[ix(place, PLACES)]; p >= 0; p = s->next_[p]) s->shown_[p] = -1;
}

static void show(State *s, I piece, I player) {
    if ((U)player > 30) fault();
    s->shown_[ix(piece, PIECES)] |= 1 << player;
}

static I top_of(const State *s, I place) {
    place = ix(place, PLACES);
    if (s->n_[place] > 1 && s->mixed_[place] >= s->n_[place]) fault();
    return s->last_[place];
}

static void seat_pieces(State *s, V owners, V stand_ins, V zones, I box) {
    for (int piece = 0; piece < owners.n; piece++) {
        I owner = owners.p[piece], base = -1, other;
        if (owner < 0 || holds(players_, owner)) continue;
        other = at(stand_ins, owner);
        for (int i = 0; i < zones.n && base < 0; i++) if (zones.p[i] + owner == s->where_[piece]) base = zones.p[i];
        if (!holds(players_, other)) move(s, piece, box);
        else if (base >= 0) move(s, piece, base + other);
    }
}
