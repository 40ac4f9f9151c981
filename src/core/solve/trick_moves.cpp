#include "solve/trick_moves.hpp"

#include "trick/answer.hpp"

namespace pokerfast::solve {

namespace {

constexpr int anything = 255;  // cards a throw may have

PF_INLINE Copies copies_of(int slot, int count) {
    const u64 bit = 1ull << slot;
    return {bit, count > 1 ? bit : 0, count > 2 ? bit : 0};
}

PF_INLINE Copies joined(const Copies& a, const Copies& b) {
    return {a.one | b.one, a.two | b.two, a.three | b.three};
}

}  // namespace

TrickMoves::TrickMoves(const TrickTable& table, const Slots& slots)
    : table_(table), slots_(slots), rules_(table.plan.rules) {
    for (int rank = 0; rank < ranks_n; ++rank)
        if ((kinds_of_rank(rank) & ~table.plan.pack) == 0)
            four_[rank] = slots.slots(kinds_of_rank(rank));
}

bool TrickMoves::fours(const Copies* hands) const {
    if (!rules_.four_of_rank) return false;
    for (int seat = 0; seat < table_.seats; ++seat)
        for (const u64 four : four_)
            if (four && (hands[seat].one & four) == four) return true;
    return false;
}

Shape TrickMoves::largest(const Copies& cards) const {
    if (!cards.two) return Shape(1, 1);
    return lead_of(table_.plan, slots_.kinds(cards)).largest();
}

Split TrickMoves::units(int group, const Copies& cards) const {
    Split out;
    split(table_.plan, group, slots_.kinds(cards), out);
    return out;
}

// The hand's cards of a mask, from the highest down. Two are of one class if they are as many,
// worth the same and in no chain, and no obstacle stands at or between their places; cards of one
// place need the first three only.
void TrickMoves::classify(const Copies* hands, int seat, u64 mask, u64 obstacles, bool classes,
                          Holding& out, TrickPlays& plays) const {
    const Copies own = hands[seat].within(mask);
    const u64 chained = own.two & (own.two - 1) ? slots_.chained(own.two) : 0;
    int last[9];
    for (int& number : last) number = -1;
    int before = -1;
    for (u64 left = own.one; left;) {
        const int slot = highest64(left);
        const u64 bit = 1ull << slot;
        left &= ~bit;
        if (before >= 0 && slots_.place_of[before] != slots_.place_of[slot]) {
            const u64 low = slots_.at_place[slots_.place_of[slot]];
            const u64 high = slots_.at_place[slots_.place_of[before]];
            const u64 between = ((2ull << highest64(high)) - 1) & ~((low & (~low + 1)) - 1);
            if ((obstacles & between) || slots_.group_of[before] != slots_.group_of[slot])
                for (int& number : last) number = -1;
        }
        before = slot;
        const int count = 1 + static_cast<int>((own.two >> slot & 1) + (own.three >> slot & 1));
        Held& held = out.at[out.size];
        held.slot = static_cast<u8>(slot);
        held.count = static_cast<u8>(count);
        held.chained = chained & bit;
        held.same = -1;
        if (classes && !held.chained) {
            int& number = last[3 * (count - 1) + slots_.worth(slot)];
            if (number >= 0) plays.twins.push_back({out.at[number].slot, held.slot});
            held.same = number;
            number = out.size;
        }
        ++out.size;
    }
}

void TrickMoves::singles_of(const Holding& held, TrickPlays& out) {
    for (int i = 0; i < held.size; ++i)
        if (held.at[i].same < 0) out.plays.push_back({copies_of(held.at[i].slot, 1)});
}

void TrickMoves::units_of(const Holding& held, const Copies& own, TrickPlays& out) const {
    for (int i = 0; i < held.size; ++i) {
        const Held& card = held.at[i];
        if (card.same >= 0) continue;
        for (int width = 1; width <= card.count; ++width)
            out.plays.push_back({copies_of(card.slot, width)});
    }
    if (!(own.two & (own.two - 1))) return;
    // Chains, from each start upwards.
    for (int width = 2; width <= (own.three ? 3 : 2); ++width) {
        const u64 wide = width == 2 ? own.two : own.three;
        struct Level {
            u64 kinds;
            int top;
        } stack[kinds_n * 4];
        int depth = 0;
        for (u64 left = wide; left; left &= left - 1)
            stack[depth++] = {left & (~left + 1), lowest(left)};
        while (depth > 0) {
            const Level at = stack[--depth];
            if (at.kinds & (at.kinds - 1))
                out.plays.push_back({{at.kinds, at.kinds, width == 3 ? at.kinds : 0}});
            for (u64 next = wide & slots_.above[at.top]; next; next &= next - 1)
                stack[depth++] = {at.kinds | (next & (~next + 1)), lowest(next)};
        }
    }
}

// Sets of `left` cards (or any number) from number i on; of a class the higher ones first and more
// often. accept(cards) tells which count.
template <class Accept>
void TrickMoves::choose(const Holding& held, int i, int left, const Copies& base, TrickPlays& out,
                        u8* taken, const Accept& accept) {
    if (left == 0 || i == held.size) {
        if ((left == 0 || left > anything / 2) && accept(base)) out.plays.push_back({base});
        return;
    }
    const Held& card = held.at[i];
    int most = card.count < left ? card.count : left;
    if (card.same >= 0 && taken[card.same] < most) most = taken[card.same];
    if (left <= anything / 2) {
        int rest = 0;
        for (int j = i; j < held.size; ++j) rest += held.at[j].count;
        if (rest < left) return;
    }
    for (int count = most; count >= 0; --count) {
        taken[i] = static_cast<u8>(count);
        choose(held, i + 1, left - count, count ? joined(base, copies_of(card.slot, count)) : base,
               out, taken, accept);
    }
}

void TrickMoves::throws_of(const Copies* hands, int seat, int group, const Holding& held,
                           const Copies& own, TrickPlays& out) const {
    const i64 rule = rules_.throws;
    if (rule == throws::none || (group == trump_group && !rules_.trump_throw)) return;
    if (held.size < 2) return;
    const u64 mask = slots_.group[group];
    const u64 against = others(hands, seat) & mask;
    if (rule == throws::trump_only && (group != trump_group || against)) return;

    Copies unseen;
    Copies each[trick::seats_n];
    int n = 0;
    for (int i = 0; i < table_.seats; ++i)
        if (i != seat) each[n++] = slots_.kinds(hands[i]);
    const std::span<const Copies> others_kinds{each, static_cast<std::size_t>(n)};
    if (rule == throws::certain) {
        for (int i = 0; i < n; ++i) unseen = unseen + each[i];
        if (table_.burier != seat) unseen = unseen + table_.buried;
    }
    const Copies own_kinds = slots_.kinds(own);
    const auto stands = [&](const Copies& cards) {
        if (!(cards.one & (cards.one - 1))) return false;  // a unit or nothing
        const bool wide = cards.three || (cards.two && slots_.chained(cards.two));
        if (!wide && count_bits64(cards.one) < 2) return false;
        if (is_four(cards)) return false;
        if (rule == throws::certain) {
            const Split parts = units(group, cards);
            return parts.size > 1 &&
                   check_lead(table_.plan, own_kinds, unseen, slots_.kinds(cards)) == Code::ok;
        }
        if (!against) return wide ? units(group, cards).size > 1 : true;
        const Split parts = units(group, cards);
        return parts.size > 1 &&
               test_throw(table_.plan, group, slots_.kinds(cards), parts, others_kinds).stands;
    };

    // Single cards below another hand's highest are beaten, so they need not be tried.
    Holding some;
    u8 taken[kinds_n] = {}, number[kinds_n] = {};
    const int top = against && rule != throws::certain ? slots_.place_of[highest64(against)] : 0;
    for (int i = 0; i < held.size; ++i) {
        const Held& card = held.at[i];
        number[i] = 255;
        if (card.count == 1 && slots_.place_of[card.slot] < top) continue;
        number[i] = static_cast<u8>(some.size);
        Held& copy = some.at[some.size++];
        copy = card;
        if (card.same >= 0)
            copy.same = number[card.same] == 255 ? -1 : static_cast<int>(number[card.same]);
    }
    if (some.size < 2) return;
    if (against && rule != throws::certain) {
        const auto no_low_single = [&](const Copies& cards) {
            const u64 singles = cards.one & ~cards.two;
            return !singles || slots_.place_of[lowest(singles)] >= top;
        };
        choose(some, 0, anything, {}, out, taken,
               [&](const Copies& cards) { return no_low_single(cards) && stands(cards); });
    } else {
        choose(some, 0, anything, {}, out, taken, stands);
    }
}

void TrickMoves::leads(const Copies* hands, int seat, bool classes, TrickPlays& out) const {
    const u64 obstacles = others(hands, seat);
    for (int group = 0; group < groups_n; ++group) {
        const Copies own = hands[seat].within(slots_.group[group]);
        if (!own.one) continue;
        Holding held;
        classify(hands, seat, slots_.group[group], obstacles, classes, held, out);
        units_of(held, own, out);
        throws_of(hands, seat, group, held, own, out);
    }
    if (!rules_.four_of_rank) return;
    for (const u64 four : four_)
        if (four && (hands[seat].one & four) == four) out.plays.push_back({{four, 0, 0}});
}

void TrickMoves::follows(const Copies* hands, const OpenTrick& trick, int seat, bool classes,
                         TrickPlays& out) const {
    const Copies& hand = hands[seat];
    const u64 mask = slots_.group[trick.lead.group];
    const int size = trick.lead.size;
    const Copies own = hand.within(mask);
    const int held_cards = own.one ? own.total() : 0;
    if (trick.last) {
        out.plays.push_back({hand});
        return;
    }
    // Cards that were played compare with what follows only as part of the winning play.
    const u64 obstacles =
        others(hands, seat) |
        trick.plays[(trick.winner + table_.seats - trick.leader) % table_.seats].one;
    Holding held;
    u8 taken[kinds_n];
    const auto any = [](const Copies&) { return true; };
    if (held_cards <= size) {
        if (held_cards == size) {
            out.plays.push_back({own});
            return;
        }
        classify(hands, seat, ~mask & slots_.group[any_group], obstacles, classes, held, out);
        if (size == 1)
            singles_of(held, out);
        else
            choose(held, 0, size - held_cards, own, out, taken, any);
        return;
    }
    classify(hands, seat, mask, obstacles, classes, held, out);
    if (size == 1) return singles_of(held, out);
    if (!trick.lead.shapes || !own.two) {
        choose(held, 0, size, {}, out, taken, any);
        return;
    }
    const Copies own_kinds = slots_.kinds(own);
    if (size == 2) {
        // Whether a pair is asked for is told by any play without one.
        bool must = true;
        if (rules_.protect_tractors | rules_.protect_triples)
            must = unprotected_pairs(table_.plan, trick.lead.group, own_kinds) != 0;
        choose(held, 0, size, {}, out, taken,
               [&](const Copies& cards) { return !must || cards.two; });
        return;
    }
    const Ladder ladder(trick.lead);
    const u64 linked = table_.plan.linked[trick.lead.group];
    const auto answer = [&](const Copies& kinds) {
        return best_answer(rules_, ladder, line_of(table_.plan, trick.lead.group, kinds), linked);
    };
    const Answer best = answer(own_kinds);
    const int pairs = pairs_in(best, ladder);
    choose(held, 0, size, {}, out, taken, [&](const Copies& cards) {
        if (count_bits64(cards.two) < pairs) return false;
        return compare(answer(slots_.kinds(cards)), best) == 0;
    });
}

OpenTrick TrickMoves::open(int leader, const Copies& cards) const {
    OpenTrick trick;
    trick.leader = trick.winner = static_cast<u8>(leader);
    trick.played = 1;
    trick.plays[0] = cards;
    trick.points = slots_.points(cards);
    trick.contenders = 1;
    const int top = highest64(cards.one);
    trick.lead.group = slots_.group_of[top];
    trick.group = trick.lead.group;
    trick.height = slots_.place_of[top];
    if (!(cards.one & (cards.one - 1)) && !cards.three) {
        trick.lead.size = cards.two ? 2 : 1;
        if (cards.two) trick.lead.shape[trick.lead.shapes++] = Shape(2, 1);
        return trick;
    }
    if (is_four(cards)) {
        trick.lead.group = trick.group = any_group;
        trick.lead.size = 4;
        return trick;
    }
    const Copies kinds = slots_.kinds(cards);
    trick.lead = lead_of(table_.plan, kinds);
    const int height = deciding_height(table_.plan, trick.group, trick.lead, kinds);
    trick.height = static_cast<u8>(slots_.first_place[trick.group] + height);
    return trick;
}

void TrickMoves::play(OpenTrick& trick, const Copies& cards) const {
    const int number = trick.played++;
    trick.plays[number] = cards;
    trick.points += slots_.points(cards);
    const Lead& lead = trick.lead;
    if (lead.group == any_group) return;
    const u64 trumps = slots_.group[trump_group];
    int group = -1;
    if (!(cards.one & ~slots_.group[lead.group]))
        group = lead.group;
    else if (!(cards.one & ~trumps))
        group = trump_group;
    if (group < 0 || (group != trick.group && group != trump_group)) return;
    int height;
    if (!lead.shapes) {
        height = slots_.place_of[highest64(cards.one)];
    } else if (lead.size == 2) {
        if (!cards.two) return;
        height = slots_.place_of[lowest(cards.two)];
    } else {
        const int reached = deciding_height(table_.plan, group, lead, slots_.kinds(cards));
        if (reached < 0) return;
        height = slots_.first_place[group] + reached;
    }
    const u8 seat = static_cast<u8>((trick.leader + number) % table_.seats);
    if (group != trick.group) {
        trick.contenders = 1;
    } else {
        ++trick.contenders;
        if (rules_.overruff == overruff::unit || lead.size == 1) {
            if (height <= trick.height) return;
        } else {
            Copies plays[trick::seats_n];
            for (int i = 0; i <= number; ++i) plays[i] = slots_.kinds(trick.plays[i]);
            const int winner =
                winner_of(table_.plan, lead, {plays, static_cast<std::size_t>(trick.played)});
            if (winner != number) return;
        }
    }
    trick.winner = seat;
    trick.group = static_cast<u8>(group);
    trick.height = static_cast<u8>(height);
}

}  // namespace pokerfast::solve
