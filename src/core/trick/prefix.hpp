// Sets of cards chosen one card at a time. Kinds never fall, so that every set has one sequence:
// what lies below the kind chosen last is settled. The question is always the same: which kinds can
// come next so that the choice can still become one of the legal sets, and whether it is one.
// `Follows`, `Leads` and `Burial` answer it as `next`, without listing their sets.
#pragma once

#include "cards/pile.hpp"

#include <span>

namespace pokerfast {

struct Next {
    u64 kinds = 0;
    bool whole = false;
};

// Bits above a kind, which is below 63.
PF_INLINE u64 kinds_above(int kind) {
    return ~1ull << kind;
}

// Kinds of a pool that may come next as far as the order of choosing goes; the pool must hold the
// choice.
PF_INLINE u64 kinds_open(const Copies& pool, const Copies& chosen) {
    const u64 left = (pool - chosen).one;
    return chosen.one ? left & ~0ull << highest64(chosen.one) : left;
}

// The choice with one kind more, and what may come after that.
struct Step {
    int kind;
    Copies cards;    // chosen, the new one included
    Copies rest;     // of the pool, from that kind on
    int size, most;  // cards chosen; with all of the rest

    Step(const Copies& pool, const Copies& chosen, int next) : kind(next), cards(chosen) {
        cards.add(next);
        rest = (pool - cards).within(~0ull << next);
        size = cards.total();
        most = size + rest.total();
    }
};

// Kinds of the pool that may come next for which `fits(step)`.
template <class Fits>
PF_INLINE u64 next_kinds(const Copies& pool, const Copies& chosen, Fits&& fits) {
    u64 found = 0;
    for (u64 kinds = kinds_open(pool, chosen); kinds; kinds &= kinds - 1) {
        const int kind = lowest(kinds);
        if (fits(Step(pool, chosen, kind))) found |= 1ull << kind;
    }
    return found;
}

// Where the legal sets are few and listed.
inline Next next_in_list(std::span<const Copies> sets, const Copies& chosen) {
    Next next;
    for (const Copies& set : sets) {
        if (!set.holds(chosen)) continue;
        const u64 left = (set - chosen).one;
        if (!left)
            next.whole = true;
        else if (!chosen.one || lowest(left) >= highest64(chosen.one))
            next.kinds |= left & (~left + 1);
    }
    return next;
}

}  // namespace pokerfast
