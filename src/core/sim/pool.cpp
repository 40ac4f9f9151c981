#include "sim/pool.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace pokerfast {

namespace {

constexpr u64 chunk_games = 256;  // a multiple of draw_lanes
// Where games are played side by side the last of a chunk leave lanes empty.
constexpr u64 wide_chunk_games = 8192;
constexpr u64 wide_block_games = 1024;  // whose states are kept
constexpr int most_ready_blocks = 24;

class Run {
  public:
    explicit Run(const Simulation& simulation) : sim_(simulation) {
        for (const Policy* policy : sim_.policies) {
            all_random_ &= policy->choose == choose_randomly;
            logs_ |= policy->choose_from_log != nullptr;
        }
        if (logs_) chunk_ = draw_lanes;  // players that go by the log think for long
        if (!sim_.backend || !all_random_ || !sim_.driver->play_many) return;
        wide_ = true;
        // Enough chunks for every worker.
        const u64 share = sim_.games / (4 * static_cast<u64>(std::max(1, sim_.workers)));
        chunk_ = std::clamp(share / draw_lanes * draw_lanes, chunk_games, wide_chunk_games);
    }

    void work(Tally& tally) {
        const u64 step = !wide_ ? draw_lanes : sim_.from_play ? chunk_ : wide_block_games;
        for (;;) {
            const u64 from = next_.fetch_add(chunk_);
            if (from >= sim_.games || stop.load(std::memory_order_relaxed)) break;
            const u64 to = std::min(sim_.games, from + chunk_);
            for (u64 at = from; at < to && !stop.load(std::memory_order_relaxed); at += step) {
                const u64 first = sim_.first_game + at, count = std::min(step, to - at);
                if (!wide_)
                    play_some(first, static_cast<int>(count), tally);
                else if (sim_.from_play)
                    sim_.driver->play_many(*sim_.game, *sim_.backend, sim_.seed, first, count,
                                           tally);
                else
                    play_wide(first, count, tally);
                done.fetch_add(count, std::memory_order_relaxed);
            }
        }
    }

    std::atomic<bool> stop{false};
    std::atomic<u64> done{0};

  private:
    // Side by side, what is random is cheap: the deals and the first draws of `draw_lanes` games
    // together.
    void play_some(u64 first, int count, Tally& tally) const {
        alignas(64) u16 ready[8 * most_ready_blocks][draw_lanes];
        const int blocks = std::min(sim_.driver->ready_blocks, most_ready_blocks);
        draw_many(sim_.seed, first, Stream::policy, blocks, ready);
        const Game& game = *sim_.game;
        AnyState states[draw_lanes];
        const bool together = sim_.from_play && sim_.driver->start_at_play;
        if (together) sim_.driver->start_at_play(game, states, sim_.seed, first);
        for (int i = 0; i < count && !stop.load(std::memory_order_relaxed); ++i) {
            const u64 index = first + static_cast<u64>(i);
            if (!together) start(states[i], index);
            Draws draws(sim_.seed, index, Stream::policy, &ready[0][i],
                        static_cast<u32>(8 * blocks));
            u64 length = play_until(states[i], draws, tally);
            if (!game.over(states[i])) {
                if (!all_random_) return;  // stopped halfway
                length += sim_.driver->finish_randomly(game, states[i], draws, tally);
            }
            add(states[i], length, tally);
        }
    }

    // Everything before play one by one, and then play side by side.
    void play_wide(u64 first, u64 count, Tally& tally) const {
        const Game& game = *sim_.game;
        alignas(64) u16 ready[8 * most_ready_blocks][draw_lanes];
        const int blocks = std::min(sim_.driver->ready_blocks, most_ready_blocks);
        std::vector<Unfinished> games(count);
        std::size_t n = 0;
        for (u64 i = 0; i < count; ++i) {
            const u64 lane = i % draw_lanes;
            if (lane == 0) draw_many(sim_.seed, first + i, Stream::policy, blocks, ready);
            Unfinished& one = games[n];
            one.game = first + i;
            start(one.state, one.game);
            Draws draws(sim_.seed, one.game, Stream::policy, &ready[0][lane],
                        static_cast<u32>(8 * blocks));
            one.moves = play_until(one.state, draws, tally);
            one.draw = draws.next();
            if (game.over(one.state))
                add(one.state, one.moves, tally);
            else
                ++n;
        }
        games.resize(n);
        sim_.driver->finish_many(game, *sim_.backend, sim_.seed, games, tally);
        for (const Unfinished& one : games) add(one.state, one.moves, tally);
    }

    void start(AnyState& state, u64 index) const {
        StartArgs args;
        args.from_play = sim_.from_play;
        args.seed = sim_.seed;
        args.game = index;
        sim_.game->start(state, args);
    }

    // To the end, or until nothing but random play is left; answers the moves made.
    u64 play_until(AnyState& state, Draws& draws, Tally& tally) const {
        const Game& game = *sim_.game;
        u64 length = 0;
        Log log;
        if (logs_) log.start(state);
        for (; !game.over(state) && !(all_random_ && game.in_play(state)); ++length) {
            const int seat = game.seat(state);
            const u64 count = game.count(state);
            const Policy* policy = sim_.policies[static_cast<std::size_t>(seat)];
            const Action action = policy->choose_from_log
                                      ? policy->choose_from_log(game, log, draws)
                                      : policy->choose(game, state, draws);
            tally.choices += count;
            sim_.driver->note(game, state, action, tally);
            game.apply(state, action);
            if (logs_) {
                log.add(action, state);
                if (stop.load(std::memory_order_relaxed)) break;
            }
        }
        return length;
    }

    void add(const AnyState& state, u64 length, Tally& tally) const {
        const Game& game = *sim_.game;
        double returns[most_seats] = {};
        game.returns(state, returns);
        tally.add_game(length, sim_.driver->winning_side(game, state), returns, game.players(state),
                       game.multiplier(state));
    }

    const Simulation& sim_;
    bool all_random_ = true, logs_ = false;
    bool wide_ = false;  // play side by side on the back end
    u64 chunk_ = chunk_games;
    std::atomic<u64> next_{0};
};

}  // namespace

void on_threads(int workers, const Watch& watch, const std::atomic<u64>& done,
                std::atomic<bool>& stop, const std::function<void(int)>& work) {
    struct Joined {
        std::vector<std::thread> threads;
        std::atomic<bool>& stop;
        bool finished = false;
        // However it is left: the watch may throw, or its thread end with the process.
        ~Joined() {
            if (!finished) stop = true;
            for (std::thread& thread : threads) thread.join();
        }
    };
    std::mutex mutex;
    std::condition_variable finished;
    int running = std::max(1, workers);
    Joined joined{{}, stop};
    for (int i = 0, n = running; i < n; ++i)
        joined.threads.emplace_back([&, i] {
            work(i);
            const std::lock_guard lock(mutex);
            if (--running == 0) finished.notify_one();
        });
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::milliseconds(100), [&] { return running == 0; })) {
        lock.unlock();
        if (watch && !stop && !watch(done.load())) stop = true;
        lock.lock();
    }
    lock.unlock();
    joined.finished = true;
}

bool run_simulation(const Simulation& simulation, const Watch& watch, Tally& tally) {
    Run run(simulation);
    const int workers = std::max(1, simulation.workers);
    std::vector<Tally> tallies(static_cast<std::size_t>(workers));
    on_threads(workers, watch, run.done, run.stop,
               [&](int i) { run.work(tallies[static_cast<std::size_t>(i)]); });
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
