#include "sim/trick.hpp"

#include "game/dabaifen.hpp"
#include "game/erqiwang.hpp"
#include "sim/trick_playout.hpp"

namespace pokerfast {

namespace {

using trick::State;

// Counts of a game: leads by what they came out as, then answers of some kinds.
struct Counted {
    int n = 0;
    const char* names[most_counts] = {};
    int of_lead[lead_kinds] = {};
    int of_action[static_cast<int>(ActionKind::count_)] = {};  // 0: not counted
};

// `width`: of the widest unit, the number of packs.
consteval Counted make_counted(int width, bool fours, std::initializer_list<ActionKind> more) {
    constexpr const char* lead_names[] = {"single",  "pair",  "triple",       "tractor",
                                          "titanic", "throw", "failed_throw", "four_of_rank"};
    static_assert(sizeof(lead_names) / sizeof(*lead_names) == lead_kinds);
    Counted counted;
    for (int i = 0; i < lead_kinds; ++i) {
        const LeadKind kind = static_cast<LeadKind>(i);
        const bool of_three = kind == LeadKind::triple || kind == LeadKind::titanic;
        const bool of_two = kind == LeadKind::pair || kind == LeadKind::tractor;
        if ((of_three && width < 3) || (of_two && width < 2)) continue;
        if (kind == LeadKind::four_of_rank && !fours) continue;
        counted.of_lead[i] = counted.n;
        counted.names[counted.n++] = lead_names[i];
    }
    for (const ActionKind kind : more) {
        counted.of_action[static_cast<int>(kind)] = counted.n;
        counted.names[counted.n++] = action_words[static_cast<int>(kind)];
    }
    return counted;
}

constexpr Counted of_shengji = make_counted(3, false, {ActionKind::declare, ActionKind::rob});
constexpr Counted of_erqiwang = make_counted(2, false, {ActionKind::bid, ActionKind::surrender});
constexpr Counted of_dabaifen = make_counted(1, true, {ActionKind::declare, ActionKind::bid});

const TrickGame& as_trick(const Game& game) {
    return static_cast<const TrickGame&>(game);
}

template <const Counted& counted>
void note(const Game& game, const AnyState& before, const Action& action, Tally& tally) {
    if (const int i = counted.of_action[static_cast<int>(action.kind)]) ++tally.counts[i];
    if (action.kind != ActionKind::play || TrickGame::of(before).played) return;
    AnyState after = before;
    game.apply(after, action);
    const LeadKind kind = kind_of_lead(TrickGame::of(after).lead, action.ids.pile().size());
    ++tally.counts[counted.of_lead[static_cast<int>(kind)]];
}

template <const Counted& counted>
u64 finish_randomly(const Game& game, AnyState& state, Draws& draws, Tally& tally) {
    TrickPlayoutTally played;
    play_tricks_randomly(as_trick(game), TrickGame::of(state), draws, played);
    for (int i = 0; i < lead_kinds; ++i) tally.counts[counted.of_lead[i]] += played.leads[i];
    if (const int i = counted.of_action[static_cast<int>(ActionKind::surrender)])
        tally.counts[i] += played.surrenders;
    tally.choices += played.choices;
    return played.moves;
}

int winner_of_shengji(const Game& game, const AnyState& state) {
    return static_cast<const Shengji&>(game).result(TrickGame::of(state)).attackers;
}

int winner_of_erqiwang(const Game& game, const AnyState& state) {
    return static_cast<const Erqiwang&>(game).result(TrickGame::of(state)).attackers;
}

int winner_of_dabaifen(const Game& game, const AnyState& state) {
    const Dabaifen& dabaifen = static_cast<const Dabaifen&>(game);
    if (dabaifen.counts_levels()) return winner_of_shengji(game, state);
    return dabaifen.contract(TrickGame::of(state)).dealer < 0;
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

template <const Counted& counted>
constexpr std::span<const char* const> names_of{counted.names, static_cast<std::size_t>(counted.n)};

// A random deal of two decks takes about 100 draws, of one 50.
constexpr Driver dabaifen{
    "dabaifen",         deal_sides,        names_of<of_dabaifen>,       policies, 7, nullptr,
    winner_of_dabaifen, note<of_dabaifen>, finish_randomly<of_dabaifen>};
constexpr Driver erqiwang{
    "erqiwang",         deal_sides,        names_of<of_erqiwang>,       policies, 14, nullptr,
    winner_of_erqiwang, note<of_erqiwang>, finish_randomly<of_erqiwang>};
constexpr Driver shengji{
    "shengji",         deal_sides,       names_of<of_shengji>,       policies, 14, nullptr,
    winner_of_shengji, note<of_shengji>, finish_randomly<of_shengji>};
constexpr Driver whist{
    "whist",         whist_sides,      names_of<of_shengji>,       policies, 7, nullptr,
    winner_of_whist, note<of_shengji>, finish_randomly<of_shengji>};

}  // namespace

const Driver& dabaifen_driver() {
    return dabaifen;
}

const Driver& erqiwang_driver() {
    return erqiwang;
}

const Driver& shengji_driver() {
    return shengji;
}

const Driver& whist_driver() {
    return whist;
}

}  // namespace pokerfast
