// Cards of up to three packs with their suits. A kind is a card without its deck: 13 * suit + rank
// (suits S H D C, ranks 2 … A), 52 small joker, 53 big joker; a card's id is 54 * deck + kind.
//
//   Pile    which physical cards: one mask of kinds a deck
//   Copies  how many of each kind: masks of the kinds with at least one, two, three
#pragma once

#include "base/bits.hpp"
#include "cards/deck.hpp"

namespace pokerfast {

inline constexpr int kinds_n = deck_size, most_decks = 3, ranks_n = 13;
inline constexpr int kind_small_joker = 52, kind_big_joker = 53;
inline constexpr u64 suit_mask = 0x1fff;

struct Copies {
    u64 one = 0, two = 0, three = 0;

    friend bool operator==(const Copies&, const Copies&) = default;

    PF_INLINE int total() const {
        return count_bits64(one) + count_bits64(two) + count_bits64(three);
    }
    PF_INLINE Copies within(u64 kinds) const { return {one & kinds, two & kinds, three & kinds}; }
    PF_INLINE int of(int kind) const {
        return static_cast<int>((one >> kind & 1) + (two >> kind & 1) + (three >> kind & 1));
    }
    // Whether this has at least as many of each kind.
    PF_INLINE bool holds(const Copies& other) const {
        return !((other.one & ~one) | (other.two & ~two) | (other.three & ~three));
    }
    // One more of a kind of which there are fewer than three.
    PF_INLINE void add(int kind) {
        const u64 bit = 1ull << kind;
        three |= two & bit;
        two |= one & bit;
        one |= bit;
    }
};

// a must hold b.
PF_INLINE Copies operator-(const Copies& a, const Copies& b) {
    return {(a.one & ~b.one) | (a.two & ~b.two) | (a.three & ~b.three),
            (a.two & ~b.one) | (a.three & ~b.two), a.three & ~b.one};
}

// At most three of each kind together.
PF_INLINE Copies operator+(const Copies& a, const Copies& b) {
    return {a.one | b.one, a.two | b.two | (a.one & b.one),
            a.three | b.three | (a.two & b.one) | (a.one & b.two)};
}

struct Pile {
    u64 deck[most_decks] = {};

    friend bool operator==(const Pile&, const Pile&) = default;

    PF_INLINE Copies copies() const {
        const u64 a = deck[0], b = deck[1], c = deck[2];
        return {a | b | c, (a & b) | (c & (a | b)), a & b & c};
    }
    PF_INLINE int size() const {
        return count_bits64(deck[0]) + count_bits64(deck[1]) + count_bits64(deck[2]);
    }
    PF_INLINE bool empty() const { return !(deck[0] | deck[1] | deck[2]); }
    PF_INLINE void add(int id) { deck[id / kinds_n] |= 1ull << (id % kinds_n); }
    PF_INLINE bool has(int id) const { return deck[id / kinds_n] >> (id % kinds_n) & 1; }
    PF_INLINE bool holds(const Pile& other) const {
        return !((other.deck[0] & ~deck[0]) | (other.deck[1] & ~deck[1]) |
                 (other.deck[2] & ~deck[2]));
    }
};

PF_INLINE Pile operator|(const Pile& a, const Pile& b) {
    return {{a.deck[0] | b.deck[0], a.deck[1] | b.deck[1], a.deck[2] | b.deck[2]}};
}

// a without b.
PF_INLINE Pile operator-(const Pile& a, const Pile& b) {
    return {{a.deck[0] & ~b.deck[0], a.deck[1] & ~b.deck[1], a.deck[2] & ~b.deck[2]}};
}

PF_INLINE Pile operator&(const Pile& a, const Pile& b) {
    return {{a.deck[0] & b.deck[0], a.deck[1] & b.deck[1], a.deck[2] & b.deck[2]}};
}

// The cards of the lowest decks in `held` that make up `wanted`, which `held` must hold.
PF_INLINE Pile lowest_of(const Pile& held, const Copies& wanted) {
    const u64 a = held.deck[0] & wanted.one;
    const u64 one = (wanted.two & a) | (wanted.one & ~a);  // still wanted after the first deck
    const u64 two = (wanted.three & a) | (wanted.two & ~a);
    const u64 b = held.deck[1] & one;
    const u64 last = (two & b) | (one & ~b);
    return {{a, b, held.deck[2] & last}};
}

// Every copy of some kinds in `decks` packs.
PF_INLINE Pile whole_pack(int decks, u64 kinds = full_deck) {
    return {{kinds, decks > 1 ? kinds : 0, decks > 2 ? kinds : 0}};
}

inline constexpr u64 kinds_of_rank(int rank) {
    return (1ull | 1ull << 13 | 1ull << 26 | 1ull << 39) << rank;
}
inline constexpr u64 kinds_of_suit(int suit) {
    return suit_mask << (13 * suit);
}
inline constexpr u64 joker_kinds = 3ull << kind_small_joker;
// 5, 10, K: ranks 3, 8, 11.
inline constexpr u64 five_kinds = kinds_of_rank(3),
                     ten_kinds = kinds_of_rank(8) | kinds_of_rank(11);

PF_INLINE int points_of(u64 kinds) {
    return 5 * count_bits64(kinds & five_kinds) + 10 * count_bits64(kinds & ten_kinds);
}
PF_INLINE int points_of(const Copies& cards) {
    return points_of(cards.one) + points_of(cards.two) + points_of(cards.three);
}
PF_INLINE int points_of(const Pile& pile) {
    return points_of(pile.deck[0]) + points_of(pile.deck[1]) + points_of(pile.deck[2]);
}

}  // namespace pokerfast
