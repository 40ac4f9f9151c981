#include "sim/trick.hpp"

#include "game/shengji.hpp"
#include "sim/trick_playout.hpp"

namespace pokerfast {

namespace {

using trick::State;

constexpr const char* count_names[] = {"single", "pair",         "triple",  "tractor", "titanic",
                                       "throw",  "failed_throw", "declare", "rob"};
constexpr int counted_declare = lead_kinds, counted_rob = lead_kinds + 1;
static_assert(sizeof(count_names) / sizeof(*count_names) == lead_kinds + 2);
static_assert(lead_kinds + 2 <= most_counts);

const TrickGame& as_trick(const Game& game) {
    return static_cast<const TrickGame&>(game);
}

// Leads by what they came out as; declarations and robberies.
void note(const Game& game, const AnyState& before, const Action& action, Tally& tally) {
    if (action.kind == ActionKind::declare) ++tally.counts[counted_declare];
    if (action.kind == ActionKind::rob) ++tally.counts[counted_rob];
    if (action.kind != ActionKind::play || TrickGame::of(before).played) return;
    AnyState after = before;
    game.apply(after, action);
    const LeadKind kind = kind_of_lead(TrickGame::of(after).lead, action.ids.pile().size());
    ++tally.counts[static_cast<int>(kind)];
}

u64 finish_randomly(const Game& game, AnyState& state, Draws& draws, Tally& tally) {
    TrickPlayoutTally played;
    play_tricks_randomly(as_trick(game), TrickGame::of(state), draws, played);
    for (int i = 0; i < lead_kinds; ++i) tally.counts[i] += played.leads[i];
    tally.choices += played.choices;
    return played.moves;
}

int winner_of_deal(const Game& game, const AnyState& state) {
    const auto& rules = static_cast<const Shengji&>(game).rules();
    return level_result(rules, TrickGame::of(state).points).attackers;
}

int winner_of_whist(const Game&, const AnyState& state) {
    return TrickGame::of(state).tricks[1] > TrickGame::of(state).tricks[0];
}

constexpr const char* deal_sides[] = {"dealer", "attackers"};
constexpr const char* whist_sides[] = {"pair_0", "pair_1"};
constexpr Policy policies[] = {
    {"random", "uniform over the legal actions", choose_randomly},
    {"greedy",
     "leads what stands, wins tricks with points as cheaply as it can, gives points to its partner",
     choose_greedily_trick},
};

// A random deal of two decks takes about 100 draws, of whist 50.
constexpr Driver shengji{"shengji", deal_sides,     count_names, policies,       14,
                         nullptr,   winner_of_deal, note,        finish_randomly};
constexpr Driver whist{"whist", whist_sides,     count_names, policies,       7,
                       nullptr, winner_of_whist, note,        finish_randomly};

}  // namespace

const Driver& shengji_driver() {
    return shengji;
}

const Driver& whist_driver() {
    return whist;
}

}  // namespace pokerfast
