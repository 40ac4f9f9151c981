// The position inside a search of open-hand whist. A card is a bit of a word with 16 bits for each
// suit, rank 0 … 12 in the lowest of them; so cards of one suit compare as numbers.
#pragma once

#include "solve/single_table.hpp"

namespace pokerfast::solve::single {

PF_INLINE u64 bit(int card) {
    return 1ull << card;
}
// All bits of the card's suit.
PF_INLINE u64 suit_of(int card) {
    return 0xffffull << (card & 48);
}
PF_INLINE u64 suit(int i) {
    return 0xffffull << (16 * i);
}
PF_INLINE u64 at_most(int card) {
    return (2ull << card) - 1;
}
PF_INLINE u64 lowest_bit(u64 cards) {
    return cards & (~cards + 1);
}
PF_INLINE int partner(int seat) {
    return seat ^ 2;
}
PF_INLINE int after(int seat) {
    return (seat + 1) & 3;
}
PF_INLINE int before(int seat) {
    return (seat + 3) & 3;
}

// Bit i to bits 2i and 2i + 1.
PF_INLINE u32 doubled(u32 mask) {
#ifdef __BMI2__
    return _pdep_u32(mask, 0x55555555u) * 3;
#else
    mask = (mask | mask << 8) & 0x00ff00ffu;
    mask = (mask | mask << 4) & 0x0f0f0f0fu;
    mask = (mask | mask << 2) & 0x33333333u;
    return ((mask | mask << 1) & 0x55555555u) * 3;
#endif
}

struct State {
    u64 hand[4] = {};
    u64 shape = 0;       // four bits a seat and suit: how many cards
    u64 trumps = 0;      // all bits of the trump suit, or none
    u32 owners[4] = {};  // of every card at the start, two bits each

    PF_INLINE u64 all() const { return hand[0] | hand[1] | hand[2] | hand[3]; }
    PF_INLINE int length(int seat, int suit) const {
        return static_cast<int>(shape >> (16 * seat + 4 * suit) & 15);
    }
    PF_INLINE void take(int seat, int card) {
        hand[seat] ^= bit(card);
        shape -= 1ull << (16 * seat + 4 * (card >> 4));
    }
    PF_INLINE void put_back(int seat, int card) {
        hand[seat] ^= bit(card);
        shape += 1ull << (16 * seat + 4 * (card >> 4));
    }
    // Between two tricks. Seat 0's last suit follows from the others, as hands are equally long.
    PF_INLINE u64 key(int leader) const {
        return (shape & ~0xf000ull) | static_cast<u64>(leader) << 12;
    }
    PF_INLINE SingleOwners owners_now() const {
        const u64 cards = all();
        SingleOwners now;
        for (int i = 0; i < 2; ++i) {
            u64 word = 0;
            for (int j = 0; j < 2; ++j) {
                const int s = 2 * i + j;
                const u32 held = static_cast<u32>(cards >> (16 * s)) & 0xffffu;
                const u64 packed = gather_bits(owners[s], doubled(held));
                word |= (packed << (32 - 2 * count_bits(held)) & 0xffffffffull) << (32 * j);
            }
            now.word[i] = word;
        }
        return now;
    }
};

// What a bound rests on: in each suit the lowest of these cards and all above it matter.
using Ranks = u64;

// Tricks that the leader's side can take at once, counted up to `need`; adds what they rest on to
// `ranks` if there are as many.
int quick_tricks(const State& state, int leader, int tricks, int need, Ranks& ranks);
// Tricks that the side of `seat` takes sooner or later, on lead or not.
int sure_tricks(const State& state, int leader, int side, int need, Ranks& ranks);
// Cards whose lead gives the other side as many tricks as it needs at once.
u64 lost_leads(const State& state, int leader, int tricks, int need, Ranks& ranks);

struct Move {
    int card;
    int weight;
    u64 kinds;  // its class
};

// Cards in the trick so far.
struct Trick {
    int leader = 0;
    u64 cards = 0;
    int best = 0, winner = 0;  // the card and its seat
    u64 led = 0;               // all bits of the suit
};

// What to try first.
void weigh_leads(const State& state, int leader, Move* moves, int count);
void weigh_follows(const State& state, const Trick& trick, int place, Move* moves, int count);

}  // namespace pokerfast::solve::single
