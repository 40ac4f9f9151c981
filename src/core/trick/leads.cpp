#include "trick/leads.hpp"

namespace pokerfast {

namespace {

struct Powers {
    u64 of[32];
};

consteval Powers make_powers() {
    Powers powers{};
    powers.of[0] = 1;
    for (int i = 1; i < 32; ++i) powers.of[i] = 3 * powers.of[i - 1];
    return powers;
}

constexpr Powers powers_of_three = make_powers();

// Kinds a chain of `width` can take at each place, as lanes, and the sum of the products over all
// chains of two places and more.
struct ChainCount {
    u64 lanes;
    u64 filled, steps;
};

ChainCount chains_of(const TrickPlan& plan, int group, const Copies& own, int width) {
    const u64 kinds = width == 2 ? own.two : own.three;
    ChainCount chains{plan.place_lanes(group, kinds), 0, 0};
    chains.filled = filled_lanes(chains.lanes);
    chains.steps = chains.filled & chains.filled >> 3 & plan.linked[group];
    return chains;
}

// visit(place, length, ways) for every chain, until it answers true.
template <class Visit>
bool each_chain(const ChainCount& chains, Visit&& visit) {
    for (u64 starts = chains.steps; starts; starts &= starts - 1) {
        const int start = lowest(starts) / 3;
        u64 ways = static_cast<u64>(lane_at(chains.lanes, start));
        for (int place = start; chains.steps >> (3 * place) & 1; ++place) {
            ways *= static_cast<u64>(lane_at(chains.lanes, place + 1));
            if (visit(start, place + 2 - start, ways)) return true;
        }
    }
    return false;
}

u64 count_units(const TrickPlan& plan, int group, const Copies& own) {
    u64 count =
        static_cast<u64>(count_bits64(own.one) + count_bits64(own.two) + count_bits64(own.three));
    for (int width = 2; width <= 3; ++width) {
        if (width == 2 ? !own.two : !own.three) break;
        each_chain(chains_of(plan, group, own, width), [&](int, int, u64 ways) {
            count += ways;
            return false;
        });
    }
    return count;
}

}  // namespace

bool Leads::takes_any(int group) const {
    if (group == trump_group && !plan_.rules.trump_throw) return false;
    if (plan_.rules.throws == throws::all) return true;
    return plan_.rules.throws == throws::certain && !(unseen_.one & plan_.kinds[group]);
}

// Depth first over what can be part of a certain throw: cards as high as any unseen one in any
// number, lower kinds only twice or three times, since a single lower card is beaten.
template <class Visit>
void Leads::walk_certain(int group, Visit&& visit) const {
    const Copies own = hand_.within(plan_.kinds[group]);
    const int top = highest(plan_.place_bits(group, unseen_.one & plan_.kinds[group]));
    u64 high = 0;
    for (u64 kinds = own.one; kinds; kinds &= kinds - 1)
        if (plan_.place_of[lowest(kinds)] >= top) high |= kinds & (~kinds + 1);
    struct Level {
        u64 left;
        Copies cards;
    } stack[4 * (most_places + 8)];
    int depth = 0;
    stack[depth++] = {high | own.two, {}};
    Split units;
    while (depth > 0) {
        const Level at = stack[--depth];
        if (at.left == 0) {
            if (!at.cards.one) continue;
            split(plan_, group, at.cards, units);
            if (units.size > 1 && is_certain(plan_, group, units, unseen_) && visit(at.cards))
                return;
            continue;
        }
        const u64 bit = 1ull << highest64(at.left);
        const Level next{at.left & ~bit, at.cards};
        const bool free = high & bit;
        stack[depth++] = next;
        const Copies bits{own.one & bit, own.two & bit, own.three & bit};
        if (bits.three) stack[depth++] = {next.left, next.cards + bits};
        if (bits.two) stack[depth++] = {next.left, next.cards + Copies{bit, bit, 0}};
        if (free) stack[depth++] = {next.left, next.cards + Copies{bit, 0, 0}};
    }
}

bool Leads::walks_certain(int group) const {
    return plan_.rules.throws == throws::certain && !takes_any(group) &&
           (group != trump_group || plan_.rules.trump_throw);
}

Leads::Leads(const TrickPlan& plan, const Copies& hand, const Copies& unseen)
    : plan_(plan), hand_(hand), unseen_(unseen) {
    for (int group = 0; group < groups_n; ++group)
        if (hand.one & plan.kinds[group]) count_ += counts_[group] = count_group(group);
}

u64 Leads::count_group(int group) const {
    const Copies own = hand_.within(plan_.kinds[group]);
    if (takes_any(group)) {
        // Every way to take 0 … c of each kind, but for taking nothing.
        const int threes = count_bits64(own.three), twos = count_bits64(own.two) - threes;
        const int ones = count_bits64(own.one) - twos - threes;
        return (powers_of_three.of[twos] << (ones + 2 * threes)) - 1;
    }
    u64 count = count_units(plan_, group, own);
    if (walks_certain(group))
        walk_certain(group, [&](const Copies&) {
            ++count;
            return false;
        });
    return count;
}

Copies Leads::at(u64 index) const {
    int group = 0;
    while (index >= counts_[group]) index -= counts_[group++];
    return takes_any(group) ? any_at(group, index) : unit_at(group, index);
}

// Index + 1 in mixed radix, the lowest kind first.
Copies Leads::any_at(int group, u64 index) const {
    const Copies own = hand_.within(plan_.kinds[group]);
    u64 left = index + 1;
    Copies cards;
    // Kinds held once are plain bits; so they go first.
    const u64 ones = own.one & ~own.two;
    const int n = count_bits64(ones);
#ifdef __BMI2__
    cards.one = _pdep_u64(left, ones);
#else
    u64 bits = left;
    for (u64 kinds = ones; kinds; kinds &= kinds - 1, bits >>= 1)
        if (bits & 1) cards.one |= kinds & (~kinds + 1);
#endif
    left >>= n;
    for (u64 kinds = own.three; kinds; kinds &= kinds - 1, left >>= 2) {
        const u64 bit = kinds & (~kinds + 1);
        const u64 copies = left & 3;
        if (copies > 0) cards.one |= bit;
        if (copies > 1) cards.two |= bit;
        if (copies > 2) cards.three |= bit;
    }
    for (u64 kinds = own.two & ~own.three; kinds; kinds &= kinds - 1, left /= 3) {
        const u64 bit = kinds & (~kinds + 1);
        const u64 copies = left % 3;
        if (copies > 0) cards.one |= bit;
        if (copies > 1) cards.two |= bit;
    }
    return cards;
}

Copies Leads::unit_at(int group, u64 index) const {
    const Copies own = hand_.within(plan_.kinds[group]);
    const u64 planes[] = {own.one, own.two, own.three};
    const auto wide = [](u64 kinds, int width) {
        return Copies{kinds, width > 1 ? kinds : 0, width > 2 ? kinds : 0};
    };
    for (int width = 1; width <= 3; ++width) {
        const u64 n = static_cast<u64>(count_bits64(planes[width - 1]));
        if (index < n)
            return wide(1ull << select_bit64(planes[width - 1], static_cast<u32>(index)), width);
        index -= n;
    }
    for (int width = 2; width <= 3; ++width) {
        u64 found = 0;
        const bool done =
            each_chain(chains_of(plan_, group, own, width), [&](int start, int length, u64 ways) {
                if (index >= ways) {
                    index -= ways;
                    return false;
                }
                for (int place = start; place < start + length; ++place) {
                    const u64 here = plan_.kinds_at(group, place, planes[width - 1]);
                    const u64 n = static_cast<u64>(count_bits64(here));
                    found |= 1ull << select_bit64(here, static_cast<u32>(index % n));
                    index /= n;
                }
                return true;
            });
        if (done) return wide(found, width);
    }
    Copies thrown;
    if (walks_certain(group))
        walk_certain(group, [&](const Copies& cards) {
            thrown = cards;
            return index-- == 0;
        });
    return thrown;
}

Code check_lead(const TrickPlan& plan, const Copies& hand, const Copies& unseen,
                const Copies& cards) {
    if (!hand.holds(cards)) return Code::not_held;
    const int group = group_of_cards(plan, cards);
    if (group < 0) return Code::two_groups;
    if (cards.total() == 1) return Code::ok;
    Split units;
    split(plan, group, cards, units);
    if (units.size == 1) return Code::ok;
    if (plan.rules.throws == throws::none) return Code::no_throw;
    if (group == trump_group && !plan.rules.trump_throw) return Code::no_throw;
    if (plan.rules.throws == throws::certain && !is_certain(plan, group, units, unseen))
        return Code::not_certain;
    return Code::ok;
}

}  // namespace pokerfast
