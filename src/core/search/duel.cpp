#include "search/duel.hpp"

#include "game/race.hpp"
#include "game/trick.hpp"

#include <algorithm>
#include <mutex>

namespace pokerfast::search {

namespace {

class DuelRun {
  public:
    explicit DuelRun(const Duel& duel, DuelTally& tally) : duel_(duel), tally_(tally) {
        for (const Policy* player : duel.players) logs_ |= player->choose_from_log != nullptr;
    }

    void work() {
        u64 moves = 0;
        for (;;) {
            const u64 deal = next_.fetch_add(1);
            if (deal >= duel_.deals || stop.load(std::memory_order_relaxed)) break;
            i64 difference = 0;
            for (const u32 pattern : duel_.patterns) difference += play(deal, pattern, moves);
            tally_.differences[static_cast<std::size_t>(deal)] = difference;
            done.fetch_add(1, std::memory_order_relaxed);
        }
        moves_.fetch_add(moves);
    }

    u64 moves() const { return moves_.load(); }

    std::atomic<bool> stop{false};
    std::atomic<u64> done{0};

  private:
    i64 play(u64 deal, u32 pattern, u64& moves) const {
        const Game& game = *duel_.game;
        AnyState state;
        StartArgs args;
        args.from_play = duel_.from_play;
        args.seed = duel_.seed;
        args.game = deal;
        game.start(state, args);
        Draws draws(duel_.seed, deal, Stream::policy);
        Log log;
        if (logs_) log.start(state);
        while (!game.over(state)) {
            if (stop.load(std::memory_order_relaxed)) return 0;
            const Policy& player = *duel_.players[pattern >> game.seat(state) & 1 ? 0 : 1];
            const Action action = player.choose_from_log ? player.choose_from_log(game, log, draws)
                                                         : player.choose(game, state, draws);
            game.apply(state, action);
            if (logs_) log.add(action, state);
            ++moves;
        }
        double returns[most_seats] = {};
        game.returns(state, returns);
        i64 difference = 0;
        for (int i = 0; i < game.players(state); ++i) {
            const i64 halves = static_cast<i64>(2 * returns[i]);
            difference += pattern >> i & 1 ? halves : -halves;
        }
        return difference;
    }

    const Duel& duel_;
    DuelTally& tally_;
    bool logs_ = false;
    std::atomic<u64> next_{0}, moves_{0};
};

}  // namespace

std::vector<u32> seat_patterns(const Game& game, bool from_play) {
    const int seats = game.seats();
    const u32 all = (1u << seats) - 1;
    std::vector<u32> patterns;
    const auto add = [&](u32 seats_of_first) {
        patterns.push_back(seats_of_first);
        patterns.push_back(all & ~seats_of_first);
    };
    const auto* tricks = dynamic_cast<const TrickGame*>(&game);
    if (tricks && !tricks->dealer_alone()) {
        add(0b0101);  // the pairs
    } else if (dynamic_cast<const RaceGame*>(&game)) {
        // Who belongs together is not known before: neighbours but one, all the way round.
        for (int i = 0; i < seats; ++i) add(1u << i | 1u << (i + 2) % seats);
    } else if (from_play) {
        add(1);  // seat 0 stands alone against the others
    } else {
        for (int i = 0; i < seats; ++i) add(1u << i);
    }
    return patterns;
}

bool run_duel(const Duel& duel, const Watch& watch, DuelTally& tally) {
    tally.differences.assign(static_cast<std::size_t>(duel.deals), 0);
    DuelRun run(duel, tally);
    on_threads(duel.workers, watch, run.done, run.stop, [&](int) { run.work(); });
    tally.moves = run.moves();
    return !run.stop.load();
}

}  // namespace pokerfast::search
