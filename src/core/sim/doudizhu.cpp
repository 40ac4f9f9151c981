#include "sim/doudizhu.hpp"

#include "cards/deal.hpp"
#include "game/doudizhu.hpp"
#include "sim/playout.hpp"

namespace pokerfast {

namespace {

using State = doudizhu::State;

const DouDizhu& as_doudizhu(const Game& game) {
    return static_cast<const DouDizhu&>(game);
}

void start_at_play(const Game& game, AnyState* states, u64 seed, u64 first) {
    u64 piles[draw_lanes][4];
    deal_places_many(seed, first, {17, 17, 17, 3}, piles);
    for (int i = 0; i < draw_lanes; ++i)
        as_doudizhu(game).start_play(DouDizhu::of(states[i]), seed, first + static_cast<u64>(i),
                                     piles[i]);
}

int winning_side(const Game&, const AnyState& state) {
    const State& s = DouDizhu::of(state);
    return s.counts[s.landlord] == 0 ? 0 : 1;
}

u64 finish_randomly(const Game& game, AnyState& state, Draws& draws, Tally& tally) {
    State& s = DouDizhu::of(state);
    PlayPosition position{
        {s.counts[0], s.counts[1], s.counts[2]}, s.table(), s.turn, s.passes, s.players};
    PlayoutTally played;
    play_randomly(as_doudizhu(game).plan(), position, draws, played);
    // Only what the score reads is written back; which physical cards went is settled by nobody.
    for (int i = 0; i < s.players; ++i) {
        s.counts[i] = position.hand[i];
        s.plays[i] = static_cast<u16>(s.plays[i] + played.plays[i]);
        if (position.hand[i] == 0) s.held[i] = 0;
    }
    s.bombs = static_cast<u16>(s.bombs + played.bombs);
    s.phase = doudizhu::Phase::over;
    for (int i = 0; i <= doudizhu_kinds; ++i) tally.counts[i] += played.kinds[i];
    tally.choices += played.choices;
    return played.moves;
}

// Plays by kind; the last is passes.
void note(const Game&, const AnyState&, const Action& action, Tally& tally) {
    if (action.kind == ActionKind::play) ++tally.counts[static_cast<int>(action.play.reading.kind)];
    if (action.kind == ActionKind::pass) ++tally.counts[doudizhu_kinds];
}

struct CountNames {
    const char* of[doudizhu_kinds + 1];
};

consteval CountNames make_count_names() {
    CountNames names{};
    for (int i = 0; i < doudizhu_kinds; ++i) names.of[i] = kind_names[i];
    names.of[doudizhu_kinds] = "pass";
    return names;
}

constexpr CountNames count_names = make_count_names();
static_assert(doudizhu_kinds < most_counts);

constexpr const char* sides[] = {"landlord", "farmers"};
constexpr Policy policies[] = {
    {"random", "uniform over the legal actions", choose_randomly},
    {"greedy", "fewest plays left in its own hand, strong cards late, never against a team-mate",
     choose_greedily_doudizhu},
};
// 48 draws: a random game takes 38 on average.
constexpr Driver driver{
    "doudizhu",          sides,        count_names.of, policies,        6,
    start_at_play,       winning_side, note,           finish_randomly, play_many_doudizhu,
    finish_many_doudizhu};

}  // namespace

const Driver& doudizhu_driver() {
    return driver;
}

}  // namespace pokerfast
