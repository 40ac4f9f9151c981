#include "sim/pool.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace pokerfast {

namespace {

constexpr u64 chunk_games = 256;  // a multiple of draw_lanes
constexpr int most_ready_blocks = 24;

class Run {
  public:
    explicit Run(const Simulation& simulation) : sim_(simulation) {
        for (const Policy* policy : sim_.policies) {
            all_random_ &= policy->choose == choose_randomly;
            logs_ |= policy->choose_from_log != nullptr;
        }
    }

    void work(Tally& tally) {
        for (;;) {
            // Players that go by the log think for long.
            const u64 chunk = logs_ ? draw_lanes : chunk_games;
            const u64 from = next_.fetch_add(chunk);
            if (from >= sim_.games || stop.load(std::memory_order_relaxed)) break;
            const u64 to = std::min(sim_.games, from + chunk);
            for (u64 first = from; first < to && !stop.load(std::memory_order_relaxed);
                 first += draw_lanes) {
                const u64 count = std::min<u64>(draw_lanes, to - first);
                play_many(sim_.first_game + first, static_cast<int>(count), tally);
                done.fetch_add(count, std::memory_order_relaxed);
            }
        }
    }

    std::atomic<bool> stop{false};
    std::atomic<u64> done{0};

  private:
    // Side by side, what is random is cheap: the deals and the first draws of `draw_lanes` games
    // together.
    void play_many(u64 first, int count, Tally& tally) const {
        alignas(64) u16 ready[8 * most_ready_blocks][draw_lanes];
        const int blocks = std::min(sim_.driver->ready_blocks, most_ready_blocks);
        draw_many(sim_.seed, first, Stream::policy, blocks, ready);
        AnyState states[draw_lanes];
        const bool together = sim_.from_play && sim_.driver->start_at_play;
        if (together) sim_.driver->start_at_play(*sim_.game, states, sim_.seed, first);
        for (int i = 0; i < count && !stop.load(std::memory_order_relaxed); ++i) {
            const u64 index = first + static_cast<u64>(i);
            if (!together) {
                StartArgs args;
                args.from_play = sim_.from_play;
                args.seed = sim_.seed;
                args.game = index;
                sim_.game->start(states[i], args);
            }
            Draws draws(sim_.seed, index, Stream::policy, &ready[0][i],
                        static_cast<u32>(8 * blocks));
            play(states[i], draws, tally);
        }
    }

    void play(AnyState& state, Draws& draws, Tally& tally) const {
        const Game& game = *sim_.game;
        u64 length = 0;
        Log log;
        if (logs_) log.start(state);
        while (!game.over(state)) {
            if (all_random_ && game.in_play(state)) {
                length += sim_.driver->finish_randomly(game, state, draws, tally);
                break;
            }
            const int seat = game.seat(state);
            const u64 count = game.count(state);
            const Policy* policy = sim_.policies[static_cast<std::size_t>(seat)];
            const Action action = policy->choose_from_log
                                      ? policy->choose_from_log(game, log, draws)
                                      : policy->choose(game, state, draws);
            tally.choices += count;
            sim_.driver->note(game, state, action, tally);
            game.apply(state, action);
            ++length;
            if (logs_) {
                log.add(action, state);
                if (stop.load(std::memory_order_relaxed)) return;
            }
        }
        double returns[most_seats] = {};
        game.returns(state, returns);
        tally.add_game(length, sim_.driver->winning_side(game, state), returns, game.players(state),
                       game.multiplier(state));
    }

    const Simulation& sim_;
    bool all_random_ = true, logs_ = false;
    std::atomic<u64> next_{0};
};

}  // namespace

bool run_simulation(const Simulation& simulation, const Watch& watch, Tally& tally) {
    Run run(simulation);
    const int workers = std::max(1, simulation.workers);
    std::vector<Tally> tallies(static_cast<std::size_t>(workers));
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::condition_variable finished;
    int running = workers;
    for (int i = 0; i < workers; ++i)
        threads.emplace_back([&, i] {
            run.work(tallies[static_cast<std::size_t>(i)]);
            const std::lock_guard lock(mutex);
            if (--running == 0) finished.notify_one();
        });
    {
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, std::chrono::milliseconds(100),
                                  [&] { return running == 0; })) {
            lock.unlock();
            if (watch && !run.stop && !watch(run.done.load())) run.stop = true;
            lock.lock();
        }
    }
    for (std::thread& thread : threads) thread.join();
    for (const Tally& part : tallies) tally.merge(part);
    return !run.stop.load();
}

u64 perft(const Game& game, const AnyState& state, int depth, const std::atomic<bool>& stop) {
    if (depth == 0) return 1;
    const u64 count = game.count(state);
    if (depth == 1) return count;
    u64 total = 0;
    for (u64 i = 0; i < count && !stop.load(std::memory_order_relaxed); ++i) {
        AnyState next = state;
        game.apply(next, game.unrank(state, i));
        total += perft(game, next, depth - 1, stop);
    }
    return total;
}

}  // namespace pokerfast
