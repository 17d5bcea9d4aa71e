/* Tokens by player: what the supply has is gained, what is there is paid. */

static void gain(int *held, I n, I player, I amount, I supply) {
    if (amount < 0) fault();
    if (supply != NONE) {
        for (int i = 0; i < n; i++) supply -= held[i];
        if (supply < amount) amount = supply;
    }
    player = ix(player, n);
    held[player] = fit(held[player] + amount);
}

static void pay(int *held, I n, I player, I amount) {
    player = ix(player, n);
    if (amount < 0 || held[player] < amount) fault();
    held[player] -= (int)amount;
}

static void give(int *held, I n, I player, I amount, I to) {
    pay(held, n, player, amount);
    to = ix(to, n);
    held[to] = fit(held[to] + amount);
}

static void empty_purses(int *held, I n, V players) {
    for (int seat = 0; seat < n; seat++) if (!holds(players, seat)) held[seat] = 0;
}
