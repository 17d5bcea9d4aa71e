/* Numbers, lists and faults: what every game needs. The constants PIECES, PLACES, SEATS ... are defined before. */
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

typedef long long I;                   /* a number while it is worked with; kept in an int */
typedef unsigned long long U;
typedef struct { int n, room; int *p; } V;          /* a list of numbers */
typedef struct State State;

#define NONE (-2147483647 - 1)         /* nothing, where a number may be missing */
#define MOST_FRAMES 600                /* functions within each other: Python allows 1,000 with those of its caller */
#define LARGEST (1LL << 56)

enum { FINE, OVER, FAULT };

static jmp_buf way_out;
static int frames;                     /* of functions that may call themselves */

/* The game is played again by Python, which says what is wrong with it. */
__attribute__((noreturn, noinline, cold)) static void fault(void) { longjmp(way_out, FAULT); }

/* ------------------------------------------------------------------ memory */
/* Lists that live until their function returns, or their node: nothing is given back one by one. */

static char *top, *bottom, *brim;
#define ROOM (32 << 20)

static inline void *reserve(size_t bytes) {
    char *at = top;
    bytes = (bytes + 7) & ~(size_t)7;
    if (bytes > (size_t)(brim - at)) fault();
    top = at + bytes;
    return at;
}

#define DEFINE_LIST(L, T)                                                                                              \
    static inline L L##_of(I room) {                                                                                   \
        L made = {0, (int)room, (T *)reserve((size_t)room * sizeof(T))};                                               \
        return made;                                                                                                   \
    }                                                                                                                  \
    static __attribute__((noinline)) void L##_grow(L *list) {                                                          \
        if (list->room < 0) fault();                                                                                   \
        int room = list->room ? list->room * 2 : 16;                                                                   \
        T *p = (T *)reserve((size_t)room * sizeof(T));                                                                 \
        if (list->n) memcpy(p, list->p, (size_t)list->n * sizeof(T));                                                  \
        list->p = p;                                                                                                   \
        list->room = room;                                                                                             \
    }                                                                                                                  \
    static inline void L##_put(L *list, T item) {                                                                      \
        if (list->n >= list->room) L##_grow(list);                                                                     \
        list->p[list->n++] = item;                                                                                     \
    }                                                                                                                  \
    static inline void L##_add(L *list, L more) {                                                                      \
        for (int i = 0; i < more.n; i++) L##_put(list, more.p[i]);                                                     \
    }                                                                                                                  \
    static inline L L##_sure(L list) {                                                                                 \
        if (list.n < 0) fault();                                                                                       \
        return list;                                                                                                   \
    }                                                                                                                  \
    static inline L L##_some(L list) {                                                                                 \
        if (!list.p) fault();                                                                                          \
        return list;                                                                                                   \
    }                                                                                                                  \
    static inline L L##_part(L list, I from, I to) {                                                                   \
        from = cut(from, list.n), to = cut(to, list.n);                                                                \
        L made = {(int)(to > from ? to - from : 0), 0, list.p + from};                                                 \
        made.room = made.n;                                                                                            \
        return made;                                                                                                   \
    }                                                                                                                  \
    static inline L L##_backwards(L list) {                                                                            \
        L made = L##_of(list.n);                                                                                       \
        while (made.n < list.n) made.n++, made.p[made.n - 1] = list.p[list.n - made.n];                                \
        return made;                                                                                                   \
    }

static inline I cut(I at, I n) {       /* where a slice begins or ends */
    if (at < 0) at += n;
    return at < 0 ? 0 : at > n ? n : at;
}

DEFINE_LIST(V, int)

/* ----------------------------------------------------------------- numbers */

__attribute__((noinline, cold)) static I from_behind(I i, I n) {
    if (i >= 0 || i + n < 0) fault();
    return i + n;
}

/* An index, counted from behind if it is negative, as Python has it. */
static inline I ix(I i, I n) { return (U)i < (U)n ? i : from_behind(i, n); }

static inline I at(V list, I i) { return list.p[ix(i, list.n)]; }

static inline int fit(I value) {       /* what a list or a column can hold */
    if (value <= NONE || value > 2147483647) fault();
    return (int)value;
}

static inline I within(I value) {
    if (value > LARGEST || value < -LARGEST) fault();
    return value;
}

