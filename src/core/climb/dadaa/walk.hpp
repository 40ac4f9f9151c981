// One walk over the legal plays of a hand of 打大A, group by group, in one fixed order; counting,
// listing and unranking are its sinks (sinks.hpp). A sink's methods answer whether to stop:
//
//   sets(kind, slots, copies)          one play a slot
//   runs(kind, starts, length, copies) one play a start on the line
//   one(kind, rank, cards)             one play
//
// Where big aces may stand for aces, plays that use k = 1, 2 of them so are walked for themselves:
// `stand_ins` tells the sink.
#pragma once

#include "cards/deck.hpp"
#include "climb/dadaa/plan.hpp"

namespace pokerfast {

namespace dadaa {

inline constexpr u32 ace_slot = 1u << slot_ace;
// Kinds that ordinary ranks make, which big aces may join.
inline constexpr u32 joined_kinds = kind_bit(Kind::pair) | kind_bit(Kind::dragon) |
                                    kind_bit(Kind::double_dragon) | kind_bit(Kind::egg) |
                                    kind_bit(Kind::big_egg) | kind_bit(Kind::egg_chain) |
                                    kind_bit(Kind::false_eight) | kind_bit(Kind::true_seven);
inline constexpr u32 every_kind = ~0u;

// Slots by copies, for sets and for runs; they differ only where big aces stand in.
struct Slots {
    const u32* sets;
    const u32* runs;
    bool need_ace;

