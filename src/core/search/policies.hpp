// Every built-in player by name: those of sim/ and those above it.
#pragma once

#include "sim/driver.hpp"

#include <vector>

namespace pokerfast::search {

std::vector<const Policy*> policies_of(const Driver& driver);
const Policy* find_policy(const Driver& driver, const std::string& name);

}  // namespace pokerfast::search
