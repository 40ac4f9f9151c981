#include "climb/doudizhu/plan.hpp"

namespace pokerfast {

Plan::Plan(const DouDizhuRules& rules) {
    const auto mask = [](bool on) { return on ? ~0u : 0u; };
    kinds = (1u << doudizhu_kinds) - 1;
    if (!rules.bare_trio) kinds &= ~(kind_bit(Kind::trio) | kind_bit(Kind::trio_chain));
    if (!rules.four_two) kinds &= ~(kind_bit(Kind::four_two_solo) | kind_bit(Kind::four_two_pair));
    kinds &= ~static_cast<u32>(rules.banned_kinds);
    wings2 = mask(rules.kicker_same_rank >= 2);
    wings3 = mask(rules.kicker_same_rank >= 3);
    wings4 = mask(rules.kicker_same_rank >= 4);
    touching = mask(rules.kicker_extends_chain);
    body_wings = mask(rules.kicker_body_rank);
    repeat_pairs = mask(rules.kicker_pair_repeat);
    four_pair = mask(rules.four_two_pair_as_solos);
    joker_wings = rules.kicker_rocket != 0;
}

}  // namespace pokerfast
