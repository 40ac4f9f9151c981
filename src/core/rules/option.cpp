#include "rules/option.hpp"

#include <algorithm>

namespace pokerfast {

namespace {

i64 names_count(const OptionSpec& spec) {
    i64 n = 0;
    while (spec.names && spec.names[n]) ++n;
    return n;
}

bool in_range(const OptionSpec& spec, i64 value) {
    switch (spec.type) {
        case OptionType::on_off: return value == 0 || value == 1;
        case OptionType::number: return spec.min <= value && value <= spec.max;
        case OptionType::maybe: return value == -1 || (spec.min <= value && value <= spec.max);
        case OptionType::either: return value == spec.min || value == spec.max;
        case OptionType::choice: return 0 <= value && value < names_count(spec);
        case OptionType::set: return 0 <= value && value < (i64{1} << names_count(spec));
        case OptionType::pair: {
            if (value < 0) return false;
            const i64 first = value % 1000, second = value / 1000;
            return spec.min <= first && first <= second && second <= spec.max;
        }
    }
    return false;
}

}  // namespace

const OptionSpec& spec_named(const std::vector<OptionSpec>& specs, std::string_view name) {
    return *std::find_if(specs.begin(), specs.end(),
                         [&](const OptionSpec& spec) { return spec.name == name; });
}

std::vector<Fault> check_options(const std::vector<OptionSpec>& specs,
                                 const std::vector<i64>& values) {
    std::vector<Fault> faults;
    if (values.size() != specs.size()) {
        faults.push_back({"options", "expected " + std::to_string(specs.size()) + " values, got " +
                                         std::to_string(values.size())});
        return faults;
    }
    for (std::size_t i = 0; i < specs.size(); ++i)
        if (!in_range(specs[i], values[i]))
            faults.push_back(
                {specs[i].name, "value " + std::to_string(values[i]) + " is not allowed"});
    return faults;
}

}  // namespace pokerfast
