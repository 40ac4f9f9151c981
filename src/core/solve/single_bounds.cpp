// Tricks that a side has without a search. docs/algorithms/whist.md argues for them.
#include "solve/single_state.hpp"

#include <algorithm>

namespace pokerfast::solve::single {

namespace {

// The i-th highest (from 1) of the cards, which must have as many.
u64 nth_highest(u64 cards, int i) {
    return 1ull << select_bit64(cards, static_cast<u32>(count_bits64(cards) - i));
}

// One suit as the leader's side sees it.
struct Suit {
    u64 own, mate, above;  // leader's and partner's cards; places above all opponents' cards
    int own_n, mate_n;
    int opponents_n;  // the longer opponent
    int unruffed;     // rounds until an opponent may ruff
    int rounds;       // that the leader cashes
};

// Trumps that one side's hands win sooner or later, and what that rests on. `stuck` may be made to
// lead from its trumps.
int sure_trumps(const State& state, int side, int stuck, Ranks& ranks) {
    const u64 trumps = state.trumps;
    const u64 own[2] = {state.hand[side] & trumps, state.hand[side + 2] & trumps};
    const u64 theirs = (state.hand[side ^ 1] | state.hand[side ^ 3]) & trumps;
    const int longer = std::max(count_bits64(own[0]), count_bits64(own[1]));
    if (!theirs) return longer;
    const u64 tops = (own[0] | own[1]) & ~at_most(highest64(theirs));
    if (tops) {
        const int sure = std::min(count_bits64(tops), longer);
        ranks = nth_highest(tops, sure);
        return sure;
    }
    // The second highest, guarded, and the highest in the hand before.
    const u64 rest = (own[0] | own[1] | theirs) ^ bit(highest64(theirs));
    if (!rest) return 0;
    const u64 second = bit(highest64(rest));
    for (int i = 0; i < 2; ++i) {
        const int seat = side + 2 * i;
        if (seat == stuck || !(own[i] & second) || own[i] == second) continue;
        if (!(state.hand[before(seat)] & bit(highest64(theirs)))) continue;
        ranks = second;
        return 1;
    }
    return 0;
}

// Tricks that can be cashed, counted up to `need`; `crossings` that may be played out before. Hands
// are as they were when it returns.
int cash(State& state, int leader, int tricks, int need, Ranks& ranks, int crossings) {
    const int mate = partner(leader), next = after(leader), last = before(leader);
    const u64 opponents = state.hand[next] | state.hand[last];
    Suit suits[4];
    int order[4] = {0, 1, 2, 3};
    int trump = -1;
    if (state.trumps) {
        trump = lowest(state.trumps) >> 4;
        order[trump] = 0;
        order[0] = trump;
    }
    bool ruff[2] = {(state.hand[next] & state.trumps) != 0, (state.hand[last] & state.trumps) != 0};
    // Side-suit cards that the partner has to play before he must ruff.
    int mate_free = 13;
    int total = 0, discards = 0;
    // More than these cannot come of it: the partner's, both hands'.
    int mate_most = 1, most = trump >= 0 ? 3 : 0;
    Ranks used = 0;
    for (const int s : order) {
        Suit& x = suits[s];
        const u64 all = suit(s), theirs = opponents & all;
        x.own = state.hand[leader] & all;
        x.mate = state.hand[mate] & all;
        x.above = theirs ? all & ~at_most(highest64(theirs)) : all;
        x.own_n = state.length(leader, s);
        x.mate_n = state.length(mate, s);
        const int next_n = state.length(next, s), last_n = state.length(last, s);
        x.opponents_n = next_n > last_n ? next_n : last_n;
        x.unruffed = 13;
        if (s != trump) {
            if (ruff[0]) x.unruffed = next_n;
            if (ruff[1] && last_n < x.unruffed) x.unruffed = last_n;
        }
        int rounds = 0;
        u64 winners = x.own & x.above;
        if (winners) {
            // The partner must have a lower card for every round, or none.
            const u64 over = x.mate & ~(lowest_bit(winners) - 1);
            if (over) {
                const int under = x.mate_n - count_bits64(over);
                const u64 top = x.own & ~at_most(highest64(over));
                const int tops = count_bits64(top), all_winners = count_bits64(winners);
                rounds = under < all_winners ? under : all_winners;
                if (tops > rounds) rounds = tops;
            } else {
                rounds = count_bits64(winners);
            }
            if (rounds >= x.opponents_n && rounds >= x.mate_n) rounds = x.own_n;
        } else if (x.own_n && !theirs && !x.mate) {
            rounds = x.own_n;
        }
        if (rounds > x.unruffed) rounds = x.unruffed;
        if (s != trump && rounds > mate_free) rounds = mate_free;
        // Rounds that others can still follow are won by rank.
        int by_rank = x.opponents_n > x.mate_n ? x.opponents_n : x.mate_n;
        if (s != trump && mate_free < 13) mate_free -= rounds;
        const bool enough = total + rounds >= need;
        const int counted = enough ? need - total : rounds;
        if (counted < by_rank) by_rank = counted;
        if (by_rank > 0) used |= nth_highest(x.own, by_rank);
        if (enough) {
            ranks |= used;
            return need;
        }
        x.rounds = rounds;
        total += rounds;
        {
            const int tops = count_bits64((x.own | x.mate) & x.above);
            const int longer = x.own_n > x.mate_n ? x.own_n : x.mate_n;
            most += tops >= x.opponents_n || tops > longer ? longer : tops;
        }
        if (x.mate & x.above) {
            const int tops = count_bits64(x.mate & x.above);
            const int left = x.mate_n > rounds ? x.mate_n - rounds : 0;
            mate_most += tops + rounds >= x.opponents_n || left < tops ? left : tops;
        }
        if (rounds > x.mate_n) discards += rounds - x.mate_n;
        if (s == trump) {
            if (rounds >= x.opponents_n) ruff[0] = ruff[1] = false;
            if (x.mate_n > rounds) mate_free = tricks - x.mate_n;
        }
    }

    // Trumps that are not cashed are not lost.
    int trump_tricks = 0, trump_rounds = 0;
    Ranks trump_ranks = 0;
    if (trump >= 0) {
        const Suit& x = suits[trump];
        trump_rounds = x.rounds;
        if (x.rounds >= x.opponents_n) {
            trump_tricks = x.own_n > x.mate_n ? x.own_n : x.mate_n;
            if (x.rounds) trump_ranks = nth_highest(x.own, x.rounds);
        } else {
            trump_tricks = sure_trumps(state, leader & 1, leader, trump_ranks);
            if (x.mate_n && total - x.rounds > tricks - x.mate_n) trump_tricks = 0;
        }
        const int sum = total - trump_rounds + trump_tricks;
        if (sum >= need) {
            ranks |= used | trump_ranks;
            return need;
        }
    }

    // One crossing to the partner, who cashes what he has.
    int best = total;
    if (most < need || (total + mate_most < need && crossings == 0)) return best;
    bool crossed = false;
    Ranks guard_ranks = 0;
    const int guarded = trump >= 0 && trump_rounds < suits[trump].opponents_n
                            ? sure_trumps(state, leader & 1, mate, guard_ranks)
                            : 0;
    for (int c = 0; c < 4; ++c) {
        Suit& cross = suits[c];
        if (!cross.own_n) continue;
        const int back = cross.rounds == cross.own_n;  // his last winner is needed to cross
        const int first = cross.rounds - back;
        if (first + 1 > cross.unruffed) continue;
        const bool by_ruff = first >= cross.mate_n;
        if (!by_ruff && !back && crossed) continue;
        if (by_ruff) {
            if (trump < 0 || c == trump || suits[trump].mate_n <= trump_rounds) continue;
        } else {
            if (!(cross.mate & cross.above) || cross.mate < lowest_bit(cross.own)) continue;
        }
        int sum = total - back + by_ruff, losers = 0, trump_total = 0;
        Ranks resting = used;
        bool ruffs[2] = {ruff[0], ruff[1]};
        int own_free = 13;
        if (trump >= 0 && c == trump && back && first < cross.opponents_n) {
            // The opponents' trumps are no longer drawn before the side suits are cashed.
            if ((state.hand[next] | state.hand[last]) & state.trumps) continue;
        }
        for (const int s : order) {
            const Suit& x = suits[s];
            const int gone = s == c ? first : x.rounds;
            int left = x.mate_n > gone ? x.mate_n - gone : 0;
            if (by_ruff && s == trump) --left;
            int rounds = 0;
            if (left) {
                const int own_left = x.own_n > gone ? x.own_n - gone : 0;
                u64 winners = x.mate & x.above;
                if (own_left) winners &= ~at_most(lowest(nth_highest(x.own, gone + 1)));
                rounds = count_bits64(winners);
                if (rounds > left) rounds = left;
                const int by_rank = rounds;
                if (gone + rounds >= x.opponents_n && rounds >= own_left) rounds = left;
                int unruffed = x.unruffed;
                if (s != trump && !ruffs[0] && !ruffs[1]) unruffed = 13;
                if (gone + rounds > unruffed) rounds = unruffed > gone ? unruffed - gone : 0;
                if (s != trump && rounds > own_free) rounds = own_free;
                if (rounds) {
                    int ranked = x.opponents_n - gone > own_left ? x.opponents_n - gone : own_left;
                    if (s == c && ranked < 1) ranked = 1;
                    if (ranked > by_rank) ranked = by_rank;
                    if (ranked > rounds) ranked = rounds;
                    if (ranked > 0) resting |= nth_highest(x.mate, ranked);
                }
                if (s == c && !rounds) sum = -99;
                if (s != trump && own_free < 13) own_free -= rounds;
                if (s != trump || trump < 0) losers += left - rounds;
                if (s == trump) {
                    if (gone + rounds >= x.opponents_n) ruffs[0] = ruffs[1] = false;
                }
            }
            if (s == trump && x.own_n > gone + rounds) {
                own_free = tricks - x.own_n;
                for (int i = 0; i < 4; ++i)
                    if (i != trump) own_free -= i == c ? first : suits[i].rounds;
                if (own_free < 0) own_free = 0;
            }
            sum += rounds;
            if (s == trump) trump_total = gone + rounds;
        }
        if (discards > losers) sum -= discards - losers;
        if (sum > tricks) sum = tricks;
        if (guarded > trump_total && sum < need && !by_ruff && c != trump &&
            trump_total < suits[trump].opponents_n) {
            const int sides = sum - trump_total;
            if (sides + guarded >= need && sides <= tricks - suits[trump].mate_n &&
                sides <= tricks - suits[trump].own_n) {
                ranks |= resting | guard_ranks;
                return need;
            }
        }
        if (sum >= need) {
            ranks |= resting;
            return need;
        }
        // Other suits to cross in with a card that wins nothing give the same.
        crossed |= !by_ruff && !back && sum >= 0;
        if (sum > best) best = sum;
    }
    if (crossings == 0 || tricks < 3 || most < need) return best;
    // Or cross at once, and back later.
    for (int c = 0; c < 4; ++c) {
        const Suit& x = suits[c];
        if (!x.own_n || !(x.mate & x.above) || x.mate < lowest_bit(x.own)) continue;
        if (c != trump && trump >= 0) {
            if ((state.hand[next] & state.trumps) && !state.length(next, c)) continue;
            if ((state.hand[last] & state.trumps) && !state.length(last, c)) continue;
        }
        const int low = lowest(x.own), high = highest64(x.mate);
        const u64 next_cards = state.hand[next] & suit(c), last_cards = state.hand[last] & suit(c);
        state.take(leader, low);
        state.take(mate, high);
        if (next_cards) state.take(next, lowest(next_cards));
        if (last_cards) state.take(last, lowest(last_cards));
        Ranks resting = bit(high);
        const int found = cash(state, mate, tricks - 1, need - 1, resting, crossings - 1);
        if (next_cards) state.put_back(next, lowest(next_cards));
        if (last_cards) state.put_back(last, lowest(last_cards));
        state.put_back(leader, low);
        state.put_back(mate, high);
        if (found < need - 1) continue;
        ranks |= resting;
        return need;
    }
    return best;
}

}  // namespace

int quick_tricks(const State& state, int leader, int tricks, int need, Ranks& ranks) {
    State copy = state;
    return cash(copy, leader, tricks, need, ranks, state.trumps ? 0 : 1);
}

int sure_tricks(const State& state, int leader, int side, int need, Ranks& ranks) {
    if (!state.trumps) return 0;
    Ranks used = 0;
    const bool all_trumps = !(state.hand[leader] & ~state.trumps);
    const int sure = sure_trumps(state, side, all_trumps ? leader : -1, used);
    if (sure >= need) ranks |= used;
    return sure;
}

u64 lost_leads(const State& state, int leader, int tricks, int need, Ranks& ranks) {
    const int mate = partner(leader);
    const u64 all = state.all(), trumps = state.trumps;
    u64 lost = 0;
    for (const int seat : {after(leader), before(leader)}) {
        const u64 hand = state.hand[seat];
        u64 tops = 0;
        int sum = 0, free = 13;
        Ranks used = 0;
        if (trumps && (state.hand[partner(seat)] & trumps))
            free = tricks - count_bits64(state.hand[partner(seat)] & trumps);
        for (int s = 0; s < 4; ++s) {
            const u64 here = all & suit(s);
            if (!here) continue;
            const u64 top = bit(highest64(here));
            if (!(hand & top)) continue;
            const u64 others = here & ~hand;
            const u64 run = others ? hand & suit(s) & ~at_most(highest64(others)) : here;
            int rounds = count_bits64(run);
            if (trumps && !(trumps & top)) {
                if (state.hand[leader] & trumps) rounds = std::min(rounds, state.length(leader, s));
                if (state.hand[mate] & trumps) rounds = std::min(rounds, state.length(mate, s));
                rounds = std::min(rounds, free);
                free -= rounds;
            }
            if (rounds == 0) continue;
            tops |= suit(s);
            sum += rounds;
            if (others) used |= nth_highest(run, rounds);
        }
        if (sum < need) continue;
        lost |= tops;
        ranks |= used;
    }
    return lost & state.hand[leader];
}

}  // namespace pokerfast::solve::single
