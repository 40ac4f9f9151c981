// Rule options as data. One descriptor a question; the same table feeds validation, describe(), the
// command line, snapshots and the documentation. Values are plain integers: on/off 0 or 1, an
// enum's position, a set's bits.
#pragma once

#include "base/bits.hpp"

#include <string>
#include <vector>

namespace pokerfast {

enum class OptionType : u8 {
    on_off,  // 0 or 1; a bool in Python
    number,  // min … max
    choice,  // position in `names`
    set,     // bit i = names[i]
    pair,    // two numbers min … max, first + 1000 * second
    maybe,   // min … max, or -1: None in Python
};

struct OptionSpec {
    const char* name;
    OptionType type;
    i64 initial, min, max;
    const char* const* names;  // of a choice or a set, ended by nullptr; else nullptr
    const char* summary;       // one line
    const char* source;        // seed, peer or default, as the rules page marks it
};

struct PresetChange {
    const char* option;
    i64 value;
};

struct PresetSpec {
    const char* name;
    const char* summary;
    std::vector<PresetChange> changes;  // from the initial values
};

inline i64 pair_value(i64 first, i64 second) {
    return first + 1000 * second;
}

// One fault of a rule set or a position: which question, and what is wrong with it.
struct Fault {
    std::string where, what;
};

// Range faults of a whole value table; options of a game that depend on each other are checked by
// the game.
std::vector<Fault> check_options(const std::vector<OptionSpec>& specs,
                                 const std::vector<i64>& values);

}  // namespace pokerfast
