// One walk over the legal plays of a hand, group by group, in one fixed order. Counting, listing
// and unranking are sinks of this walk, so they cannot disagree. A sink's methods answer whether to
// stop:
//
//   skip(n)                                       true: the next n plays, a group walked in detail,
//   are done with equal(kind, ranks, copies)                    one play a rank chains(kind,
//   starts, length, copies)          one play a start one_wing(kind, bodies, wings, unit) trio of
//   each body with one wing of another rank wings(kind, rank, length, base, supply, pick, unit)
//   base and every multiset of wings
#pragma once

#include "cards/deck.hpp"
#include "climb/doudizhu/plan.hpp"
#include "climb/doudizhu/wings.hpp"

namespace pokerfast {

// Some ranks of a supply cannot be treated freely: the jokers when both together are no wings, and,
// where every set of cards must come once, the rank above the chain. Their units are fixed here,
// one call of `group` for each way.
//
// A set of cards is two trio_solo_chains only if it holds both chains, and a chain shifted by d
// needs 3d of the wings, so d = 1 (chains have at most 5 links): three or four wings of the rank
// above the chain, and then the chain one higher, with the lowest rank as wings, is the higher
// reading, unless it breaks a limit. It is that reading which stands, so the lower one is left out.
template <class Group>
inline bool fixed_wings(const Plan& plan, u32 apart, int up, int low, const Supply& supply,
                        int pick, Group&& group) {
    const Supply rest = supply.masked(~apart);
    const int most_up = up >= 0 ? supply.most(up) : 0;
    const int most_low = up >= 0 ? supply.most(low) : 0;
    const bool jokers = apart & joker_slots;
    for (int n_up = 0; n_up <= most_up; ++n_up) {
        for (int n_low = 0; n_low <= most_low; ++n_low) {
            if (n_up >= 3) {
                // Read one higher, the lowest rank gives 3 + n_low wings and the rank above n_up
                // - 3.
                const bool limit_allows = n_low == 0 ? plan.wings3 : plan.wings4;
                const bool fourth_allows = n_up == 3 || plan.body_wings;
                if (limit_allows && fourth_allows && plan.touching) continue;
            }
            const u64 fixed = (up >= 0 ? copies_of(up, n_up) + copies_of(low, n_low) : 0);
            for (int joker = 0; joker <= (jokers ? 2 : 0); ++joker) {
                const int left = pick - n_up - n_low - (joker > 0);
                if (left < 0) continue;
                const u64 with = fixed + (joker ? copies_of(slot_small_joker + joker - 1, 1) : 0);
                if (group(with, rest, left)) return true;
            }
        }
    }
    return false;
}

// Wings of single cards for a trio chain that starts at `rank`. `once`: every set of cards once, by
// its best reading.
template <bool once, class Sink>
inline bool walk_trio_solo_chain(const Plan& plan, const Planes& hand, int rank, int length,
                                 Sink& sink) {
    const u32 body = low_bits(length) << rank;
    const u32 touching = (body << 1 | body >> 1) & plan.chain_ranks & ~plan.touching;
    Supply supply{(hand.p1 & ~body) | (hand.p4 & body & plan.body_wings),
                  hand.p2 & ~body & plan.wings2, hand.p3 & ~body & plan.wings3 & ~touching,
                  hand.p4 & ~body & plan.wings4 & ~touching};
    const u64 base = run_of(rank, length, 3);
    u32 apart = 0;
    int up = -1;
    if (once && length >= 3 && (supply.c3 & plan.chain_ranks) >> (rank + length) & 1) {
        up = rank + length;
        apart = 1u << up | 1u << rank;
    }
    if (!plan.joker_wings && (supply.c1 & joker_slots) == joker_slots) apart |= joker_slots;
    if (__builtin_expect(apart == 0, 1))
        return sink.wings(Kind::trio_solo_chain, rank, length, base, supply, length, 1);
    return fixed_wings(
        plan, apart, up, rank, supply, length, [&](u64 fixed, const Supply& rest, int left) {
            return sink.wings(Kind::trio_solo_chain, rank, length, base + fixed, rest, left, 1);
        });
}

template <class Sink>
inline bool walk_trio_pair_chain(const Plan& plan, const Planes& hand, int rank, int length,
                                 Sink& sink) {
    const u32 body = low_bits(length) << rank;
    const Supply supply{hand.p2 & ~body, hand.p4 & ~body & plan.repeat_pairs, 0, 0};
    return sink.wings(Kind::trio_pair_chain, rank, length, run_of(rank, length, 3), supply, length,
                      2);
}

template <class Sink>
inline bool walk_four_two_solo(const Plan& plan, const Planes& hand, int rank, Sink& sink) {
    const u32 others = ~(1u << rank);
    const Supply supply{hand.p1 & others, hand.p2 & others & plan.four_pair, 0, 0};
    const u64 base = copies_of(rank, 4);
    if (plan.joker_wings || (hand.p1 & joker_slots) != joker_slots)
        return sink.wings(Kind::four_two_solo, rank, 1, base, supply, 2, 1);
    return fixed_wings(
        plan, joker_slots, -1, 0, supply, 2, [&](u64 fixed, const Supply& rest, int left) {
            return sink.wings(Kind::four_two_solo, rank, 1, base + fixed, rest, left, 1);
        });
}

// Two fours are each other's wings in two readings; of these the higher stands when every set is to
// come once.
template <bool once, class Sink>
inline bool walk_four_two_pair(const Plan& plan, const Planes& hand, int rank, Sink& sink) {
    const u32 others = ~(1u << rank);
    const u32 fours = hand.p4 & (once ? low_bits(rank) : others) & plan.repeat_pairs;
    return sink.wings(Kind::four_two_pair, rank, 1, copies_of(rank, 4),
                      Supply{hand.p2 & others, fours, 0, 0}, 2, 2);
}

template <class Sink>
inline bool walk_chains(const Plan& plan, Kind kind, u32 plane, int copies, Sink& sink) {
    plane &= plan.chain_ranks;
    if (sink.skip(chain_totals.of[copies][plane])) return false;
    int length = shortest_chain[copies];
    u32 starts = chain_starts(plan, plane, length);
    for (; starts && length <= longest_chain[copies]; starts &= plane >> length, ++length)
        if (sink.chains(kind, starts, length, copies)) return true;
    return false;
}

// Chains of trios with and without wings, and fours with two.
template <class Sink>
inline bool walk_formations(const Plan& plan, const Planes& hand, Sink& sink) {
    const int size = size_of(hand);
    u32 starts = chain_starts(plan, hand.p3, 2);
    for (int length = 2; starts && length <= longest_chain[3]; ++length) {
        if (plan.has(Kind::trio_chain) && sink.chains(Kind::trio_chain, starts, length, 3))
            return true;
        if (plan.has(Kind::trio_solo_chain) && size >= 4 * length &&
            length <= longest_trio_solo_chain)
            for (u32 left = starts; left; left &= left - 1)
                if (walk_trio_solo_chain<false>(plan, hand, lowest(left), length, sink))
                    return true;
        if (plan.has(Kind::trio_pair_chain) && size >= 5 * length &&
            length <= longest_trio_pair_chain)
            for (u32 left = starts; left; left &= left - 1)
                if (walk_trio_pair_chain(plan, hand, lowest(left), length, sink)) return true;
        starts &= (hand.p3 & plan.chain_ranks) >> length;
    }
    if (hand.p4 == 0) return false;
    if (plan.has(Kind::four_two_solo) && size >= 6)
        for (u32 left = hand.p4; left; left &= left - 1)
            if (walk_four_two_solo(plan, hand, lowest(left), sink)) return true;
    if (plan.has(Kind::four_two_pair) && size >= 8)
        for (u32 left = hand.p4; left; left &= left - 1)
            if (walk_four_two_pair<false>(plan, hand, lowest(left), sink)) return true;
    return false;
}

template <class Sink>
inline bool walk_trios(const Plan& plan, const Planes& hand, Sink& sink) {
    if (plan.has(Kind::trio) && sink.equal(Kind::trio, hand.p3, 3)) return true;
    if (plan.has(Kind::trio_solo) && sink.one_wing(Kind::trio_solo, hand.p3, hand.p1, 1))
        return true;
    if (plan.has(Kind::trio_pair) && sink.one_wing(Kind::trio_pair, hand.p3, hand.p2, 2))
        return true;
    return walk_formations(plan, hand, sink);
}

template <class Sink>
PF_INLINE bool walk_rocket(const Plan& plan, const Planes& hand, Sink& sink) {
    return (hand.p1 & plan.rocket_ranks) == plan.rocket_ranks && plan.has(Kind::rocket) &&
           sink.rocket();
}

// Every (reading, cards) once.
template <class Sink>
PF_INLINE void walk_leads(const Plan& plan, const Planes& hand, Sink& sink) {
    if (plan.has(Kind::solo) && sink.equal(Kind::solo, hand.p1, 1)) return;
    if (plan.has(Kind::pair) && sink.equal(Kind::pair, hand.p2, 2)) return;
    if (plan.has(Kind::solo_chain) && walk_chains(plan, Kind::solo_chain, hand.p1, 1, sink)) return;
    if (plan.has(Kind::pair_chain) && walk_chains(plan, Kind::pair_chain, hand.p2, 2, sink)) return;
    if (hand.p3 && walk_trios(plan, hand, sink)) return;
    if (hand.p4 && plan.has(Kind::bomb) && sink.equal(Kind::bomb, hand.p4, 4)) return;
    walk_rocket(plan, hand, sink);
}

// Every set of cards that beats the table, once, with its best beating reading.
template <class Sink>
PF_INLINE void walk_follows(const Plan& plan, const Planes& hand, Reading table, Sink& sink) {
    const u32 above = bits_above(table.rank);
    const int length = table.length;
    switch (table.kind) {
        // Four tables of five: chosen by data, not by a jump for each kind.
        case Kind::solo:
        case Kind::pair:
        case Kind::trio: {
            const u32 plane = table.kind == Kind::solo   ? hand.p1
                              : table.kind == Kind::pair ? hand.p2
                                                         : hand.p3;
            if (sink.equal(table.kind, plane & above, static_cast<int>(table.kind) + 1)) return;
            break;
        }
        case Kind::solo_chain:
            if (sink.chains(Kind::solo_chain, chain_starts(plan, hand.p1, length) & above, length,
                            1))
                return;
            break;
        case Kind::pair_chain:
            if (sink.chains(Kind::pair_chain, chain_starts(plan, hand.p2, length) & above, length,
                            2))
                return;
            break;
        case Kind::trio_chain:
            if (sink.chains(Kind::trio_chain, chain_starts(plan, hand.p3, length) & above, length,
                            3))
                return;
            break;
        case Kind::trio_solo:
            if (sink.one_wing(Kind::trio_solo, hand.p3 & above, hand.p1, 1)) return;
            break;
        case Kind::trio_pair:
            if (sink.one_wing(Kind::trio_pair, hand.p3 & above, hand.p2, 2)) return;
            break;
        case Kind::trio_solo_chain:
            if (size_of(hand) < 4 * length) break;
            for (u32 left = chain_starts(plan, hand.p3, length) & above; left; left &= left - 1)
                if (walk_trio_solo_chain<true>(plan, hand, lowest(left), length, sink)) return;
            break;
        case Kind::trio_pair_chain:
            if (size_of(hand) < 5 * length) break;
            for (u32 left = chain_starts(plan, hand.p3, length) & above; left; left &= left - 1)
                if (walk_trio_pair_chain(plan, hand, lowest(left), length, sink)) return;
            break;
        case Kind::four_two_solo:
            for (u32 left = hand.p4 & above; left; left &= left - 1)
                if (walk_four_two_solo(plan, hand, lowest(left), sink)) return;
            break;
        case Kind::four_two_pair:
            for (u32 left = hand.p4 & above; left; left &= left - 1)
                if (walk_four_two_pair<true>(plan, hand, lowest(left), sink)) return;
            break;
        case Kind::bomb:
            if (plan.has(Kind::bomb) && sink.equal(Kind::bomb, hand.p4 & above, 4)) return;
            walk_rocket(plan, hand, sink);
            return;
        default: return;  // the rocket, or nothing to follow
    }
    if (hand.p4 && plan.has(Kind::bomb) && sink.equal(Kind::bomb, hand.p4, 4)) return;
    walk_rocket(plan, hand, sink);
}

}  // namespace pokerfast
