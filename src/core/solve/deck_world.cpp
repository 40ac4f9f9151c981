#include "solve/deck_world.hpp"

#include "solve/guess_weight.hpp"

namespace pokerfast::solve {

int PlaysNeeded::operator()(u64 hand) {
    if (hand == 0) return 0;
    const std::size_t place = hand * 0x9E3779B97F4A7C15ull >> (64 - size_bits);
    if (kept_[place].hand == hand) return kept_[place].plays;
    const Planes p = planes_of(hand);
    const u32 ones = p.p1 & ~p.p2, twos = p.p2 & ~p.p3, threes = p.p3 & ~p.p4;
    const bool rocket = (p.p1 & joker_slots) == joker_slots;
    // Trios take single cards and pairs along, and trios in a row are one play.
    int loose = count_bits(ones) + count_bits(twos) - count_bits(threes) - rocket;
    if (loose < 0) loose = 0;
    int best = count_bits(threes & ~(threes << 1)) + count_bits(p.p4) + loose;
    for (int copies = 1; copies <= 2; ++copies) {
        const u32 plane = (copies == 1 ? p.p1 : p.p2) & low_bits(slot_two);
        u32 starts = plane;
        for (int i = 1; i < shortest_chain[copies]; ++i) starts &= plane >> i;
        for (int length = shortest_chain[copies]; starts; starts &= plane >> length, ++length)
            for (u32 left = starts; left; left &= left - 1) {
                const int plays = 1 + (*this)(hand - run_of(lowest(left), length, copies));
                if (plays < best) best = plays;
            }
    }
    kept_[place] = {hand, best};
    return best;
}

namespace {

// How many ranks of a hand nobody else beats with as many cards: single cards, pairs, trios.
PF_INLINE int controls(const Planes& own, const Planes& others) {
    const auto above = [](u32 mine, u32 theirs) {
        return count_bits(theirs ? mine & ~low_bits(highest(theirs) + 1) : mine);
    };
    return above(own.p1 & ~own.p2, others.p1) + above(own.p2 & ~own.p3, others.p2) +
           above(own.p3, others.p3);
}

}  // namespace

// 2.5 to the number of plays a side needs, fewer by its controls and for whoever is to move. Found
// by trial on random positions; it orders the search and proves nothing.
Numbers DeckWorld::guess(const Position& p) {
    const Planes landlord = planes_of(p.hand[0]), first = planes_of(p.hand[1]),
                 second = p.players == 3 ? planes_of(p.hand[2]) : Planes{};
    const Planes farmers{first.p1 | second.p1, first.p2 | second.p2, first.p3 | second.p3,
                         first.p4 | second.p4};
    const int worth = p.players == 2 ? 10 : 3;  // of a control
    int own = 10 * needed_(p.hand[0]) - worth * controls(landlord, farmers);
    int others = 10 * needed_(p.hand[1]) - worth * controls(first, landlord);
    if (p.players == 3) {
        const int other = 10 * needed_(p.hand[2]) - worth * controls(second, landlord);
        others = other < others ? other : others;
    }
    (p.turn == 0 ? own : others) -= p.leading() ? 20 : 10;
    return {weight(own), weight(others)};
}

}  // namespace pokerfast::solve
