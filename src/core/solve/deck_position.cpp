#include "solve/deck_position.hpp"

namespace pokerfast::solve {

namespace {

constexpr int no_answer = 16;

PF_INLINE u32 squeezed(u32 bits, u32 keep) {
    return static_cast<u32>(gather_bits(bits, keep));
}

PF_INLINE int short_chains(u32 p1, u32 p2, u32 p3) {
    return count_bits(starts_of_five(p1)) + count_bits(starts_of_three(p2)) +
           count_bits(starts_of_two(p3));
}

// Whether a hand would hold more chains if only these slots were there.
PF_INLINE bool joins(const Planes& hand, u32 keep, int chains) {
    return short_chains(squeezed(hand.p1, keep), squeezed(hand.p2, keep),
                        squeezed(hand.p3, keep)) != chains;
}

// The lowest slot from which a play of the same kind beats this one, wings not asked for.
int lowest_answer(const Planes& hand, Reading table) {
    u32 plane;
    switch (table.kind) {
        case Kind::solo:
        case Kind::solo_chain: plane = hand.p1; break;
        case Kind::pair:
        case Kind::pair_chain: plane = hand.p2; break;
        case Kind::bomb:
        case Kind::four_two_solo:
        case Kind::four_two_pair: plane = hand.p4; break;
        default: plane = hand.p3;
    }
    u32 starts = plane;
    for (int i = 1; i < table.length; ++i) starts &= plane >> i;
    starts &= ~0u << (parted_slot(table.rank) + 1);
    return starts ? lowest(starts) : no_answer;
}

// The slots that the key keeps: those held, and of the others what it takes to keep cards apart
// that are no chain.
u32 slots_kept(const Planes* hands, int players) {
    u32 held = 0;
    int chains[3];
    for (int i = 0; i < players; ++i) held |= hands[i].p1;
    bool apart = false;
    for (int i = 0; i < players; ++i) {
        chains[i] = short_chains(hands[i].p1, hands[i].p2, hands[i].p3);
        apart |= joins(hands[i], held, chains[i]);
    }
    if (!apart) return held;
    const u32 empty = ~held & low_bits(highest(held)) & ~low_bits(lowest(held));
    u32 gaps = empty & ~(empty << 1), keep = held | gaps;
    for (; gaps; gaps &= gaps - 1) {
        const u32 without = keep & ~(gaps & (~gaps + 1));
        bool same = true;
        for (int i = 0; i < players; ++i) same &= !joins(hands[i], without, chains[i]);
        if (same) keep = without;
    }
    return keep;
}

}  // namespace

DeckKey key_of(const DeckPosition& p) {
    constexpr u64 threes = 0x3333333333333333ull;
    u64 hands[3] = {};
    Planes planes[3] = {};
    bool rocket = false;
    for (int i = 0; i < p.players; ++i) {
        hands[i] = parted(p.hand[i]);
        planes[i] = planes_of(hands[i]);
        rocket |= (planes[i].p1 & parted_jokers) == parted_jokers;
    }
    const u32 keep = slots_kept(planes, p.players);

    // A play on the table is told by the lowest rank of those still to act that answers it; one
    // that bombs alone answer is the same whatever it is.
    Reading table = p.table;
    int answer = no_answer;
    const auto lowest_of_all = [&](auto&& of) {
        int seat = p.turn;
        for (int left = p.players - 1 - p.passes; left > 0; --left, seat = p.next(seat)) {
            const int own = of(planes[seat]);
            answer = own < answer ? own : answer;
        }
    };
    if (!p.leading()) {
        lowest_of_all([&](const Planes& hand) { return lowest_answer(hand, table); });
        if (answer == no_answer && table.kind != Kind::bomb) {
            table = {Kind::bomb, 0, 1};
            lowest_of_all([](const Planes& hand) { return hand.p4 ? lowest(hand.p4) : no_answer; });
        }
    }
    const int rank = p.leading()           ? 0
                     : answer == no_answer ? 15
                                           : count_bits(keep & low_bits(answer));

    // Two bits a hand and slot. All four of a rank, of which nobody else then has any, are written
    // as three in two hands.
    const u64 lanes = spread_lanes(keep) * 15;
    u64 a = gather_bits(hands[0], lanes), b = gather_bits(hands[1], lanes),
        c = gather_bits(hands[2], lanes);
    const u64 four_a = (a >> 2 & lane_ones) * 3, four_b = (b >> 2 & lane_ones) * 3,
              four_c = (c >> 2 & lane_ones) * 3;
    a = (a & threes) | four_a | four_c;
    b = (b & threes) | four_b | four_a;
    c = (c & threes) | four_c | four_b;
    const u64 rest = static_cast<u64>(rank) | static_cast<u64>(table.length) << 4 |
                     static_cast<u64>(static_cast<int>(table.kind)) << 8 |
                     static_cast<u64>(p.turn) << 12 | static_cast<u64>(p.passes) << 14 |
                     static_cast<u64>(rocket) << 15 | u64{1} << 16;
    return {gather_bits(a, threes) | gather_bits(b, threes) << 32,
            gather_bits(c, threes) | rest << 32};
}

}  // namespace pokerfast::solve
