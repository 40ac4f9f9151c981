// Physical cards of up to four packs, and their ranks. A kind is a card without its deck, as in
// cards/pile.hpp.
#pragma once

#include "cards/pile.hpp"
#include "cards/ranks.hpp"

namespace pokerfast {

inline constexpr int most_packs = 4;

// One mask of kinds a deck.
struct CardIds {
    u64 deck[most_packs] = {};

    friend bool operator==(const CardIds&, const CardIds&) = default;

    static PF_INLINE CardIds of(u64 one_deck) { return {{one_deck, 0, 0, 0}}; }
    static PF_INLINE CardIds of(const Pile& pile) {
        return {{pile.deck[0], pile.deck[1], pile.deck[2], 0}};
    }
    // Without the fourth deck.
    PF_INLINE Pile pile() const { return {{deck[0], deck[1], deck[2]}}; }

    PF_INLINE bool empty() const { return !(deck[0] | deck[1] | deck[2] | deck[3]); }
    PF_INLINE u64 kinds() const { return deck[0] | deck[1] | deck[2] | deck[3]; }
    PF_INLINE int size() const {
        return count_bits64(deck[0]) + count_bits64(deck[1]) + count_bits64(deck[2]) +
               count_bits64(deck[3]);
    }
    PF_INLINE bool has(int id) const { return deck[id / kinds_n] >> (id % kinds_n) & 1; }
    PF_INLINE void add(int id) { deck[id / kinds_n] |= 1ull << (id % kinds_n); }
    PF_INLINE int copies(int kind) const {
        return static_cast<int>((deck[0] >> kind & 1) + (deck[1] >> kind & 1) +
                                (deck[2] >> kind & 1) + (deck[3] >> kind & 1));
    }
    PF_INLINE bool holds(const CardIds& other) const {
        return !((other.deck[0] & ~deck[0]) | (other.deck[1] & ~deck[1]) |
                 (other.deck[2] & ~deck[2]) | (other.deck[3] & ~deck[3]));
    }
    PF_INLINE CardIds within(u64 kinds) const {
        return {{deck[0] & kinds, deck[1] & kinds, deck[2] & kinds, deck[3] & kinds}};
    }
};

PF_INLINE CardIds operator|(const CardIds& a, const CardIds& b) {
    return {{a.deck[0] | b.deck[0], a.deck[1] | b.deck[1], a.deck[2] | b.deck[2],
             a.deck[3] | b.deck[3]}};
}

PF_INLINE CardIds operator&(const CardIds& a, const CardIds& b) {
    return {{a.deck[0] & b.deck[0], a.deck[1] & b.deck[1], a.deck[2] & b.deck[2],
             a.deck[3] & b.deck[3]}};
}

// a without b.
PF_INLINE CardIds operator-(const CardIds& a, const CardIds& b) {
    return {{a.deck[0] & ~b.deck[0], a.deck[1] & ~b.deck[1], a.deck[2] & ~b.deck[2],
             a.deck[3] & ~b.deck[3]}};
}

// Kinds of a slot when those of `big_kinds` are big aces.
PF_INLINE u64 kinds_of_slot(int slot, u64 big_kinds) {
    return slot == slot_big_ace ? big_kinds : ids_of_slot(slot) & ~big_kinds;
}

// By rank; `big_kinds`, aces of one suit or none, count as big aces.
PF_INLINE RankCounts ranks_of(const CardIds& ids, u64 big_kinds) {
    const int big = ids.within(big_kinds).size();
    // Two decks have at most eight of a rank, which still fits four bits.
    RankCounts ranks = widened(counts_of(ids.deck[0]) + counts_of(ids.deck[1]));
    if (ids.deck[2] | ids.deck[3])
        ranks += widened(counts_of(ids.deck[2]) + counts_of(ids.deck[3]));
    ranks.word[1] += (static_cast<u64>(big) << 56) - (static_cast<u64>(big) << 24);
    return ranks;
}
static_assert(slot_ace == 11 && slot_big_ace == 15);

// The lowest ids of `held` that make up `wanted`; the hand must hold them.
inline CardIds lowest_ids(const CardIds& held, const RankCounts& wanted, u64 big_kinds) {
    CardIds taken;
    for (u32 slots = wanted.plane(1); slots; slots &= slots - 1) {
        const int slot = lowest(slots);
        const u64 kinds = kinds_of_slot(slot, big_kinds);
        int n = wanted.of(slot);
        for (int deck = 0; deck < most_packs && n > 0; ++deck)
            for (u64 ids = held.deck[deck] & kinds; ids && n > 0; ids &= ids - 1, --n)
                taken.deck[deck] |= ids & (~ids + 1);
    }
    return taken;
}

// Cards as others see them: which of several alike was played tells of cards kept, but for marked
// ones.
inline CardIds as_seen(const CardIds& ids, const CardIds& marked) {
    CardIds seen = ids & marked;
    for (u64 kinds = (ids - marked).kinds(); kinds; kinds &= kinds - 1) {
        const int kind = lowest(kinds);
        int n = (ids - marked).copies(kind);
        for (int deck = 0; deck < most_packs && n > 0; ++deck)
            if (!(marked.deck[deck] >> kind & 1)) {
                seen.deck[deck] |= 1ull << kind;
                --n;
            }
    }
    return seen;
}

}  // namespace pokerfast
