#include "trick/leads.hpp"

#include <algorithm>

namespace pokerfast {

namespace {

struct Powers {
    u64 of[40];
};

consteval Powers make_powers() {
    Powers powers{};
    powers.of[0] = 1;
    for (int i = 1; i < 40; ++i) powers.of[i] = 3 * powers.of[i - 1];
    return powers;
}

constexpr Powers powers_of_three = make_powers();

}  // namespace

u64 count_sets(const Copies& pool) {
    const int threes = count_bits64(pool.three), twos = count_bits64(pool.two) - threes;
    const int ones = count_bits64(pool.one) - twos - threes;
    return powers_of_three.of[twos] << (ones + 2 * threes);
}

// Kinds held once first.
Copies set_at(const Copies& pool, u64 index) {
    Copies cards;
    const u64 ones = pool.one & ~pool.two;
#ifdef __BMI2__
    cards.one = _pdep_u64(index, ones);
#else
    u64 bits = index;
    for (u64 kinds = ones; kinds; kinds &= kinds - 1, bits >>= 1)
        if (bits & 1) cards.one |= kinds & (~kinds + 1);
#endif
    index >>= count_bits64(ones);
    for (u64 kinds = pool.three; kinds; kinds &= kinds - 1, index >>= 2) {
        const u64 bit = kinds & (~kinds + 1);
        const u64 copies = index & 3;
        if (copies > 0) cards.one |= bit;
        if (copies > 1) cards.two |= bit;
        if (copies > 2) cards.three |= bit;
    }
    for (u64 kinds = pool.two & ~pool.three; kinds; kinds &= kinds - 1, index /= 3) {
        const u64 bit = kinds & (~kinds + 1);
        const u64 copies = index % 3;
        if (copies > 0) cards.one |= bit;
        if (copies > 1) cards.two |= bit;
    }
    return cards;
}

namespace {

// Kinds that chains of one width can take at each place.
struct Chains {
    u64 lanes, steps;
};

Chains chains_of(const TrickPlan& plan, int group, u64 kinds) {
    const u64 lanes = plan.place_lanes(group, kinds), filled = filled_lanes(lanes);
    return {lanes, filled & filled >> 3 & plan.linked[group]};
}

// visit(place, length, ways) for every chain that starts below a place, until it answers true.
template <class Visit>
bool each_chain(const Chains& chains, int below, Visit&& visit) {
    for (u64 starts = chains.steps & ((1ull << (3 * below)) - 1); starts; starts &= starts - 1) {
        const int start = lowest(starts) / 3;
        u64 ways = static_cast<u64>(lane_at(chains.lanes, start));
        for (int place = start; chains.steps >> (3 * place) & 1; ++place) {
            ways *= static_cast<u64>(lane_at(chains.lanes, place + 1));
            if (visit(start, place + 2 - start, ways)) return true;
        }
    }
    return false;
}

u64 kinds_below(const TrickPlan& plan, int group, int place) {
    u64 kinds = 0;
    for (int i = 0; i < place; ++i) kinds |= plan.kinds_at(group, i, plan.pack);
    return kinds;
}

PF_INLINE Copies wide(u64 kinds, int width) {
    return {kinds, width > 1 ? kinds : 0, width > 2 ? kinds : 0};
}

}  // namespace

Leads::Leads(const TrickPlan& plan, const Copies& hand, const Copies& unseen)
    : plan_(plan), unseen_(unseen) {
    for (int group = 0; group < groups_n; ++group) {
        groups_[group].own = hand.within(plan.kinds[group]);
        if (!groups_[group].own.one) continue;
        count_group(group);
        count_ += groups_[group].count;
    }
    if (!plan.rules.four_of_rank) return;
    const u64 held = hand.one & hand.one >> 13 & hand.one >> 26 & hand.one >> 39 & suit_mask;
    for (u64 ranks = held; ranks; ranks &= ranks - 1)
        if (group_of_cards(plan, {kinds_of_rank(lowest(ranks)), 0, 0}) < 0)
            fours_ |= ranks & (~ranks + 1);
    count_ += static_cast<u64>(count_bits64(fours_));
}

void Leads::count_group(int group) {
    Group& g = groups_[group];
    const i64 rule = plan_.rules.throws;
    const bool may_throw =
        group == trump_group ? plan_.rules.trump_throw != 0 : rule != throws::trump_only;
    const u64 unseen = unseen_.one & plan_.kinds[group];
    if (may_throw && (rule == throws::all || (rule != throws::none && !unseen))) {
        g.how = How::any;
        g.count = count_sets(g.own) - 1;
        return;
    }
    g.top = plan_.places[group];
    Copies low = g.own;
    if (may_throw && rule == throws::certain) {
        g.how = How::certain;
        g.top = highest(plan_.place_bits(group, unseen));
        low = g.own.within(kinds_below(plan_, group, g.top));
    }
    g.units =
        static_cast<u64>(count_bits64(low.one) + count_bits64(low.two) + count_bits64(low.three));
    for (int width = 2; width <= 3 && low.two; ++width)
        each_chain(chains_of(plan_, group, width == 2 ? g.own.two : g.own.three), g.top,
                   [&](int, int, u64 ways) {
                       g.units += ways;
                       return false;
                   });
    g.count = g.units;
    if (g.how != How::certain) return;
    g.high = g.own - low;
    g.sets = count_sets(g.high) - 1;
    g.count += g.sets;
    if (low.two) find_choices(group, low);
}

void Leads::find_choices(int group, const Copies& low) {
    Group& g = groups_[group];
    // Pairs from the top place on that neighbouring pairs join to the low ones.
    const u64 lanes = filled_lanes(plan_.place_lanes(group, g.own.two));
    const u64 steps = lanes & lanes >> 3 & plan_.linked[group];
    u64 joined = 0;
    for (int place = g.top; place > 0 && steps >> (3 * (place - 1)) & 1; ++place)
        joined |= plan_.kinds_at(group, place, g.own.two);
    g.first_choice = static_cast<u32>(choices_.size());
    g.free = g.high.within(~joined);
    const u64 free_sets = count_sets(g.free);

    // Depth first: each kind three times, twice, or (of those joined) once at most.
    struct Level {
        u64 left;
        Copies cards;
    } stack[2 * most_places + 16];
    int depth = 0;
    stack[depth++] = {low.two | joined, {}};
    Split units;
    u64 total = 0;
    while (depth > 0) {
        const Level at = stack[--depth];
        if (at.left) {
            const u64 bit = 1ull << highest64(at.left);
            const Level next{at.left & ~bit, at.cards};
            stack[depth++] = next;
            if (g.own.three & bit) stack[depth++] = {next.left, at.cards + Copies{bit, bit, bit}};
            stack[depth++] = {next.left, at.cards + Copies{bit, bit, 0}};
            continue;
        }
        if (!(at.cards.two & low.two)) continue;
        split(plan_, group, at.cards, units);
        if (!is_certain(plan_, group, units, unseen_)) continue;
        const u64 loose = joined & ~at.cards.one;
        choices_.push_back({at.cards, loose, total, units.size == 1});
        total += (free_sets << count_bits64(loose)) - (units.size == 1);
    }
    g.last_choice = static_cast<u32>(choices_.size());
    g.count += total;
}

Copies Leads::at(u64 index) const {
    int group = 0;
    while (group < groups_n && index >= groups_[group].count) index -= groups_[group++].count;
    if (group == groups_n)
        return {kinds_of_rank(select_bit64(fours_, static_cast<u32>(index))), 0, 0};
    const Group& g = groups_[group];
    if (g.how == How::any) return set_at(g.own, index + 1);
    if (index < g.units) return unit_at(group, index);
    index -= g.units;
    if (index < g.sets) return set_at(g.high, index + 1);
    index -= g.sets;
    const auto begin = choices_.begin() + g.first_choice, end = choices_.begin() + g.last_choice;
    const Choice& choice =
        *(std::upper_bound(begin, end, index,
                           [](u64 number, const Choice& next) { return number < next.first; }) -
          1);
    index -= choice.first;
    index += choice.is_unit;
    const Copies loose = set_at({choice.loose, 0, 0}, index);
    const u64 rest = index >> count_bits64(choice.loose);
    return choice.cards + loose + set_at(g.free, rest);
}

Copies Leads::unit_at(int group, u64 index) const {
    const Group& g = groups_[group];
    const Copies low =
        g.how == How::certain ? g.own.within(kinds_below(plan_, group, g.top)) : g.own;
    const u64 planes[] = {low.one, low.two, low.three};
    for (int width = 1; width <= 3; ++width) {
        const u64 n = static_cast<u64>(count_bits64(planes[width - 1]));
        if (index < n)
            return wide(1ull << select_bit64(planes[width - 1], static_cast<u32>(index)), width);
        index -= n;
    }
    for (int width = 2; width <= 3; ++width) {
        const u64 kinds = width == 2 ? g.own.two : g.own.three;
        u64 found = 0;
        const bool done =
            each_chain(chains_of(plan_, group, kinds), g.top, [&](int start, int length, u64 ways) {
                if (index >= ways) {
                    index -= ways;
                    return false;
                }
                for (int place = start; place < start + length; ++place) {
                    const u64 here = plan_.kinds_at(group, place, kinds);
                    const u64 n = static_cast<u64>(count_bits64(here));
                    found |= 1ull << select_bit64(here, static_cast<u32>(index % n));
                    index /= n;
                }
                return true;
            });
        if (done) return wide(found, width);
    }
    return {};
}

Code check_lead(const TrickPlan& plan, const Copies& hand, const Copies& unseen,
                const Copies& cards) {
    if (!hand.holds(cards)) return Code::not_held;
    const int group = lead_group(plan, cards);
    if (group < 0) return Code::two_groups;
    if (group == any_group || cards.total() == 1) return Code::ok;
    Split units;
    split(plan, group, cards, units);
    if (units.size == 1) return Code::ok;
    const i64 rule = plan.rules.throws;
    if (rule == throws::none || (group == trump_group && !plan.rules.trump_throw))
        return Code::no_throw;
    if (rule == throws::trump_only &&
        (group != trump_group || unseen.one & plan.kinds[trump_group]))
        return Code::no_throw;
    if (rule == throws::certain && !is_certain(plan, group, units, unseen))
        return Code::not_certain;
    return Code::ok;
}

}  // namespace pokerfast
