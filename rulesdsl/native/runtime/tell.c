/* What there is to say of a game, as a row of numbers. */

static int *told, *told_end;

static inline void tell(I number) {
    if (told < told_end) *told = (int)number;
    told++;
}

static void tell_list(V list) {
    tell(list.n);
    for (int i = 0; i < list.n; i++) tell(list.p[i]);
}

#if PIECES
static void tell_places(const State *s) {
    for (int place = 0; place < PLACES; place++) {
        if (!s->n_[place]) continue;
        tell(place);
        tell(s->n_[place]);
        for (int p = s->first_[place]; p >= 0; p = s->next_[p]) tell(p);
    }
    tell(-1);
}
#endif
