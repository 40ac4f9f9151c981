// A baseline player for 打大A and 保皇: it leads what leaves it with the fewest plays, the weakest
// first, beats cheaply, keeps jokers and big aces for the end, and lets a team-mate's play stand.
// It reads its own cards and what is public, nothing else.
#include "game/baohuang.hpp"
#include "game/dadaa.hpp"
#include "sim/race.hpp"

#include <vector>

namespace pokerfast {

namespace {

using race::seats_n;

// Links that a run saves: all but one of those that stand in rows of three and more.
int saved_by_runs(u32 line) {
    int saved = 0;
    while (line) {
        line >>= lowest(line);
        const int length = lowest(~line);
        if (length >= 3) saved += length - 1;
        line >>= length;
    }
    return saved;
}

// What the games differ in: the seat whose side is public from the start, the order of the ranks,
// how many plays a hand needs, and the answers before play.

int chief(const dadaa::State& s) {
    return s.declarer;
}

int chief(const baohuang::State& s) {
    return s.emperor;
}

int strength(const Dadaa&, int slot) {
    return slot < ordinary_ranks ? dadaa_strength(slot) : slot;
}

int strength(const Baohuang&, int slot) {
    return slot;
}

int plays_needed(const Dadaa& game, const RankCounts& hand) {
    const DadaaPlan& plan = game.plan();
    const u32 one = hand.plane(1), two = hand.plane(2), three = hand.plane(3);
    const bool jokers = one & joker_slots, big_ace = one >> slot_big_ace & 1;
    return count_bits(one & ordinary_slots) + jokers + big_ace -
           saved_by_runs(plan.line(one & ~two & ordinary_slots)) -
           saved_by_runs(plan.line(two & ~three & ordinary_slots));
}

int plays_needed(const Baohuang&, const RankCounts& hand) {
    const int ranks = count_bits(hand.plane(1) & plain_slots);
    return ranks || hand.empty() ? ranks : 1;
}

// Declines, the last of the answers, but for the last question where there would be a new deal.
u64 answer_before(const Dadaa& game, const AnyState& state, u64 count) {
    const dadaa::State& s = Dadaa::of(state);
    const bool shows = s.round.phase == dadaa::reveal && s.dealt == dadaa::pack_size &&
                       game.rules().no_reveal == no_reveal::redeal;
    return shows ? 0 : count - 1;
}

// Takes the throne with jokers and 2s above the average, but not to play alone.
u64 answer_before(const Baohuang& game, const AnyState& state, u64 count) {
    const baohuang::State& s = Baohuang::of(state);
    if (s.round.phase == baohuang::name) return 0;
    if (s.round.phase != baohuang::throne) return count - 1;
    const CardIds& hand = s.round.held[s.round.turn];
    const RankCounts ranks = ranks_of(hand, 0);
    AnyState taken = state;
    game.apply(taken, game.unrank(state, 0));
    const bool alone = Baohuang::of(taken).solo != baohuang::none;
    const int worth = 3 * ranks.of(big_slot) + 2 * ranks.of(small_slot) + ranks.of(slot_two);
    return worth >= (alone ? 18 : 9) ? 0 : count - 1;
}

// Costs, found by trying.
constexpr int cost_of_play = 100;  // left in the hand
constexpr int cost_of_rank = 5, cost_of_honour = 30, cost_of_other_kind = 50, gain_of_card = 2;
constexpr int pass_cost = -20, late_pass_cost = 150;

template <class G>
struct Player {
    const G& game;
    const typename G::State& state;
    int seat;
    bool mate[seats_n] = {};  // known to be
    int enemy = 255;          // fewest cards of anybody else
    int needed;

    Player(const G& of, const AnyState& any) : game(of), state(G::of(any)), seat(state.round.turn) {
        AnyState seen = any;
        game.redact(seen, seat);
        // Everybody knows his own side.
        const int own = game.side_of(any, seat);
        for (int i = 0; i < seats_n; ++i) {
            const int side = game.side_of(seen, i);
            mate[i] = i != seat && (side >= 0 ? side == own : i == chief(state) && own == 0);
            const int cards = state.round.held[i].size();
            if (i != seat && !mate[i] && cards > 0 && cards < enemy) enemy = cards;
        }
        needed = plays_needed(game, hand());
    }

    const RankCounts& hand() const { return state.round.counts[seat]; }

    // Lower is better; whatever empties the hand is best.
    int cost_of(const Combo& play) const {
        const RankCounts rest = hand() - play.cards;
        if (rest.empty()) return -1'000'000;
        const int rank = play.reading.rank;
        const int height = rank == no_rank_compared ? 0 : strength(game, rank);
        const int honours = play.cards.of(slot_small_joker) + play.cards.of(slot_big_joker) +
                            play.cards.of(slot_big_ace);
        // Low cards first, but not against somebody who is about to go out.
        const bool blocks = play.size <= enemy && enemy <= 2;
        return cost_of_play * (plays_needed(game, rest) - needed) - gain_of_card * play.size +
               (blocks ? -cost_of_rank : cost_of_rank) * height + cost_of_honour * honours;
    }

    u64 choose(u64 count) const {
        const Combo table = state.round.on_table();
        const bool leads = state.round.leading();
        std::vector<Combo> plays;
        if (leads)
            game.plays().leads(hand(), plays);
        else
            game.plays().follows(hand(), table, plays);
        u64 best = count - 1;
        int least = 1'000'000;
        if (!leads)
            least = mate[state.round.table_by] ? -500'000 : enemy <= 3 ? late_pass_cost : pass_cost;
        for (u64 i = 0; i < plays.size(); ++i) {
            int cost = cost_of(plays[i]);
            if (!leads && plays[i].reading.kind != table.reading.kind) cost += cost_of_other_kind;
            if (cost < least) {
                least = cost;
                best = i;
            }
        }
        return best;
    }
};

template <class G>
Action choose(const Game& any_game, const AnyState& state) {
    const G& game = static_cast<const G&>(any_game);
    const u64 count = game.count(state);
    if (!game.in_play(state)) return game.unrank(state, answer_before(game, state, count));
    return game.unrank(state, Player<G>(game, state).choose(count));
}

}  // namespace

Action choose_greedily_dadaa(const Game& game, const AnyState& state, Draws&) {
    return choose<Dadaa>(game, state);
}

Action choose_greedily_baohuang(const Game& game, const AnyState& state, Draws&) {
    return choose<Baohuang>(game, state);
}

}  // namespace pokerfast
