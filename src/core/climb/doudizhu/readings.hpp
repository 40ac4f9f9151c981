// What a set of cards can be played as.
#pragma once

#include "cards/deck.hpp"
#include "climb/doudizhu/plan.hpp"

namespace pokerfast {

namespace detail {

// Whether the cards beside a trio chain `body` are wings of single cards that the rules allow.
PF_INLINE bool solo_wings_allowed(const Plan& plan, const Planes& cards, u32 body) {
    const u32 touching = (body << 1 | body >> 1) & plan.chain_ranks;
    const u32 out = ~body;
    const bool too_many = (cards.p2 & out & ~plan.wings2) | (cards.p3 & out & ~plan.wings3) |
                          (cards.p4 & out & ~plan.wings4) | (cards.p4 & body & ~plan.body_wings) |
                          (cards.p3 & out & touching & ~plan.touching);
    return !too_many && (plan.joker_wings || (cards.p1 & joker_slots) != joker_slots);
}

// Whether the cards outside `body` are pairs, and fours only where two pairs may be of one rank.
PF_INLINE bool pair_wings_allowed(const Plan& plan, const Planes& cards, u32 body) {
    const u32 odd = (cards.p1 ^ cards.p2) | (cards.p3 ^ cards.p4);
    return ((odd | (cards.p4 & ~plan.repeat_pairs)) & ~body) == 0;
}

PF_INLINE bool is_run(u32 mask, int length) {
    return mask >> lowest(mask) == low_bits(length);
}

}  // namespace detail

// Calls found(reading) for every reading, the one that leads by default first (the longest chain,
// then without wings, then the highest rank), until found answers true. Any counts of at most four
// a rank are fine.
template <class Found>
PF_INLINE void each_reading(const Plan& plan, u64 counts, Found&& found) {
    const int size = total_of(counts);
    if (size == 0 || size > largest_play) return;
    const Planes cards = planes_of(counts);
    const int first = lowest(cards.p1);
    const auto tell = [&](Kind kind, int rank, int length) {
        return plan.has(kind) &&
               found(Reading{kind, static_cast<u8>(rank), static_cast<u8>(length)});
    };
    if (cards.p2 == 0) {
        if (size == 1) {
            tell(Kind::solo, first, 1);
        } else if (size == 2) {
            if (cards.p1 == plan.rocket_ranks) tell(Kind::rocket, first, 1);
        } else if (size >= shortest_chain[1] && !(cards.p1 & ~plan.chain_ranks) &&
                   detail::is_run(cards.p1, size)) {
            tell(Kind::solo_chain, first, size);
        }
        return;
    }
    if (cards.p3 == 0) {
        if (cards.p1 != cards.p2) return;
        const int links = size / 2;
        if (links == 1) {
            tell(Kind::pair, first, 1);
        } else if (links >= shortest_chain[2] && !(cards.p1 & ~plan.chain_ranks) &&
                   detail::is_run(cards.p1, links)) {
            tell(Kind::pair_chain, first, links);
        }
        return;
    }
    if (size < 6) {
        if (size == 3) {
            tell(Kind::trio, first, 1);
        } else if (cards.p4) {
            if (size == 4) tell(Kind::bomb, first, 1);
        } else if (size == 4) {
            tell(Kind::trio_solo, lowest(cards.p3), 1);
        } else if (cards.p1 == cards.p2) {
            tell(Kind::trio_pair, lowest(cards.p3), 1);
        }
        return;
    }
    const u32 exact3 = cards.p3 & ~cards.p4;
    if (cards.p1 == exact3) {
        const int links = size / 3;
        if (!(cards.p1 & ~plan.chain_ranks) && detail::is_run(cards.p1, links) &&
            tell(Kind::trio_chain, first, links))
            return;
    }
    if (size % 4 == 0) {
        const int links = size / 4;
        for (u32 left = chain_starts(plan, cards.p3, links); left;) {
            const int rank = highest(left);
            left ^= 1u << rank;
            if (detail::solo_wings_allowed(plan, cards, low_bits(links) << rank) &&
                tell(Kind::trio_solo_chain, rank, links))
                return;
        }
    }
    if (size % 5 == 0) {
        const int links = size / 5;
        for (u32 left = chain_starts(plan, exact3, links); left;) {
            const int rank = highest(left);
            left ^= 1u << rank;
            if (detail::pair_wings_allowed(plan, cards, low_bits(links) << rank) &&
                tell(Kind::trio_pair_chain, rank, links))
                return;
        }
    }
    if (cards.p4 == 0) return;
    if (size == 6) {
        const int rank = lowest(cards.p4);
        const bool pair = cards.p2 & ~(1u << rank);
        const bool allowed =
            pair ? plan.four_pair : plan.joker_wings || (cards.p1 & joker_slots) != joker_slots;
        if (allowed) tell(Kind::four_two_solo, rank, 1);
    } else if (size == 8) {
        for (u32 left = cards.p4; left;) {
            const int rank = highest(left);
            left ^= 1u << rank;
            if (detail::pair_wings_allowed(plan, cards, 1u << rank) &&
                tell(Kind::four_two_pair, rank, 1))
                return;
        }
    }
}

// The reading that leads by default; kind pass if the cards are no play.
inline Reading classify(const Plan& plan, u64 counts) {
    Reading best;
    each_reading(plan, counts, [&](Reading reading) {
        best = reading;
        return true;
    });
    return best;
}

// Whether the cards can be played as that.
inline bool is_reading(const Plan& plan, u64 counts, Reading wanted) {
    bool found = false;
    each_reading(plan, counts, [&](Reading reading) { return found = reading == wanted; });
    return found;
}

// The reading of that kind with the highest rank; kind pass if the cards are no such play.
inline Reading reading_of_kind(const Plan& plan, u64 counts, Kind kind) {
    Reading best;
    each_reading(plan, counts, [&](Reading reading) {
        if (reading.kind == kind) best = reading;
        return reading.kind == kind;
    });
    return best;
}

// The highest reading that beats the table; kind pass if none does.
inline Reading best_beating(const Plan& plan, u64 counts, Reading table) {
    Reading best;
    each_reading(plan, counts, [&](Reading reading) {
        if (reading_beats(reading, table) && (best.kind == Kind::pass || reading.rank > best.rank))
            best = reading;
        return false;
    });
    return best;
}

}  // namespace pokerfast
