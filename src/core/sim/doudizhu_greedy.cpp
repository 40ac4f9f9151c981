// A baseline player for 斗地主: it splits its own hand into as few plays as it can see, leads the
// weakest of them, beats cheaply, and lets a team-mate's strong play stand. It reads its own cards
// and what is public, nothing else.
#include "climb/doudizhu/readings.hpp"
#include "climb/doudizhu/sinks.hpp"
#include "game/doudizhu.hpp"
#include "sim/doudizhu.hpp"

#include <vector>

namespace pokerfast {

namespace {

using doudizhu::Phase;
using State = doudizhu::State;

// Plays a hand needs if nothing is chained: trios take singles or pairs along, bombs and the rocket
// go alone.
int plays_unchained(const Planes& hand, const Plan& plan) {
    const int fours = count_bits(hand.p4), trios = count_bits(hand.p3 & ~hand.p4);
    int small = count_bits(hand.p1 & ~hand.p3);
    int plays = fours + trios;
    if ((hand.p1 & plan.rocket_ranks) == plan.rocket_ranks) --small;
    return plays + (small > trios ? small - trios : 0);
}

// The same when longest chains may be taken out first, up to `depth` of them.
int plays_needed(u64 counts, const Plan& plan, int depth) {
    const Planes hand = planes_of(counts);
    int best = plays_unchained(hand, plan);
    if (depth == 0 || best <= 1) return best;
    const u32 planes[] = {0, hand.p1, hand.p2, hand.p3};
    for (int copies = 1; copies <= 3; ++copies) {
        const u32 plane = planes[copies] & plan.chain_ranks;
        int length = shortest_chain[copies];
        u32 starts = chain_starts(plan, plane, length);
        // The longest chains of this width alone.
        for (; length < longest_chain[copies] && (starts & (plane >> length)); ++length)
            starts &= plane >> length;
        for (; starts; starts &= starts - 1) {
            const u64 rest = counts - run_of(lowest(starts), length, copies);
            const int plays = 1 + plays_needed(rest, plan, depth - 1);
            if (plays < best) best = plays;
        }
    }
    return best;
}

// Rough worth of a hand for the bidding: jokers, twos, aces and bombs.
int strength(u64 counts) {
    const Planes hand = planes_of(counts);
    return 4 * copies_at(counts, slot_big_joker) + 3 * copies_at(counts, slot_small_joker) +
           2 * copies_at(counts, slot_two) + copies_at(counts, slot_ace) +
           4 * count_bits(hand.p4 & 0xfff);
}

bool answers_yes(const State& s) {
    const int worth = strength(s.counts[s.turn]);
    switch (s.phase) {
        case Phase::call:
        case Phase::bid: return worth >= 7;
        case Phase::rob: return worth >= 9;
        case Phase::double_: return worth >= (s.turn == s.landlord ? 14 : 11);
        default: return false;  // showing one's hand helps the others
    }
}

bool is_enemy(const State& s, int a, int b) {
    return (a == s.landlord) != (b == s.landlord);
}

// Fewest cards in an enemy's hand.
int closest_enemy(const State& s) {
    int fewest = largest_play;
    for (int i = 0; i < s.players; ++i)
        if (is_enemy(s, s.turn, i)) {
            const int cards = count_bits64(s.held[i]);
            if (cards < fewest) fewest = cards;
        }
    return fewest;
}

constexpr int pass_cost = 25;

// Lower is better; a play left in the hand costs 100.
int cost_of(const State& s, const Plan& plan, const DeckCombo& play, int before, int enemy) {
    const u64 rest = s.counts[s.turn] - play.cards;
    if (rest == 0) return -100'000;
    int cost = 100 * (plays_needed(rest, plan, 2) - before);
    cost += 8 * play.reading.rank - play.size;
    for (const int slot : {slot_two, slot_small_joker, slot_big_joker})
        cost += 15 * copies_at(play.cards, slot);
    if (play.reading.kind >= Kind::bomb) cost += enemy <= 5 ? 60 : 250;
    // Against an enemy with one card left a low single hands him the game.
    if (enemy == 1 && play.reading.kind == Kind::solo)
        cost += 20 * (slot_big_joker - play.reading.rank);
    return cost;
}

u64 number_of_choice(const Game& game, const AnyState& state) {
    const State& s = DouDizhu::of(state);
    if (s.phase != Phase::play) {
        const u64 count = game.count(state);
        if (!answers_yes(s)) return count - 1;
        return s.phase == Phase::bid && strength(s.counts[s.turn]) >= 10 ? count - 2 : 0;
    }
    const Plan& plan = static_cast<const DouDizhu&>(game).plan();
    const u64 hand = s.counts[s.turn];
    const Planes planes = planes_of(hand);
    const u64 count = game.count(state);
    std::vector<DeckCombo> plays(count);
    Lister lister{plays.data()};
    if (s.leading())
        walk_leads(plan, planes, lister);
    else
        walk_follows(plan, planes, s.table(), lister);
    const u64 listed = static_cast<u64>(lister.out - plays.data());

    const int before = plays_needed(hand, plan, 2), enemy = closest_enemy(s);
    int best_cost = 1'000'000;
    u64 best = count - 1;
    if (!s.leading()) {
        best_cost = enemy <= 2 ? 10 * pass_cost : pass_cost;
        if (!is_enemy(s, s.turn, s.table_by)) {
            // A team-mate's play stands, unless it is low and ours costs nothing, or ours wins at
            // once.
            const bool strong = s.table_rank >= slot_ace - 3 || s.table_length > 1 ||
                                count_bits64(s.held[s.table_by]) <= 4;
            best_cost = strong ? -1000 : -20;
        }
    }
    for (u64 i = 0; i < listed; ++i) {
        const int cost = cost_of(s, plan, plays[i], before, enemy);
        if (cost < best_cost) {
            best_cost = cost;
            best = i;
        }
    }
    return best;
}

}  // namespace

Action choose_greedily_doudizhu(const Game& game, const AnyState& state, Draws&) {
    return game.unrank(state, number_of_choice(game, state));
}

}  // namespace pokerfast