    PF_INLINE u32 starts(const DadaaPlan& plan, u32 line, int length) const {
        u32 starts = line & plan.possible[length];
        for (int i = 1; i < length; ++i) starts &= line >> i;
        return need_ace ? starts & plan.with_ace[length] : starts;
    }
};

PF_INLINE RankCounts jokers(int small, int big) {
    return ranks_of(13, small) + ranks_of(14, big);
}

// Runs of three ranks and more.
template <class Sink>
PF_INLINE bool all_runs(const DadaaPlan& plan, const Slots& slots, Kind kind, int copies,
                        int longest, Sink& sink) {
    const u32 line = plan.line(slots.runs[copies]);
    u32 starts = line & line >> 1 & line >> 2;
    for (int length = 3; starts && length <= longest; starts &= line >> length, ++length) {
        const u32 allowed = slots.need_ace ? plan.with_ace[length] : plan.possible[length];
        if (sink.runs(kind, starts & allowed, length, copies)) return true;
    }
    return false;
}

// All plays of the kinds in `kinds`, 大蛋子 from `least` cards on.
template <class Sink>
PF_INLINE bool walk_kinds(const DadaaPlan& plan, const DadaaHand& hand, const Slots& slots,
                          u32 kinds, int least, Sink& sink) {
    const auto wants = [&](Kind kind) { return kinds & kind_bit(kind); };
    if (wants(Kind::single) && sink.sets(Kind::single, slots.sets[1], 1)) return true;
    if (wants(Kind::joker)) {
        if (hand.small && sink.one(Kind::joker, 13, jokers(1, 0))) return true;
        if (hand.big && sink.one(Kind::joker, 14, jokers(0, 1))) return true;
    }
    if (wants(Kind::big_ace) && hand.aces &&
        sink.one(Kind::big_ace, slot_big_ace, ranks_of(slot_big_ace, 1)))
        return true;
    if (wants(Kind::pair) && sink.sets(Kind::pair, slots.sets[2], 2)) return true;
    if (wants(Kind::dragon) && all_runs(plan, slots, Kind::dragon, 1, ordinary_ranks, sink))
        return true;
    if (wants(Kind::double_dragon) &&
        all_runs(plan, slots, Kind::double_dragon, 2, ordinary_ranks, sink))
        return true;
    if (wants(Kind::egg) && sink.sets(Kind::egg, slots.sets[3], 3)) return true;
    if (wants(Kind::big_egg))
        for (int n = least; n <= 6; ++n)
            if (sink.sets(Kind::big_egg, slots.sets[n], n)) return true;
    const bool several = hand.small + hand.big >= 2;
    if (several && wants(Kind::joker_pair)) {
        if (hand.small >= 2 && sink.one(Kind::joker_pair, 13, jokers(2, 0))) return true;
        if (hand.small && hand.big && sink.one(Kind::joker_pair, 13, jokers(1, 1))) return true;
        if (hand.big >= 2 && sink.one(Kind::joker_pair, 14, jokers(0, 2))) return true;
    }
    if (slots.runs[3]) {
        if (wants(Kind::egg_chain) &&
            all_runs(plan, slots, Kind::egg_chain, 3, plan.longest_egg_chain, sink))
            return true;
        if (wants(Kind::false_eight) && slots.runs[4]) {
            const u32 starts = slots.starts(plan, plan.line(slots.runs[4]), 2);
            if (sink.runs(Kind::false_eight, starts, 2, 4)) return true;
        }
        if (wants(Kind::true_seven))
            for (int n = 7; n <= 8; ++n)
                if (sink.sets(Kind::true_seven, slots.sets[n], n)) return true;
    }
    if (several && wants(Kind::joker3)) {
        if (hand.small >= 2 && hand.big && sink.one(Kind::joker3, 13, jokers(2, 1))) return true;
        if (hand.small && hand.big >= 2 && sink.one(Kind::joker3, 13, jokers(1, 2))) return true;
    }
    if (several && wants(Kind::joker4) && hand.small == 2 && hand.big == 2 &&
        sink.one(Kind::joker4, 13, jokers(2, 2)))
        return true;
    return wants(Kind::big_ace_pair) && hand.aces == 2 &&
           sink.one(Kind::big_ace_pair, slot_big_ace, ranks_of(slot_big_ace, 2));
}

// Higher plays of the table's own kind.
template <class Sink>
PF_INLINE bool walk_same(const DadaaPlan& plan, const DadaaHand& hand, const Slots& slots,
                         const Combo& table, bool plain, Sink& sink) {
    const Reading on = table.reading;
    const int size = table.size;
    switch (on.kind) {
        case Kind::single:
        case Kind::pair:
        case Kind::egg:
            return sink.sets(on.kind, slots.sets[size] & plan.above_rank[on.rank], size);
        case Kind::big_egg:
        case Kind::true_seven: {
            if (sink.sets(on.kind, slots.sets[size] & plan.above_rank[on.rank], size)) return true;
            const int most = on.kind == Kind::big_egg ? 6 : 8;
            for (int n = size + 1; n <= most; ++n)
                if (sink.sets(on.kind, slots.sets[n], n)) return true;
            return false;
        }
        case Kind::dragon:
        case Kind::double_dragon:
        case Kind::egg_chain:
        case Kind::false_eight: {
            const int copies = size / on.length;
            const u32 line = plan.line(slots.runs[copies]);
            const u32 above = plan.above_run[on.length][on.rank];
            return sink.runs(on.kind, slots.starts(plan, line, on.length) & above, on.length,
                             copies);
        }
        case Kind::joker:
            return plain && on.rank == 13 && hand.big && sink.one(Kind::joker, 14, jokers(0, 1));
        case Kind::joker_pair: {
            if (!plain || plan.joker_pairs == joker_pair_order::tie) return false;
            const int beaten = table.cards.of(14);  // big jokers on the table
            const bool sum = plan.joker_pairs == joker_pair_order::sum;
            if (sum && beaten < 1 && hand.small && hand.big &&
                sink.one(Kind::joker_pair, 13, jokers(1, 1)))
                return true;
            return beaten < 2 && hand.big >= 2 && sink.one(Kind::joker_pair, 14, jokers(0, 2));
        }
        default: return false;
    }
}

// Calls walk(hand, slots) for every way in which `k` = 1, 2 big aces stand for aces.
template <class Walk>
inline bool each_stand_in(const DadaaHand& hand, const RankCounts& counts, Walk&& walk) {
    const int plain = counts.of(slot_ace);
    for (int k = 1; k <= hand.aces; ++k) {
        u32 sets[most_copies + 1], runs[most_copies + 1];
        for (int n = 1; n <= most_copies; ++n) {
            // `*` and `**` alone are no aces.
            sets[n] = k < n && n <= k + plain ? ace_slot : 0;
            const bool in_run = k <= n && n <= k + plain;
            runs[n] = in_run ? hand.plane[n] | ace_slot : 0;
        }
        if (walk(k, Slots{sets, runs, true})) return true;
    }
    return false;
}

template <class Sink>
PF_INLINE void walk_leads(const DadaaPlan& plan, const RankCounts& counts, Sink& sink) {
    const DadaaHand hand(counts);
    const Slots slots{hand.plane, hand.plane, false};
    if (walk_kinds(plan, hand, slots, every_kind, 4, sink)) return;
    if (__builtin_expect(plan.joins && hand.aces, 0))
        each_stand_in(hand, counts, [&](int k, const Slots& joined) {
            sink.stand_ins = k;
            return walk_kinds(plan, hand, joined, joined_kinds, 4, sink);
        });
}

// Every set of cards that beats the table.
template <class Sink>
PF_INLINE void walk_follows(const DadaaPlan& plan, const RankCounts& counts, const Combo& table,
                            Sink& sink) {
    const DadaaHand hand(counts);
    const Slots slots{hand.plane, hand.plane, false};
    const u32 over = dadaa_beaters.of[static_cast<int>(table.reading.kind)];
    const int least = table.reading.kind == Kind::big_ace ? 5 : 4;
    if (walk_same(plan, hand, slots, table, true, sink)) return;
    if (walk_kinds(plan, hand, slots, over, least, sink)) return;
    if (__builtin_expect(plan.joins && hand.aces, 0))
        each_stand_in(hand, counts, [&](int k, const Slots& joined) {
            sink.stand_ins = k;
            return walk_same(plan, hand, joined, table, false, sink) ||
                   walk_kinds(plan, hand, joined, over & joined_kinds, least, sink);
        });
}

}  // namespace dadaa

}  // namespace pokerfast
