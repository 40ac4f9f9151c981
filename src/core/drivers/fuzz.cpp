// Random games and hostile snapshots of 斗地主 straight at the core, for sanitizer builds: every
// list, count and number agree, every snapshot comes back, and damaged ones are refused or lead to
// positions that can be played to the end.
#include "drivers/fuzz.hpp"

#include "climb/doudizhu/readings.hpp"
#include "climb/doudizhu/sinks.hpp"
#include "game/doudizhu.hpp"

using namespace pokerfast;
using namespace pokerfast::fuzz;

namespace {

// Never solo: without it there are no whole games.
constexpr u32 bannable = ~1u;

void check_lists(const DouDizhu& game, const AnyState& state, u64 round) {
    const doudizhu::State& s = DouDizhu::of(state);
    if (s.phase != doudizhu::Phase::play) return;
    const Planes planes = planes_of(s.counts[s.turn]);
    std::vector<DeckCombo> plays(game.count(state));
    Lister lister{plays.data()};
    if (s.leading())
        walk_leads(game.plan(), planes, lister);
    else
        walk_follows(game.plan(), planes, s.table(), lister);
    const std::size_t listed = static_cast<std::size_t>(lister.out - plays.data());
    if (listed + !s.leading() != plays.size()) fail("list and count differ", round);
    for (std::size_t i = 0; i < listed; ++i) {
        Action action = game.unrank(state, i);
        if (action.play != widened(plays[i])) fail("list and number differ", round);
        if (game.check(state, action) != Code::ok) fail("a listed play is refused", round);
        if (action.play != widened(plays[i])) fail("a listed play is read otherwise", round);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const u64 rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
    for (u64 round = 0; round < rounds; ++round) {
        Draws draws(4242, round, Stream::policy);
        const DouDizhu game(random_options(doudizhu_options(), bannable, draws));
        AnyState state;
        StartArgs args;
        args.seed = round;
        args.first =
            game.rules().auction == auction::none ? -1 : static_cast<int>(draws.below(4)) - 1;
        if (draws.below(2)) args.beans = {draws.below(3), draws.below(3), draws.below(3)};
        if (!game.start(state, args).empty()) fail("a deal is refused", round);
        for (int moves = 0; !game.over(state) && moves < 5000; ++moves) {
            check_lists(game, state, round);
            if (draws.below(8) == 0) hostile_snapshots(game, state, draws, round);
            for (int viewer = -1; viewer < 3; ++viewer) {
                AnyState seen = state;
                game.redact(seen, viewer);
            }
            game.apply(state, game.unrank(state, draws.below_wide(game.count(state))));
        }
        hostile_snapshots(game, state, draws, round);
        // Any multiset of at most four a rank is read without harm.
        u64 counts = 0;
        for (int slot = 0; slot < 16; ++slot)
            counts += copies_of(slot, static_cast<int>(draws.below(5)));
        each_reading(game.plan(), counts, [](Reading) { return false; });
    }
    compare_workers(*default_game(*find_game("doudizhu")));
    std::printf("fuzz: %llu rounds without fault\n", static_cast<unsigned long long>(rounds));
    return 0;
}
