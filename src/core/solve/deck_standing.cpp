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
template <class Row>
PF_INLINE void add_alone(Row& row, const Part& part, int rank) {
    row.add(part.alone_in(low_bits(rank)), part.n);
    row.add(part.alone_in(low_bits(rank + 1)), part.n);
}
template <class Row>
PF_INLINE void add_chained(Row& row, const Part& part, int rank) {
    row.add(part.chained_in(low_bits(rank)), part.chained_n);
    row.add(part.chained_in(low_bits(rank + 1)), part.chained_n);
}

PF_INLINE u64 mixed(u64 x, u64 y) {
    return (x ^ x >> 29 ^ y) * 0xBF58476D1CE4E5B9ull;
}

u64 hash_of(const DeckKey& core, u64 alone, const u64 (&equal)[4]) {
    u64 x = mixed(core.hash(), alone);
    for (const u64 word : equal) x = mixed(x, word);
    x = (x ^ x >> 32) * 0x94D049BB133111EBull;
    return x ^ x >> 31;
}

PF_INLINE u32 tag_of(u64 hash) {
    return static_cast<u32>(hash >> 32) | 1;
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
    part[0].each([&](int rank) {
        for (int farmer = 1; farmer < p.players; ++farmer) {
            add_alone(made.good, part[farmer], rank);
            add_chained(made.good, part[farmer], rank);
        }
    });
    for (int farmer = 1; farmer < p.players; ++farmer)
        part[farmer].each([&](int rank) {
            // The landlord's chained ranks above it, and those not below it.
            made.good.add(part[0].chained_in(~low_bits(rank + 1)), part[0].chained_n);
            made.good.add(part[0].chained_in(~low_bits(rank)), part[0].chained_n);
        });
    if (p.players == 3) {
        part[1].each([&](int rank) {
            add_alone(made.equal, part[2], rank);
            add_chained(made.equal, part[2], rank);
        });
        part[2].each([&](int rank) { add_chained(made.equal, part[1], rank); });
    }
    return made;
}

u64 Standing::hash() const {
    return hash_of(core, alone, equal.word);
}

u64 StandingTable::Entry::hash() const {
    return hash_of(core, alone, equal);
}

bool StandingTable::Entry::comparable(const Standing& standing) const {
    return core == standing.core && alone == standing.alone &&
           std::memcmp(equal, standing.equal.word, sizeof equal) == 0;
}

bool StandingTable::Entry::within(const Standing& standing) const {
    u64 more = 0;
    for (int i = 0; i < 8; ++i) more |= good[i] & ~standing.good.word[i];
    return more == 0;
}

bool StandingTable::Entry::holds(const Standing& standing) const {
    u64 more = 0;
    for (int i = 0; i < 8; ++i) more |= standing.good.word[i] & ~good[i];
    return more == 0;
}

Outcome StandingTable::find(const Standing& standing) const {
    if (!standing.fits()) return Outcome::open;
    const u64 hash = standing.hash();
    const Bucket& bucket = buckets_[hash & (buckets_.size() - 1)];
    for (int i = 0; i < ways; ++i) {
        if (bucket.tag[i] != tag_of(hash)) continue;
        const Entry& entry = bucket.at[i];
        if (!entry.comparable(standing)) continue;
        if (entry.outcome == Outcome::attacker ? entry.within(standing) : entry.holds(standing))
            return entry.outcome;
    }
    return Outcome::open;
}

void StandingTable::keep(const Standing& standing, Outcome outcome, u64 work) {
    if (!standing.fits()) return;
    if (2 * used_ > ways * buckets_.size() && 2 * bytes() <= most_bytes_) grow();
    const u64 hash = standing.hash();
    Bucket& bucket = buckets_[hash & (buckets_.size() - 1)];
    int place = 0;
    for (int i = 0; i < ways; ++i) {
        const Entry& entry = bucket.at[i];
        if (bucket.tag[i] == tag_of(hash) && entry.outcome == outcome &&
            entry.comparable(standing)) {
            const bool landlord = outcome == Outcome::attacker;
            if (landlord ? entry.within(standing) : entry.holds(standing)) return;  // says it too
            if (landlord ? entry.holds(standing) : entry.within(standing)) {        // says less
                place = i;
                break;
            }
        }
        if (entry.work < bucket.at[place].work) place = i;
    }
    Entry made;
    made.core = standing.core;
    made.alone = standing.alone;
    std::memcpy(made.equal, standing.equal.word, sizeof made.equal);
    std::memcpy(made.good, standing.good.word, sizeof made.good);
    made.work = static_cast<u32>(work < 0xffffffff ? work : 0xffffffff);
    made.outcome = outcome;
    put(made, hash, bucket, place);
}

void StandingTable::put(const Entry& entry, u64 hash, Bucket& bucket, int place) {
    used_ += bucket.tag[place] == 0;
    bucket.tag[place] = tag_of(hash);
    bucket.at[place] = entry;
}

void StandingTable::grow() {
    std::vector<Bucket> old(2 * buckets_.size());
    old.swap(buckets_);
    used_ = 0;
    for (const Bucket& bucket : old)
        for (int i = 0; i < ways; ++i) {
            if (!bucket.tag[i]) continue;
            const u64 hash = bucket.at[i].hash();
            Bucket& into = buckets_[hash & (buckets_.size() - 1)];
            int place = 0;
            for (int j = 0; j < ways; ++j)
                if (into.at[j].work < into.at[place].work) place = j;
            put(bucket.at[i], hash, into, place);
        }
}

}  // namespace pokerfast::solve
