/* Pieces of which each is as good as another, as far as a player may know (-1: whoever knows all). */

#if SIGHT
static V in_sight(const State *s, I player, V options) {
    V made = V_of(options.n), others = V_of(options.n), at_ = V_of(options.n), back = V_of(options.n);
    for (int i = 0; i < options.n; i++) if (is_seen(s, ix(options.p[i], PIECES), player)) made.p[made.n++] = options.p[i];
    for (int i = 0; i < options.n; i++) {
        int piece = options.p[i], place = s->where_[ix(piece, PIECES)], at = 0;
        if (is_seen(s, piece, player)) continue;
        for (int p = s->first_[place]; p != piece; p = s->next_[p]) at++;
        int settled = at >= s->mixed_[place], shown = settled ? 0 : back_shown(s, piece, player), k = others.n++;
        for (; k > 0; k--) {                           /* by place, whether settled, back, and where in the place */
            int other = others.p[k - 1], there = s->where_[other], done = at_.p[k - 1] >= s->mixed_[there];
            if (there != place ? there < place : done != settled ? done < settled
                : back.p[k - 1] != shown ? back.p[k - 1] < shown : at_.p[k - 1] <= at) break;
            others.p[k] = other, at_.p[k] = at_.p[k - 1], back.p[k] = back.p[k - 1];
        }
        others.p[k] = piece, at_.p[k] = at, back.p[k] = shown;
    }
    V_add(&made, others);
    return made;
}

static int alike_to(const State *s, int a, int b, I player) {
    int known = player < 0 || is_seen(s, a, player), other = player < 0 || is_seen(s, b, player);
    if (a == b) return 1;
    if (known != other) return 0;
    if (known) return alike(s, a, b);
    int shown = back_shown(s, a, player);
    if (!shown || shown != back_shown(s, b, player) || owner_of[a] != owner_of[b]) return 0;
    return s->where_[a] == s->where_[b] && s->shown_[a] == s->shown_[b];
}

#else
#define in_sight(s, player, options) (options)
#define alike_to(s, a, b, player) alike(s, a, b)
#endif

static V distinct(const State *s, V options, I player) {
    if (player >= 0) options = in_sight(s, player, options);
    V made = V_of(options.n);
    for (int i = 0; i < options.n; i++) {
        int k = 0;
        while (k < made.n && !alike_to(s, made.p[k], options.p[i], player)) k++;
        if (k == made.n) made.p[made.n++] = options.p[i];
    }
    return made;
}

/* Several, as `choose_several` does it: of pieces that equal each other only the next one is offered. */
static V choose_alike(State *s, I site, I player, V options, I low, I high, int hidden, I knows) {
    V sorts = distinct(s, options, knows), rest = V_of(options.n), chosen_ = V_of(options.n), sort_of = V_of(options.n);
    for (int i = 0; i < sorts.n; i++) {
        for (int k = 0; k < options.n; k++) {
            if (!alike_to(s, sorts.p[i], options.p[k], knows)) continue;
            V_put(&rest, options.p[k]);
            V_put(&sort_of, i);
        }
    }
    if (low > rest.n) fault();
    while (chosen_.n < high && rest.n) {
        I missing = low - chosen_.n, taken = 0;
        int most = missing > 0 ? (int)(rest.n - missing + 1) : rest.n;
        V offered = V_of(rest.n);
        for (int k = 0; k < most; k++) if (k == 0 || sort_of.p[k] != sort_of.p[k - 1]) offered.p[offered.n++] = rest.p[k];
        if (!choose_step(s, site, player, offered, missing <= 0, hidden, &taken)) break;
        V_put(&chosen_, (int)taken);
        int i = 0;
        while (rest.p[i] != taken) i++;
        rest.p += i + 1, rest.n -= i + 1, sort_of.p += i + 1;
    }
    return chosen_;
}
