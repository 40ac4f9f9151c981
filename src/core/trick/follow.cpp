#include "trick/follow.hpp"

#include <algorithm>

namespace pokerfast {

namespace {

// The pair and triple structure of numbers alone: as many places, none beside another.
Line scattered(int pairs, int triples) {
    const u64 all = place_ones & ((1ull << (3 * (pairs + triples))) - 1);
    const u64 first = place_ones & ((1ull << (3 * pairs)) - 1);
    return {first, all & ~first};
}

Answer answer_of(const TrickPlan& plan, const Ladder& ladder, int group, const Copies& cards) {
    return best_answer(plan.rules, ladder, line_of(plan, group, cards), plan.linked[group]);
}

// A lead of one pair and nothing else, when some held pairs need not answer it.
bool pair_is_excused(const TrickPlan& plan, const Lead& lead, const Copies& hand) {
    if (!(plan.rules.protect_tractors | plan.rules.protect_triples)) return false;
    if (lead.size != 2 || lead.shapes != 1) return false;
    return unprotected_pairs(plan, lead.group, hand) == 0;
}

}  // namespace

u64 unprotected_pairs(const TrickPlan& plan, int group, const Copies& hand) {
    const u64 pairs = hand.two & plan.kinds[group];
    u64 left = pairs;
    if (plan.rules.protect_triples) left &= ~hand.three;
    if (plan.rules.protect_tractors) {
        const u64 filled = filled_lanes(plan.place_lanes(group, pairs));
        const u64 steps = filled & filled >> 3 & plan.linked[group];
        const u64 chained = steps | steps << 3;
        for (u64 kinds = left; kinds; kinds &= kinds - 1) {
            const int kind = lowest(kinds);
            if (lane_at(chained, plan.place_of[kind])) left &= ~(1ull << kind);
        }
    }
    return left;
}

u64 Take::count() const {
    const int kinds = count_bits64(pool.one), twos = count_bits64(pool.two);
    if (k == 1) return static_cast<u64>(kinds);
    if (k == 2 && triples == 0)
        return static_cast<u64>(pairs ? twos : kinds * (kinds - 1) / 2 + twos);
    const int threes = count_bits64(pool.three);
    u64 sum = 0;
    for (int q3 = triples; q3 <= threes && 3 * q3 <= k; ++q3) {
        const int least = pairs > q3 ? pairs - q3 : 0;
        u64 ways = 0;
        for (int q2 = least; q2 <= twos - q3 && 3 * q3 + 2 * q2 <= k; ++q2)
            ways += choose(twos - q3, q2) * choose(kinds - q3 - q2, k - 3 * q3 - 2 * q2);
        sum += choose(threes, q3) * ways;
    }
    return sum;
}

namespace {

// The index-th way to take exactly q3 kinds three times, q2 twice and the rest once.
Copies take_exactly(const Copies& pool, int k, int q3, int q2, u64 index) {
    const int kinds = count_bits64(pool.one), twos = count_bits64(pool.two);
    u64 three = 0, two = 0, one = 0;
    const int singles = k - 3 * q3 - 2 * q2;
    const u64 single_ways = choose(kinds - q3 - q2, singles);
    const u64 pair_ways = choose(twos - q3, q2);
    const u64 of_singles = index % single_ways;
    index /= single_ways;
    if (q3) three = subset_at(pool.three, q3, index / pair_ways);
    if (q2) two = subset_at(pool.two & ~three, q2, index % pair_ways);
    if (singles) one = subset_at(pool.one & ~three & ~two, singles, of_singles);
    return {one | two | three, two | three, three};
}

}  // namespace

Copies Take::at(u64 index) const {
    if (k == 0) return {};
    const int kinds = count_bits64(pool.one), twos = count_bits64(pool.two);
    const int threes = count_bits64(pool.three);
    for (int q3 = triples; q3 <= threes && 3 * q3 <= k; ++q3)
        for (int q2 = pairs > q3 ? pairs - q3 : 0; q2 <= twos - q3 && 3 * q3 + 2 * q2 <= k; ++q2) {
            const u64 ways = choose(threes, q3) * choose(twos - q3, q2) *
                             choose(kinds - q3 - q2, k - 3 * q3 - 2 * q2);
            if (index < ways) return take_exactly(pool, k, q3, q2, index);
            index -= ways;
        }
    return {};
}

Follows::Follows(const TrickPlan& plan, const Lead& lead, const Copies& hand)
    : plan_(plan), lead_(lead) {
    const u64 kinds = plan.kinds[lead.group];
    const Copies own = hand.within(kinds);
    const int held = own.total();
    if (held <= lead.size) {
        base_ = own;
        take_ = {hand.within(~kinds), lead.size - held, 0, 0};
        count_ = take_.k ? take_.count() : 1;
        return;
    }
    take_ = {own, lead.size, 0, 0};
    if (lead.shapes && own.two && !pair_is_excused(plan, lead, hand)) {
        if (lead.size > 2) {
            count_by_ladder();
            return;
        }
        take_.pairs = 1;
    }
    count_ = take_.count();
}

void Follows::count_by_ladder() {
    ladder_ = Ladder(lead_);
    answer_ = answer_of(plan_, ladder_, lead_.group, take_.pool);
    if (uses_chains(plan_.rules, answer_)) {
        how_ = How::by_chains;
    } else if (ladder_.only_pairs()) {
        take_.pairs = answer_.value[answer_.size - 1];
        count_ = take_.count();
        return;
    } else {
        how_ = How::by_numbers;
    }
    how_ == How::by_numbers ? choose_numbers() : choose_chains();
}

bool Follows::numbers_do(int pairs, int triples) const {
    return compare(best_answer(plan_.rules, ladder_, scattered(pairs, triples), 0), answer_) == 0;
}

void Follows::add_choice(u64 pairs, u64 triples, u64 ways) {
    count_ += ways;
    choices_.push_back({pairs, triples, count_});
}

// Blocks of equal numbers of pairs and triples.
void Follows::choose_numbers() {
    const Copies& pool = take_.pool;
    const int k = take_.k, kinds = count_bits64(pool.one);
    const int twos = count_bits64(pool.two), threes = count_bits64(pool.three);
    for (int q3 = 0; q3 <= threes && 3 * q3 <= k; ++q3)
        for (int q2 = 0; q2 <= twos - q3 && 3 * q3 + 2 * q2 <= k; ++q2) {
            const u64 ways = choose(threes, q3) * choose(twos - q3, q2) *
                             choose(kinds - q3 - q2, k - 3 * q3 - 2 * q2);
            if (ways && numbers_do(q2, q3))
                add_choice(static_cast<u64>(q2), static_cast<u64>(q3), ways);
        }
}

// Depth first over the kinds held at least twice, from the highest: taken twice, three times, or
// not more than once.
void Follows::choose_chains() {
    const Copies& pool = take_.pool;
    const int k = take_.k, kinds = count_bits64(pool.one);
    const u64 linked = plan_.linked[lead_.group];
    // A play without enough pairs (a triple is one) cannot hold the answer.
    const int least = pairs_in(answer_, ladder_);
    struct Level {
        u64 left;  // kinds not looked at yet
        u64 two, three;
        Line line;
        int size;
    } stack[2 * most_places + 16];
    int depth = 0;
    AnswerMemo memo;
    stack[depth++] = {pool.two, 0, 0, {}, 0};
    while (depth > 0) {
        const Level at = stack[--depth];
        const int taken = count_bits64(at.two) + count_bits64(at.three);
        if (taken + count_bits64(at.left) < least) continue;
        if (at.left == 0) {
            const u64 ways = choose(kinds - taken, k - at.size);
            if (ways &&
                compare(best_answer(plan_.rules, ladder_, at.line, linked, &memo), answer_) == 0)
                add_choice(at.two, at.three, ways);
            continue;
        }
        const int kind = highest64(at.left);
        const u64 bit = 1ull << kind, lane_bit = lane(plan_.place_of[kind]);
        Level next = at;
        next.left &= ~bit;
        stack[depth++] = next;
        if ((pool.three & bit) && at.size + 3 <= k) {
            next.three |= bit;
            next.line.three += lane_bit;
            next.size = at.size + 3;
            stack[depth++] = next;
            next = at;
            next.left &= ~bit;
        }
        if (at.size + 2 <= k) {
            next.two |= bit;
            next.line.two += lane_bit;
            next.size = at.size + 2;
            stack[depth++] = next;
        }
    }
}

Copies Follows::at(u64 index) const {
    if (how_ == How::taken) return base_ + take_.at(index);
    const auto found =
        std::upper_bound(choices_.begin(), choices_.end(), index,
                         [](u64 number, const Choice& choice) { return number < choice.upto; });
    if (found != choices_.begin()) index -= found[-1].upto;
    const u64 pairs = found->pairs, triples = found->triples;
    if (how_ == How::by_numbers)
        return take_exactly(take_.pool, take_.k, static_cast<int>(triples), static_cast<int>(pairs),
                            index);
    const int singles = take_.k - 2 * count_bits64(pairs) - 3 * count_bits64(triples);
    const u64 free = take_.pool.one & ~pairs & ~triples;
    const u64 one = singles ? subset_at(free, singles, index) : 0;
    return {one | pairs | triples, pairs | triples, triples};
}

namespace {

// The first duty that an answer misses against a better one.
Code missed(const TrickRules& rules, const Answer& best, const Answer& given) {
    int i = 0;
    while (best.value[i] == given.value[i]) ++i;
    switch (static_cast<Duty>(best.duty[i])) {
        case Duty::whole: return Code::must_titanic;
        case Duty::tractor: return Code::must_tractor;
        case Duty::triple: return best.value[i] == 2 ? Code::must_triple : Code::must_pair;
        case Duty::titanic: {
            const bool first = rules.titanic_ladder == titanic_ladder::tractor_first;
            const int number = best.value[i], got = given.value[i];
            if (number == 7) return Code::must_titanic;
            if (number == (first ? 6 : 5)) return Code::must_tractor;
            if (number == (first ? 5 : 6) || number == rung::triple) return Code::must_triple;
            if (number == rung::triple_pair)
                return got == rung::triple ? Code::must_pair : Code::must_triple;
            return Code::must_pair;
        }
        default: return Code::must_pair;
    }
}

}  // namespace

Code check_follow(const TrickPlan& plan, const Lead& lead, const Copies& hand, const Copies& play) {
    if (!hand.holds(play)) return Code::not_held;
    if (play.total() != lead.size) return Code::wrong_size;
    const u64 kinds = plan.kinds[lead.group];
    const Copies own = hand.within(kinds);
    const int held = own.total(), given = play.within(kinds).total();
    if (given < (held < lead.size ? held : lead.size)) return Code::must_follow;
    if (held <= lead.size || !lead.shapes || !own.two) return Code::ok;
    if (lead.shapes == 1 && lead.shape[0] == Shape(2, 1)) {
        if (play.two || pair_is_excused(plan, lead, hand)) return Code::ok;
        return Code::must_pair;
    }
    const Ladder ladder(lead);
    const Answer given_answer = answer_of(plan, ladder, lead.group, play);
    const Answer best = answer_of(plan, ladder, lead.group, own);
    return compare(best, given_answer) ? missed(plan.rules, best, given_answer) : Code::ok;
}

}  // namespace pokerfast
