#include "rules/whist.hpp"

namespace pokerfast {

namespace {

constexpr const char* trump_names[] = {"last_card", "S", "H", "D", "C", "NT", nullptr};

}  // namespace

const std::vector<OptionSpec>& whist_options() {
    static const std::vector<OptionSpec> specs = {
        {"trump", OptionType::choice, whist_trump::last_card, 0, 0, trump_names,
         "the suit of the last card dealt, which is the dealer's; a suit; or none", "whist"}};
    return specs;
}

const std::vector<PresetSpec>& whist_presets() {
    static const std::vector<PresetSpec> presets = {
        {"whist", "the defaults: trump is the dealer's last card", {}}};
    return presets;
}

std::vector<Fault> check_whist(const std::vector<i64>& values) {
    return check_options(whist_options(), values);
}

}  // namespace pokerfast
