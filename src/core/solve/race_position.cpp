#include "solve/race_position.hpp"

#include "solve/standing_table.hpp"

#include <cstring>

namespace pokerfast::solve {

using race::nobody;
using race::seats_n;

namespace {

constexpr u32 compared_slots = 0x1fff;  // all but jokers and big aces

// Strengths of a hand's ranks, those alone by size and then from below, and the one on the table.
struct Row {
    alignas(16) signed char of[16] = {};
    int n = 0;

    PF_INLINE void add(int strength) { of[n++] = static_cast<signed char>(strength); }
    // Those below a strength, and those not above it.
    PF_INLINE void compare(int strength, u32& below, u32& most) const {
        const u32 all = low_bits(n);
#ifdef __SSE2__
        __m128i row;
        std::memcpy(&row, of, sizeof row);
        const __m128i one = _mm_set1_epi8(static_cast<char>(strength));
        below = static_cast<u32>(_mm_movemask_epi8(_mm_cmpgt_epi8(one, row))) & all;
        most = ~static_cast<u32>(_mm_movemask_epi8(_mm_cmpgt_epi8(row, one))) & all;
#else
        below = most = 0;
        for (int i = 0; i < n; ++i) {
            below |= static_cast<u32>(of[i] < strength) << i;
            most |= static_cast<u32>(of[i] <= strength) << i;
        }
        (void)all;
#endif
    }
};

// Every comparison of two hands, from the first one's side.
void add_comparisons(BitWriter& bits, const Row& one, const Row& other) {
    for (int i = 0; i < one.n; ++i) {
        u32 below, most;
        other.compare(one.of[i], below, most);
        bits.add(u64{below} | u64{most} << other.n, 2 * other.n);
    }
}

}  // namespace

RaceKeys::RaceKeys(const Plays& plays) : plays_(plays) {
    for (int slot = 0; slot < slots_n; ++slot)
        strength_[slot] = static_cast<u8>(plays.strength(slot));
}

RaceKey RaceKeys::operator()(const RacePosition& p, const RaceQuestion& question) const {
    RaceKey key;
    BitWriter exact{key.exact, 64 * RaceKey::exact_words}, good{key.good, 64 * RaceKey::good_words};
    const bool by_rank = p.table.kind != Kind::pass && p.table.length == 1 && p.table.rank < 13;
    exact.add(1, 2);  // tells it from the plain form, and from a key that is default made
    exact.add(u64{question.like} | u64{question.value} << 9 | u64{p.turn} << 12 |
                  static_cast<u64>(p.table_by & 7) << 15 | static_cast<u64>(p.table.kind) << 18 |
                  u64{p.table.length} << 24 | u64{p.exposure} << 29 |
                  static_cast<u64>(by_rank ? 31 : p.table.rank & 31) << 32 |
                  static_cast<u64>(p.table_cards.total()) << 37 |
                  static_cast<u64>(p.table_cards.of(13)) << 43 |
                  static_cast<u64>(p.table_cards.of(14)) << 46 |
                  static_cast<u64>(p.table_cards.of(15)) << 49,
              51);

    bool may_take = false, may_be_taken = plays_.take_of(p.on_table()).size != 0;
    for (const RankCounts& hand : p.hand) {
        may_take |= plays_.may_take(hand);
        may_be_taken |= plays_.may_be_taken(hand);
    }
    // Cards that change hands are compared with whatever is there.
    const bool plain = may_take && may_be_taken;
    Row row[seats_n];
    for (int seat = 0; seat < seats_n && !plain; ++seat) {
        const RankCounts& hand = p.hand[seat];
        const u32 held = hand.plane(1), related = held & plays_.related(hand);
        const u32 alone = held & ~related;
        exact.add(related != 0, 1);
        if (related) {
            exact.add(related, slots_n);
            for (u32 left = related; left; left &= left - 1)
                exact.add(static_cast<u64>(hand.of(lowest(left))), 5);
        }
        // Sizes in order, each by its difference to the one before, in ones.
        exact.add(static_cast<u64>(count_bits(alone)), 4);
        int size = 1;
        for (u32 left = alone; left; ++size) {
            const u32 of_size = left & ~hand.plane(size + 1);
            exact.add(0, count_bits(of_size));
            u8 sorted[slots_n];
            int n = 0;
            for (u32 slots = of_size; slots; slots &= slots - 1) {
                int at = n++;
                const u8 strength = strength_[lowest(slots)];
                for (; at > 0 && sorted[at - 1] > strength; --at) sorted[at] = sorted[at - 1];
                sorted[at] = strength;
            }
            for (int i = 0; i < n; ++i) row[seat].add(sorted[i]);
            left &= ~of_size;
            if (left) exact.add(1, 1);
        }
        for (u32 left = related & compared_slots; left; left &= left - 1)
            row[seat].add(strength_[lowest(left)]);
    }
    if (!plain) {
        if (by_rank) row[p.table_by].add(strength_[p.table.rank]);
        for (int one = 0; one < seats_n; ++one)
            for (int other = one + 1; other < seats_n; ++other) {
                const bool attacks = question.attackers >> one & 1;
                if (attacks == (question.attackers >> other & 1))
                    add_comparisons(exact, row[one], row[other]);
                else
                    add_comparisons(good, row[attacks ? one : other], row[attacks ? other : one]);
            }
        if (exact.fits() && good.fits()) return key;
    }
    const u64 head = key.exact[0] | 2;
    key = {};
    key.exact[0] = head;
    std::memcpy(key.exact + 1, p.hand, sizeof p.hand);
    std::memcpy(key.exact + 11, &p.table_cards, sizeof p.table_cards);
    return key;
}

}  // namespace pokerfast::solve
