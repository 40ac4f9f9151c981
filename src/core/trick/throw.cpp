#include "trick/throw.hpp"

namespace pokerfast {

bool beats_unit(const TrickPlan& plan, int group, const Copies& cards, const Unit& unit,
                bool protect) {
    const Copies own = cards.within(plan.kinds[group]);
    const Shape shape = unit.shape;
    if (shape.width() == 1) return own.one && highest(plan.place_bits(group, own.one)) > unit.place;
    u64 kinds = shape.width() == 2 ? own.two : own.three;
    if (protect && shape == Shape(2, 1)) kinds = unprotected_pairs(plan, group, own);
    if (!kinds) return false;
    if (shape.length() == 1) return highest(plan.place_bits(group, kinds)) > unit.place;
    const u64 starts = chain_starts(line_of(plan, group, own), shape, plan.linked[group]);
    return starts >> (3 * (unit.place + 1)) != 0;
}

namespace {

// Suits in the order S H D C, then small and big joker: as kinds run.
bool lower(const Unit& a, const Unit& b) {
    if (a.place != b.place) return a.place < b.place;
    if (a.shape.width() != b.shape.width()) return a.shape.width() < b.shape.width();
    if (a.shape.length() != b.shape.length()) return a.shape.length() < b.shape.length();
    return lowest(a.kinds) < lowest(b.kinds);
}

bool smaller(const Unit& a, const Unit& b) {
    if (a.shape.cards() != b.shape.cards()) return a.shape.cards() < b.shape.cards();
    return lower(a, b);
}

}  // namespace

Copies forced_single(const TrickPlan& plan, int group, const Copies& cards, u64 others) {
    if (plan.rules.throw_fail != throw_fail::lowest || !(others & plan.kinds[group])) return {};
    const int place = lowest(plan.place_bits(group, cards.one));
    const u64 kinds = plan.kinds_at(group, place, cards.one);
    const u64 bit = kinds & (~kinds + 1);
    // The lowest place holds one card alone; no other unit can come before it.
    if (kinds != bit || (cards.two & bit)) return {};
    if (highest(plan.place_bits(group, others & plan.kinds[group])) <= place) return {};
    return {bit, 0, 0};
}

ThrowTest test_throw(const TrickPlan& plan, int group, const Copies& cards, const Split& split,
                     std::span<const Copies> others) {
    ThrowTest result;
    const int size = cards.total();
    if (split.size <= 1) {
        result.lead = lead_of(group, size, split);
        return result;
    }
    // Highest places of single cards and loose pairs around the table, the usual units.
    int above_single = -1, above_pair = -1;
    for (const Copies& hand : others) {
        const Copies own = hand.within(plan.kinds[group]);
        if (!own.one) continue;
        const int single = highest(plan.place_bits(group, own.one));
        if (single > above_single) above_single = single;
        if (!own.two) continue;
        const u64 pairs = unprotected_pairs(plan, group, own);
        const int pair = pairs ? highest(plan.place_bits(group, pairs)) : -1;
        if (pair > above_pair) above_pair = pair;
    }
    const i64 rule = plan.rules.throw_fail;
    const bool by_size = rule == throw_fail::smallest_unit;
    const Unit* worst = nullptr;
    for (int i = 0; i < split.size; ++i) {
        const Unit& unit = split.units[i];
        bool beaten;
        if (unit.shape == Shape(1, 1)) {
            beaten = above_single > unit.place;
        } else if (unit.shape == Shape(2, 1)) {
            beaten = above_pair > unit.place;
        } else {
            beaten = false;
            for (const Copies& hand : others) beaten |= beats_unit(plan, group, hand, unit);
        }
        if (beaten && (!worst || (by_size ? smaller(unit, *worst) : lower(unit, *worst))))
            worst = &unit;
    }
    if (!worst) {
        result.lead = lead_of(group, size, split);
        return result;
    }
    result.stands = false;
    Unit forced = *worst;
    if (rule == throw_fail::single_card || rule == throw_fail::beaten_card) {
        const u64 from = rule == throw_fail::single_card ? cards.one : worst->kinds;
        const int place = lowest(plan.place_bits(group, from));
        const u64 kinds = plan.kinds_at(group, place, from);
        forced = {Shape(1, 1), static_cast<u8>(place), kinds & (~kinds + 1)};
    }
    result.forced = forced.cards();
    result.lead.group = static_cast<u8>(group);
    result.lead.size = static_cast<u8>(forced.shape.cards());
    if (forced.shape.width() > 1) result.lead.shape[result.lead.shapes++] = forced.shape;
    return result;
}

bool is_certain(const TrickPlan& plan, int group, const Split& split, const Copies& unseen) {
    for (int i = 0; i < split.size; ++i)
        if (beats_unit(plan, group, unseen, split.units[i], false)) return false;
    return true;
}

}  // namespace pokerfast
