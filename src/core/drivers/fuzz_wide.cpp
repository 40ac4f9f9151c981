// Random games of 斗地主 side by side, for sanitizer builds: every back end of this machine under
// random rules, action by action and in whole runs, against the walk and against games played one
// by one.
#include "drivers/fuzz.hpp"
#include "game/doudizhu.hpp"
#include "sim/wide/check.hpp"

using namespace pokerfast;
using namespace pokerfast::fuzz;

namespace {

// Never solo: without it there are no whole games.
constexpr u32 bannable = ~1u;

Tally simulated(const Game& game, const Backend* backend, u64 games, u64 seed, bool from_play) {
    const Driver* driver = find_driver(game.name());
    Simulation simulation{&game, driver, {}, games, seed, from_play, 2, backend};
    for (int i = 0; i < game.seats(); ++i) simulation.policies.push_back(&driver->policies[0]);
    Tally tally;
    if (!run_simulation(simulation, {}, tally)) fail("a run stopped by itself", seed);
    return tally;
}

}  // namespace

int main(int argc, char** argv) {
    const u64 rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
    u64 actions = 0;
    for (u64 round = 0; round < rounds; ++round) {
        Draws draws(99, round, Stream::policy);
        const DouDizhu game(random_options(doudizhu_options(), bannable, draws));
        const bool from_play = draws.below(2);
        const u64 games = 1 + draws.below(from_play ? 400 : 40);
        const bool whole = round % 8 == 0;
        const Tally expected = whole ? simulated(game, nullptr, games, round, from_play) : Tally{};
        for (const Backend* backend : usable_backends()) {
            const WideCheck check = check_backend(game, *backend, 30, round);
            if (!check.fault.empty()) fail(check.fault.c_str(), round);
            actions += check.actions;
            if (whole && simulated(game, backend, games, round, from_play) != expected)
                fail(backend->name, round);
        }
    }
    std::printf("fuzz: %llu rounds, %llu actions, without fault\n",
                static_cast<unsigned long long>(rounds), static_cast<unsigned long long>(actions));
    return 0;
}
