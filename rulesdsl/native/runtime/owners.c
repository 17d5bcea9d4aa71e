/* The owner of what carries a piece: another piece's, or the player whose zone it is in; -1 for nobody's. */
static I owner_now(const State *s, I piece, V owners, V carried, I carriers, Vv zones) {
    while (at(carried, piece)) {
        I place = s->where_[ix(piece, PIECES)];
        if (place < carriers) {
            for (int i = 0; i < zones.n; i++) {
                I low = at(zones.p[i], 0), high = at(zones.p[i], 1);
                if (low <= place && place < high) return place - low;
            }
            return -1;
        }
        piece = place - carriers;
    }
    return at(owners, piece);
}
