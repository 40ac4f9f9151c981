#include "batch/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace pokerfast::batch {

bool each_block(u64 n, u64 block, const Parallel& how,
                const std::function<void(u64 from, u64 to)>& work) {
    std::atomic<u64> next{0};
    std::atomic<bool> stop{false}, broken{false};
    std::exception_ptr failure;
    const u64 blocks = n / block + (n % block != 0);
    const auto run = [&](const Pulse* pulse) {
        try {
            for (u64 i; (i = next++) < blocks && !stop;) {
                work(i * block, std::min(n, (i + 1) * block));
                if (pulse && *pulse && !(*pulse)()) stop = true;
            }
        } catch (...) {
            if (!broken.exchange(true)) failure = std::current_exception();
            stop = true;
        }
    };
    std::vector<std::thread> threads;
    const u64 most = std::min<u64>(static_cast<u64>(how.workers), blocks);
    try {
        while (threads.size() + 1 < most) threads.emplace_back(run, nullptr);
    } catch (const std::system_error&) {
        // As many as there can be.
    }
    run(&how.pulse);
    for (std::thread& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
    return !stop;
}

bool first_bad_row(u64 n, u64 block, const Parallel& how,
                   const std::function<u64(u64 from, u64 to)>& bad, u64& row) {
    std::atomic<u64> first{n};
    // Blocks are taken in order, so all before one that is looked at are looked at too.
    const bool whole = each_block(n, block, how, [&](u64 from, u64 to) {
        if (from > first) return;
        const u64 found = bad(from, to);
        if (found == to) return;
        for (u64 known = first; found < known && !first.compare_exchange_weak(known, found);) {
        }
    });
    row = first;
    return whole;
}

}  // namespace pokerfast::batch
