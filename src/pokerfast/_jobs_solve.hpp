// Solving positions over threads, for the binder of jobs: what is asked, how a job is run and
// stopped. What each game answers is its own (_jobs_solve_*.hpp).
#pragma once

#include <pybind11/pybind11.h>

#include "climb/combo.hpp"
#include "solve/proof_search.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

namespace pokerfast::bind {

namespace py = pybind11;

struct SolveRequest {
    bool all_moves = true, prove = false;
    u64 most_nodes = ~0ull;
    double most_seconds = -1;  // negative: no limit
    u64 most_bytes = 0;
    u64 most_proof = 0;
};

// One position. It is run without the GIL, and asked for its answer with it.
class SolveJob {
  public:
    virtual ~SolveJob() = default;
    virtual void run(const solve::Limits& limits) = 0;
    virtual py::dict answer() const = 0;

    double seconds = 0;
};

// A play as the other binder makes one from its parts; None for a pass.
inline py::object combo_parts(const RankCounts& cards, Reading reading) {
    if (reading.kind == Kind::pass) return py::none();
    char bytes[sizeof cards];
    std::memcpy(bytes, &cards, sizeof cards);
    return py::make_tuple(py::bytes(bytes, sizeof bytes), static_cast<int>(reading.kind),
                          reading.rank, reading.length);
}

// Runs jobs over threads, each by itself, so that no answer depends on how many threads there are.
class SolveRun {
  public:
    SolveRun(const std::vector<std::unique_ptr<SolveJob>>& jobs, const SolveRequest& request)
        : jobs_(jobs), request_(request) {}

    // Called with the GIL; asks Python about twenty times a second whether to go on, and throws
    // what it answers.
    void operator()(int workers, const py::object& progress) {
        std::exception_ptr failure;
        bool failed = false;
        {
            const py::gil_scoped_release release;
            std::vector<std::thread> threads;
            const std::size_t most = std::min(static_cast<std::size_t>(workers), jobs_.size());
            try {
                while (threads.size() < most) threads.emplace_back([this] { work(); });
            } catch (const std::system_error&) {
                if (threads.empty()) throw;  // else as many as there can be
            }
            Clock::time_point asked_at = Clock::now();
            for (int waits = 0; done_ < jobs_.size() && !broken_; ++waits) {
                // Short jobs should not wait for a long tick.
                std::this_thread::sleep_for(
                    std::chrono::microseconds(50 << std::min(waits / 4, 8)));
                const Clock::time_point now = Clock::now();
                if (stop_ || now - asked_at < std::chrono::milliseconds(50)) continue;
                asked_at = now;
                const py::gil_scoped_acquire acquire;
                failed = !asked(progress);
                if (failed) stop_ = true;
            }
            for (std::thread& thread : threads) thread.join();
            failure = failure_;
        }
        if (failed) throw py::error_already_set();
        if (failure) std::rethrow_exception(failure);
    }

  private:
    using Clock = std::chrono::steady_clock;

    struct Pulse {
        SolveRun* run;
        Clock::time_point end;
        u64 told = 0;  // nodes that are in the sum
    };

    bool asked(const py::object& progress) {
        try {
            if (!progress.is_none()) progress(nodes_.load());
        } catch (py::error_already_set& error) {
            error.restore();
            return false;
        }
        return PyErr_CheckSignals() == 0;
    }

    static bool poll(void* with, u64 nodes) {
        Pulse& pulse = *static_cast<Pulse*>(with);
        pulse.run->nodes_ += nodes - pulse.told;
        pulse.told = nodes;
        if (pulse.run->stop_) return true;
        return pulse.run->request_.most_seconds >= 0 && Clock::now() > pulse.end;
    }

    void work() {
        for (std::size_t i; (i = next_++) < jobs_.size() && !stop_; ++done_) {
            const Clock::time_point began = Clock::now();
            const std::chrono::duration<double> most(request_.most_seconds);
            Pulse pulse{this, began + std::chrono::duration_cast<Clock::duration>(most)};
            try {
                jobs_[i]->run({request_.most_nodes, poll, &pulse});
            } catch (...) {
                if (!broken_.exchange(true)) failure_ = std::current_exception();
                stop_ = true;
                return;
            }
            jobs_[i]->seconds = std::chrono::duration<double>(Clock::now() - began).count();
        }
        // Stopped before all were taken: nobody waits for them.
        if (stop_) broken_ = true;
    }

    const std::vector<std::unique_ptr<SolveJob>>& jobs_;
    SolveRequest request_;
    std::atomic<std::size_t> next_{0}, done_{0};
    std::atomic<u64> nodes_{0};
    std::atomic<bool> stop_{false}, broken_{false};
    std::exception_ptr failure_;
};

}  // namespace pokerfast::bind
