// The back ends of this machine.
#pragma once

#include "climb/combo.hpp"
#include "sim/wide/backend.hpp"

#include <span>
#include <string>

namespace pokerfast {

// Those that processor and operating system can run, the fastest first; settled at the first call.
std::span<const Backend* const> usable_backends();
// Null if there is none of that name, or it can't be run here.
const Backend* find_backend(const std::string& name);
// The fastest, or null.
const Backend* best_backend();

u16 wide_table(Reading reading);
Reading reading_of(u16 table);

}  // namespace pokerfast
