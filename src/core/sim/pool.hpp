// Many games over threads. The result depends on the specification alone, never on the number of
// workers.
#pragma once

#include "sim/driver.hpp"

#include <atomic>
#include <functional>
#include <string>

namespace pokerfast {

struct Simulation {
    const Game* game = nullptr;
    const Driver* driver = nullptr;
    std::vector<const Policy*> policies;  // one a seat
    u64 games = 0;
    u64 seed = 0;
    bool from_play = false;
    int workers = 1;
    // For games that all play at random; null: one by one. It changes no result.
    const Backend* backend = nullptr;
    u64 first_game = 0;  // number of the first of them under the seed
};

// Called about ten times a second from the calling thread with what is finished so far; false stops
// the run.
using Watch = std::function<bool(u64 done)>;

// Calls work(i) on threads of its own, i = 0 … workers - 1, and returns when all are done. They add
// to `done` and give up when `stop` is set.
void on_threads(int workers, const Watch& watch, const std::atomic<u64>& done,
                std::atomic<bool>& stop, const std::function<void(int)>& work);

// Answers false if the watch stopped it; the tally then holds whole games only.
bool run_simulation(const Simulation& simulation, const Watch& watch, Tally& tally);

// Sequences of `depth` actions from a state: what a move generator is compared by.
u64 perft(const Game& game, const AnyState& state, int depth, const std::atomic<bool>& stop);

}  // namespace pokerfast