static inline I need(I value) {        /* a number that must not be missing */
    if (value == NONE) fault();
    return value;
}

static inline I times(I a, I b) {
    if (a != (int)a || b != (int)b) fault();
    return within(a * b);
}

static inline I floor_div(I a, I b) {
    if (b == 0) fault();
    I q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

static inline I floor_mod(I a, I b) { return a - floor_div(a, b) * b; }

static inline I in_bounds(I value, I low, I high) {
    if (value < low || value > high) fault();
    return value;
}

static inline I row_of(I value, I low, I high) { return in_bounds(value, low, high) - low; }

/* The row of a table for a number, or for two: the last one, which stands for none, if there is no such row. */
static inline I row_in(I value, I low, I count) { return (U)(value - low) < (U)count ? value - low : count; }

static inline I pair_in(I a, I b, I low, I count) {
    return (U)(a - low) < (U)count && (U)(b - low) < (U)count ? (a - low) * count + b - low : count * count;
}

static inline I repeats(I count) {
    if (count > 1000000) fault();
    return count;
}

static V span(I low, I high) {
    if (high - low > 100000) fault();
    V made = V_of(high < low ? 0 : high - low + 1);
    for (I i = low; i <= high; i++) made.p[made.n++] = fit(i);
    return made;
}

/* ------------------------------------------------------------------- lists */

static inline int holds(V list, I item) {
    for (int i = 0; i < list.n; i++) if (list.p[i] == item) return 1;
    return 0;
}

static inline int same(V a, V b) {
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, (size_t)a.n * sizeof(int)) == 0);
}

static inline I sum(V list) {
    I made = 0;
    for (int i = 0; i < list.n; i++) made += list.p[i];
    return made;
}

static I min_of(V list) {
    if (!list.n) fault();
    I made = list.p[0];
    for (int i = 1; i < list.n; i++) if (list.p[i] < made) made = list.p[i];
    return made;
}

static I max_of(V list) {
    if (!list.n) fault();
    I made = list.p[0];
    for (int i = 1; i < list.n; i++) if (list.p[i] > made) made = list.p[i];
    return made;
}

static inline I first_of(V list, I none) { return list.n ? list.p[0] : none; }
static inline I last_of(V list, I none) { return list.n ? list.p[list.n - 1] : none; }

static V joined(V a, V b) {
    V made = V_of((I)a.n + b.n);
    V_add(&made, a);
    V_add(&made, b);
    return made;
}

static V without(V a, V b) {
    V made = V_of(a.n);
    for (int i = 0; i < a.n; i++) if (!holds(b, a.p[i])) made.p[made.n++] = a.p[i];
    return made;
}

static void sort(V list) {
    for (int i = 1; i < list.n; i++) {
        int item = list.p[i], j = i;
        for (; j > 0 && list.p[j - 1] > item; j--) list.p[j] = list.p[j - 1];
        list.p[j] = item;
    }
}

static V copied(V list) {
    V made = V_of(list.n);
    V_add(&made, list);
    return made;
}

/* -------------------------------------------------- lists that a state keeps */

typedef struct { int n, room; int *p; } Kept;

static void keep(Kept *column, V list) {
    if (list.n > column->room) {
        int room = list.n + 8;
        int *p = (int *)malloc((size_t)room * sizeof(int));
        if (!p) fault();
        memcpy(p, list.p, (size_t)list.n * sizeof(int));  /* the list may be what the column holds now */
        free(column->p);
        column->p = p, column->room = room;
    } else if (list.n) {
        memmove(column->p, list.p, (size_t)list.n * sizeof(int));
    }
    column->n = list.n;
}

static inline V kept(const Kept *column) {
    V made = {column->n, column->n, column->p};
    return made;
}

static inline int enough(V options, I low) { return options.n >= (low > 1 ? low : 1); }
static inline I as_place(I piece, I carriers) { return piece < 0 ? piece : piece + carriers; }

static inline I gained(I held, I amount, I supply) {
    if (amount < 0) fault();
    return held + (supply == NONE || supply - held > amount ? amount : supply - held);
}

static inline I paid_out(I held, I amount) {
    if (amount < 0 || held < amount) fault();
    return held - amount;
}
