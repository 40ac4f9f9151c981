// A range of rows worked off by several threads. What a block makes depends on its rows alone, so
// no result depends on how many threads there are.
#pragma once

#include "base/bits.hpp"

#include <functional>

namespace pokerfast::batch {

// Called by the thread that called, between its blocks; false stops the run.
using Pulse = std::function<bool()>;

struct Parallel {
    int workers = 1;
    Pulse pulse;
};

// Calls work(from, to) for blocks of [0, n) of that many rows, in order as threads get free. False
// if the pulse stopped it. What a block throws is thrown again here.
bool each_block(u64 n, u64 block, const Parallel& how,
                const std::function<void(u64 from, u64 to)>& work);

// The first row for which bad(from, to), which answers the first of its own or `to`, finds one;
// n if there is none. False if the pulse stopped it.
bool first_bad_row(u64 n, u64 block, const Parallel& how,
                   const std::function<u64(u64 from, u64 to)>& bad, u64& row);

}  // namespace pokerfast::batch
