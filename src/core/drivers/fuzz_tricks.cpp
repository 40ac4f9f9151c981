// The same for the trick-taking games: what is listed is different and legal, random sets are
// checked as they are listed, and leads, follows and throws of any cards do no harm.
#include "drivers/fuzz.hpp"
#include "game/card_turn.hpp"
#include "game/dabaifen.hpp"
#include "game/erqiwang.hpp"
#include "game/whist.hpp"

#include <array>
#include <set>

using namespace pokerfast;
using namespace pokerfast::fuzz;

namespace {

constexpr u64 most_listed = 300;

using Key = std::array<u64, 5>;

Key key_of(const Action& action) {
    const Pile pile = action.ids.pile();
    return {static_cast<u64>(action.kind), static_cast<u64>(action.number), pile.deck[0],
            pile.deck[1], pile.deck[2]};
}

// Any cards of a hand, named by kind.
Action random_cards(const Pile& held, int size, ActionKind kind, Draws& draws) {
    Action action;
    action.kind = kind;
    Copies left = held.copies(), taken;
    for (; size > 0 && left.one; --size) {
        const int card =
            select_bit64(left.one, draws.below(static_cast<u32>(count_bits64(left.one))));
        left = left - Copies{1ull << card, 0, 0};
        taken.add(card);
    }
    action.ids = CardIds::of(lowest_of(held, taken));
    return action;
}

void check_actions(const TrickGame& game, const AnyState& state, Draws& draws, u64 round) {
    const u64 count = game.count(state);
    std::set<Key> listed;
    const u64 step = count / most_listed + 1;
    u64 n = 0;
    for (u64 i = 0; i < count; i += step) {
        Action action = game.unrank(state, i);
        const Action before = action;
        if (game.check(state, action) != Code::ok) fail("a listed action is refused", round);
        if (!(action.ids == before.ids)) fail("a listed action changes when checked", round);
        listed.insert(key_of(action));
        ++n;
    }
    if (listed.size() != n) fail("an action is listed twice", round);
    const trick::State& s = TrickGame::of(state);
    if (s.phase == trick::Phase::bid || s.phase == trick::Phase::name) {
        for (i32 number = -2; number < 130; ++number) {
            Action action;
            action.kind = s.phase == trick::Phase::bid ? ActionKind::bid : ActionKind::name;
            action.number = number;
            const bool legal = game.check(state, action) == Code::ok;
            if (legal != (listed.count(key_of(action)) > 0)) fail("check and list differ", round);
        }
        return;
    }
    const ActionKind kind = s.phase == trick::Phase::play      ? ActionKind::play
                            : s.phase == trick::Phase::bury    ? ActionKind::bury
                            : s.phase == trick::Phase::declare ? ActionKind::declare
                                                               : ActionKind::rob;
    for (int i = 0; i < 20; ++i) {
        const int size = s.played ? s.lead.size : 1 + static_cast<int>(draws.below(4));
        Action action = random_cards(s.hand[s.turn], size, kind, draws);
        const bool legal = game.check(state, action) == Code::ok;
        if (step == 1 && legal != (listed.count(key_of(action)) > 0))
            fail("check and list differ", round);
    }
}

// Ids taken at random end in a legal action.
void choose_by_cards(const TrickGame& game, const AnyState& state, Draws& draws, u64 round) {
    CardTurn turn(game, state);
    Action action;
    for (bool done = false; !done;) {
        int open[kinds_n + 1 + CardTurn::most_words], n = 0;
        for (int id = 0; id < turn.ids(); ++id)
            if (turn.is_open(id)) open[n++] = id;
        if (n == 0) fail("no card leads to a legal action", round);
        done = turn.step(open[draws.below(static_cast<u32>(n))], action);
    }
    if (game.check(state, action) != Code::ok) fail("cards chosen by masks are refused", round);
    if (!turn.is_done()) fail("a complete action is not done", round);
}

// Positions from outside that are accepted go on to their end; contracts alone don't cancel.
void try_snapshots(const TrickGame& game, const AnyState& state, Draws& draws, u64 round) {
    const auto* dabaifen = dynamic_cast<const Dabaifen*>(&game);
    if (!dabaifen || dabaifen->counts_levels()) return hostile_snapshots(game, state, draws, round);
    hostile_snapshots(game, state, draws, round,
                      [&](const AnyState& made) { play_out(game, made, draws, round); });
}

void play_rounds(const TrickGame& game, Draws& draws, u64 round) {
    AnyState state;
    StartArgs args;
    args.seed = round;
    const int seat = static_cast<int>(draws.below(static_cast<u32>(game.seats()) + 1)) - 1;
    (game.ladder() ? args.first : args.dealer) = seat;
    args.from_play = draws.below(8) == 0;
    if (args.dealer >= 0 && game.has_levels()) args.levels = {draws.below(13), draws.below(13)};
    if (!game.start(state, args).empty()) fail("a deal is refused", round);
    for (int moves = 0; !game.over(state); ++moves) {
        if (moves > 20'000) fail("a game without end", round);
        if (draws.below(4) == 0) check_actions(game, state, draws, round);
        choose_by_cards(game, state, draws, round);
        if (draws.below(24) == 0) try_snapshots(game, state, draws, round);
        for (int viewer = -1; viewer < game.seats(); ++viewer) {
            AnyState seen = state;
            game.redact(seen, viewer);
        }
        game.apply(state, game.unrank(state, draws.below_wide(game.count(state))));
    }
    try_snapshots(game, state, draws, round);
}

}  // namespace

int main(int argc, char** argv) {
    const u64 rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
    u64 played = 0;
    for (u64 round = 0; round < rounds; ++round) {
        Draws draws(777, round, Stream::policy);
        const auto play = [&]<class G>(std::type_identity<G>, const auto& options, auto check) {
            const std::vector<i64> values = random_options(options, ~0u, draws);
            if (!check(values).empty()) return;
            play_rounds(G(values), draws, round);
            ++played;
        };
        play(std::type_identity<Dabaifen>{}, dabaifen_options(), check_dabaifen);
        play(std::type_identity<Erqiwang>{}, erqiwang_options(), check_erqiwang);
        play(std::type_identity<Shengji>{}, shengji_options(), check_shengji);
        play_rounds(Whist(random_options(whist_options(), 0, draws)), draws, round);
    }
    for (const char* name : {"dabaifen", "erqiwang", "shengji", "whist"})
        compare_workers(*default_game(*find_game(name)));
    if (played < rounds / 20) fail("hardly any rules were playable", played);
    std::printf("fuzz: %llu rules without fault\n", static_cast<unsigned long long>(played));
    return 0;
}
