// Rule options as data. One descriptor a question; the same table feeds validation, describe(), the
// command line, snapshots and the documentation. Values are plain integers: on/off 0 or 1, an
// enum's position, a set's bits.
#pragma once

#include "base/bits.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pokerfast {

enum class OptionType : u8 {
    on_off,  // 0 or 1; a bool in Python
    number,  // min … max
    choice,  // position in `names`
    set,     // bit i = names[i]
    pair,    // two numbers min … max, first + 1000 * second
    maybe,   // min … max, or -1: None in Python
    either,  // the number min or the number max
};

struct OptionSpec {
    const char* name;
    OptionType type;
    i64 initial, min, max;
    const char* const* names;  // of a choice or a set, ended by nullptr; else nullptr
    const char* summary;       // one line
    const char* source;        // seed, peer or default, as the rules page marks it
};

// A question with the field of a game's rule struct that holds its answer.
template <class Rules>
struct Question {
    i64 Rules::* field;
    OptionSpec spec;
};

template <class Rules>
std::vector<OptionSpec> specs_of(std::span<const Question<Rules>> questions) {
    std::vector<OptionSpec> specs;
    for (const Question<Rules>& question : questions) specs.push_back(question.spec);
    return specs;
}

// The rules that answer the questions with these values, in their order; `rules`: what is not
// asked.
template <class Rules>
Rules rules_of(std::span<const Question<Rules>> questions, const std::vector<i64>& values,
               Rules rules = {}) {
    std::size_t i = 0;
    for (const Question<Rules>& question : questions) rules.*question.field = values[i++];
    return rules;
}

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

// The question of that name, which must be among them.
const OptionSpec& spec_named(const std::vector<OptionSpec>& specs, std::string_view name);

// Range faults of a whole value table; options of a game that depend on each other are checked by
// the game.
std::vector<Fault> check_options(const std::vector<OptionSpec>& specs,
                                 const std::vector<i64>& values);

}  // namespace pokerfast
