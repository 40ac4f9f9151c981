#include "solve/deck_standing.hpp"

#include <cstring>

namespace pokerfast::solve {

namespace {

PF_INLINE u32 in_chains(const Planes& hand) {
    u32 ones = starts_of_five(hand.p1);
    ones |= ones << 1;
    ones |= ones << 2 | ones << 3;
    u32 twos = starts_of_three(hand.p2);
    twos |= twos << 1 | twos << 2;
    u32 threes = starts_of_two(hand.p3);
    threes |= threes << 1;
    return ones | twos | threes;
}

// One hand: the ranks in chains, the ranks alone by size, and its play on the table where that is
// answered by ranks, which is one more rank alone.
struct Part {
    u32 chained = 0;
    u64 alone = 0;  // four masks of sixteen slots: one to four cards
    int table = -1;
    int n = 0;  // ranks alone, the table's included
    int chained_n = 0;

    // Those of its ranks alone that stand in a mask of slots, and those in chains.
    PF_INLINE u64 alone_in(u32 mask) const {
        const u64 bits = gather_bits(0x0001000100010001ull * (mask & 0xffff), alone);
        return table < 0 ? bits : bits << 1 | (mask >> table & 1);
    }
    PF_INLINE u64 chained_in(u32 mask) const { return gather_bits(mask, chained); }

    template <class Visit>
    PF_INLINE void each(Visit&& visit) const {
        if (table >= 0) visit(table);
        for (u64 left = alone; left; left &= left - 1) visit(lowest(left) & 15);
    }
};

// Whether what stands at each rank lies below a rank, and whether it lies not above it.
PF_INLINE void add_alone(BitWriter& row, const Part& part, int rank) {
    row.add(part.alone_in(low_bits(rank)), part.n);
    row.add(part.alone_in(low_bits(rank + 1)), part.n);
}
PF_INLINE void add_chained(BitWriter& row, const Part& part, int rank) {
    row.add(part.chained_in(low_bits(rank)), part.chained_n);
    row.add(part.chained_in(low_bits(rank + 1)), part.chained_n);
}

PF_INLINE u64 mixed(u64 x, u64 y) {
    return (x ^ x >> 29 ^ y) * 0xBF58476D1CE4E5B9ull;
}

}  // namespace

Standing standing_of(const DeckPosition& p) {
    Standing made;
    Part part[3];
    DeckPosition core = p;
    core.table = {};
    for (int i = 0; i < p.players; ++i) {
        const u64 hand = parted(p.hand[i]);
        const Planes planes = planes_of(hand);
        u32 chains = in_chains(planes);
        // A rocket is no two ranks.
        if ((planes.p1 & parted_jokers) == parted_jokers) chains |= parted_jokers;
        Part& own = part[i];
        own.chained = planes.p1 & chains;
        own.chained_n = count_bits(own.chained);
        const u32 alone = planes.p1 & ~chains;
        own.n = count_bits(alone);
        const u32 sizes[] = {alone & ~planes.p2, alone & planes.p2 & ~planes.p3,
                             alone & planes.p3 & ~planes.p4, alone & planes.p4};
        for (int size = 0; size < 4; ++size) {
            own.alone |= u64{sizes[size]} << (16 * size);
            made.alone = made.alone << 4 | static_cast<u64>(count_bits(sizes[size]));
        }
        core.hand[i] = joined(hand & (spread_lanes(own.chained) * 15));
    }
    made.alone |=
        static_cast<u64>(static_cast<int>(p.table.kind)) << 48 | static_cast<u64>(p.passes) << 56;
    if (!p.leading() && p.table.length == 1) {
        Part& owner = part[p.table_by()];
        owner.table = parted_slot(p.table.rank);
        ++owner.n;
    } else {
        core.table = p.table;  // chains answer a chain, and bombs
    }
    made.core = key_of(core);
    BitWriter equal{made.equal, 64 * 4}, good{made.good, 64 * 8};
    part[0].each([&](int rank) {
        for (int farmer = 1; farmer < p.players; ++farmer) {
            add_alone(good, part[farmer], rank);
            add_chained(good, part[farmer], rank);
        }
    });
    for (int farmer = 1; farmer < p.players; ++farmer)
        part[farmer].each([&](int rank) {
            // The landlord's chained ranks above it, and those not below it.
            good.add(part[0].chained_in(~low_bits(rank + 1)), part[0].chained_n);
            good.add(part[0].chained_in(~low_bits(rank)), part[0].chained_n);
        });
    if (p.players == 3) {
        part[1].each([&](int rank) {
            add_alone(equal, part[2], rank);
            add_chained(equal, part[2], rank);
        });
        part[2].each([&](int rank) { add_chained(equal, part[1], rank); });
    }
    if (!equal.fits() || !good.fits()) made.core = {};
    return made;
}

u64 Standing::group_hash() const {
    u64 x = mixed(core.hash(), alone);
    for (const u64 word : equal) x = mixed(x, word);
    x = (x ^ x >> 32) * 0x94D049BB133111EBull;
    return x ^ x >> 31;
}

bool Standing::comparable(const Standing& other) const {
    return core == other.core && alone == other.alone &&
           std::memcmp(equal, other.equal, sizeof equal) == 0;
}

}  // namespace pokerfast::solve
