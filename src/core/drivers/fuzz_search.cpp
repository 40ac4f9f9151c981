// Deals that fit what a seat has seen, and the player that searches them, at random points of
// random games of every kind: what comes back is a position, looks the same to the seat and can be
// played to the end; what the player chooses is legal.
#include "belief/belief.hpp"
#include "drivers/fuzz.hpp"
#include "search/search.hpp"

#include <cstring>

using namespace pokerfast;
using namespace pokerfast::fuzz;

namespace {

constexpr u64 games_part = 4;  // of the rounds: each is many times a round of other drivers

std::unique_ptr<Game> random_game(const GameEntry& entry, Draws& draws) {
    for (int i = 0; i < 8; ++i) {
        std::vector<i64> values = random_options(entry.options(), ~1u, draws);
        if (!entry.check(values).empty()) continue;
        std::unique_ptr<Game> game = entry.make(std::move(values));
        AnyState state;
        if (game->start(state, {}).empty()) return game;
    }
    return default_game(entry);
}

void check_world(const Game& game, const Log& log, const Log& world, int viewer, Draws& draws,
                 u64 round) {
    if (world.states.size() != log.states.size()) fail("a world has another length", round);
    for (std::size_t t = 0; t < log.states.size(); ++t) {
        AnyState one = log.states[t], two = world.states[t];
        game.redact(one, viewer);
        game.redact(two, viewer);
        if (pack_state(game, one) != pack_state(game, two)) fail("a world looks different", round);
    }
    for (std::size_t t = 0; t < world.actions.size(); ++t) {
        Action action = world.actions[t];
        if (action.kind != ActionKind::administer &&
            game.check(world.states[t], action) != Code::ok)
            fail("an action of a world is illegal", round);
    }
    AnyState state = world.now();
    if (!game.validate(state).empty()) fail("a world is no position", round);
    play_out(game, world.now(), draws, round);
}

}  // namespace

int main(int argc, char** argv) {
    const u64 asked = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
    u64 found = 0, loose = 0, tried = 0;
    const auto games = all_games();
    for (u64 round = 0; round < asked / games_part; ++round) {
        Draws draws(777, round, Stream::policy);
        const std::unique_ptr<Game> game = random_game(games[round % games.size()], draws);
        StartArgs args;
        args.seed = round;
        args.from_play = draws.below(4) == 0;
        AnyState state;
        if (!game->start(state, args).empty()) fail("a deal is refused", round);
        Log log;
        log.start(state);
        for (u32 moves = draws.below(1 + draws.below(160)); moves > 0 && !game->over(log.now());
             --moves) {
            if (draws.below(40) == 0) {
                Action action;
                action.kind = ActionKind::administer;
                action.number = static_cast<i32>(4 * draws.below(3) + draws.below(2));
                AnyState trial = log.now();
                if (game->administer(trial, action.number / 4, action.number % 4) == Code::ok)
                    log.apply(*game, action);
                continue;
            }
            log.apply(*game, game->unrank(log.now(), draws.below_wide(game->count(log.now()))));
        }
        const int viewer = static_cast<int>(draws.below(1 + static_cast<u32>(game->seats()))) - 1;
        const auto belief = belief::make_belief(*game, log, viewer);
        for (u64 seed = 0; seed < 3; ++seed) {
            Log world;
            AnyState rough;
            ++tried;
            if (belief->sample(seed, 100, world)) {
                ++found;
                check_world(*game, log, world, viewer, draws, round);
            } else if (belief->sample_loosely(seed, 20, rough)) {
                ++loose;
                play_out(*game, rough, draws, round);
            }
        }
        if (game->over(log.now())) continue;
        search::Budget budget;
        budget.rollouts = 12;
        budget.candidates = 6;
        budget.worlds = 3;
        budget.attempts = 50;
        Action action = search::choose(*game, log, draws, budget);
        if (game->check(log.now(), action) != Code::ok) fail("the search chose no action", round);
    }
    std::printf("fuzz: %llu rounds without fault, %llu of %llu worlds found, %llu loosely\n",
                static_cast<unsigned long long>(asked), static_cast<unsigned long long>(found),
                static_cast<unsigned long long>(tried), static_cast<unsigned long long>(loose));
    return 0;
}
