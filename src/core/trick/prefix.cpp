#include "trick/prefix.hpp"

#include "trick/leads.hpp"

namespace pokerfast {

namespace {

// Of a set that is told by its triples, its pairs and how many single cards of other kinds: the
// kinds that may come next, none if the choice cannot become such a set.
u64 next_of_choice(const Copies& pool, int k, u64 pairs, u64 triples, const Copies& chosen) {
    const u64 wide = pairs | triples, singles = pool.one & ~wide;
    int left = k - 2 * count_bits64(pairs) - 3 * count_bits64(triples);
    u64 above = ~0ull;
    if (chosen.one) {
        const int last = highest64(chosen.one);
        const u64 bit = 1ull << last, below = bit - 1;
        above = kinds_above(last);
        if (((chosen.three ^ triples) | (chosen.two ^ wide)) & below) return 0;
        if ((chosen.two & bit & ~wide) | (chosen.three & bit & ~triples)) return 0;
        left -= count_bits64(chosen.one & singles);
        const bool open = (wide & bit & ~chosen.two) | (triples & bit & ~chosen.three);
        if (open) return left >= 0 && left <= count_bits64(singles & above) ? bit : 0;
    }
    const u64 free = singles & above;
    const int most = count_bits64(free);
    if (left < 0 || left > most) return 0;
    const u64 first = wide & above & (~(wide & above) + 1);
    u64 next = 0;
    // A single card that leaves enough kinds behind it, and no pair or triple before it.
    if (left) {
        const u64 latest = 1ull << select_bit64(free, static_cast<u32>(most - left));
        next = free & (latest | (latest - 1));
        if (first) next &= first - 1;
    }
    if (first && count_bits64(free & ~(first | (first - 1))) >= left) next |= first;
    return next;
}

}  // namespace

Next Follows::next(const Copies& chosen) const {
    const int n = lead_.size;
    if (chosen.total() == n) return {0, true};
    const Copies pool = base_ + take_.pool;
    if (how_ == How::by_chains) {
        Next next;
        for (const Choice& choice : choices_)
            next.kinds |= next_of_choice(pool, n, choice.pairs, choice.triples, chosen);
        return next;
    }
    if (how_ == How::by_numbers)
        return {next_kinds(pool, chosen, [&](const Step& at) { return numbers_reached(at); })};
    return {next_kinds(pool, chosen, [&](const Step& at) {
        // What goes in any case must not have been passed over, and must find room.
        if (at.most < n) return false;
        if (base_.one) {
            const Copies missing =
                base_ - Copies{at.cards.one & base_.one, at.cards.two & base_.two,
                               at.cards.three & base_.three};
            return at.rest.holds(missing) && at.size + missing.total() <= n;
        }
        const int need = take_.pairs - count_bits64(at.cards.two);
        if (need <= 0) return at.size <= n;
        // The cheapest pair is the one that is half chosen.
        const u64 bit = 1ull << at.kind;
        const int half = (at.rest.one & bit & ~at.cards.two) != 0;
        return need <= half + count_bits64(at.rest.two & ~bit) && at.size + 2 * need - half <= n;
    })};
}

// Whether some allowed numbers of pairs and triples can still come out.
bool Follows::numbers_reached(const Step& at) const {
    const u64 bit = 1ull << at.kind;
    const Copies settled = at.cards.within(bit - 1), ahead = at.rest.within(~bit);
    const int threes = count_bits64(settled.three), twos = count_bits64(settled.two) - threes;
    const int ones = count_bits64(settled.one) - twos - threes;
    const int kinds = count_bits64(ahead.one), pairs = count_bits64(ahead.two);
    const int triples = count_bits64(ahead.three);
    const int now = at.cards.of(at.kind), most = now + at.rest.of(at.kind);
    for (const Choice& choice : choices_) {
        const int q3 = static_cast<int>(choice.triples), q2 = static_cast<int>(choice.pairs);
        const int q1 = take_.k - 3 * q3 - 2 * q2;
        for (int copies = now; copies <= most; ++copies) {
            const int need3 = q3 - threes - (copies == 3), need2 = q2 - twos - (copies == 2);
            const int need1 = q1 - ones - (copies == 1);
            if (need3 >= 0 && need2 >= 0 && need1 >= 0 && need3 <= triples &&
                need3 + need2 <= pairs && need3 + need2 + need1 <= kinds)
                return true;
        }
    }
    return false;
}

namespace {

PF_INLINE bool is_chain(u64 lanes, u64 linked) {
    // All places from the lowest to the highest, each linked to the next.
    const u64 steps = lanes & lanes >> 3 & linked;
    return (steps << 3 | (lanes & (~lanes + 1))) == lanes;
}

// Of single units of one group.
Next next_of_unit(const TrickPlan& plan, int group, const Copies& own, const Copies& chosen) {
    Next next;
    next.whole = chosen.total() == 1;
    const int last = highest64(chosen.one);
    const u64 bit = 1ull << last, linked = plan.linked[group];
    const u64 lanes = plan.place_lanes(group, chosen.one), places = filled_lanes(lanes);
    if (lanes != places) return next;  // two kinds of one place
    for (int width = 2; width <= 3; ++width) {
        const u64 held = width == 2 ? own.two : own.three;
        const u64 full = width == 2 ? chosen.two : chosen.three;
        if ((chosen.one & ~held) | (chosen.one & ~full & ~bit)) continue;
        if (width == 2 && chosen.three) continue;
        const u64 ahead = held & kinds_above(last);
        // Whether the places between those chosen are there to be filled; `from`: kinds to come.
        const auto closes = [&](u64 taken, u64 from) {
            const u64 all = taken | filled_lanes(plan.place_lanes(group, from));
            const u64 steps = all & all >> 3 & linked;
            const u64 top = 1ull << highest64(taken);
            for (u64 at = taken & (~taken + 1); at != top; at <<= 3)
                if (!(at & steps)) return false;
            return true;
        };
        if (!(full & bit)) {
            if (closes(places, ahead)) next.kinds |= bit;
            continue;
        }
        next.whole |= is_chain(places, linked);
        for (u64 kinds = ahead; kinds; kinds &= kinds - 1) {
            const u64 place = lane(plan.place_of[lowest(kinds)]);
            if (!(place & places) && closes(places | place, kinds & (kinds - 1)))
                next.kinds |= kinds & (~kinds + 1);
        }
    }
    return next;
}

// Of throws that are certain by their pairs and triples: `cards` as they are, of the kinds in
// `loose` at most one, of those in `free` any number.
void add_throw(const Copies& cards, u64 loose, const Copies& free, const Copies& chosen,
               Next& next) {
    const int last = highest64(chosen.one);
    const u64 bit = 1ull << last, below = bit - 1;
    if (chosen.one & ~(cards.one | loose | free.one)) return;
    if (chosen.two & loose) return;
    const u64 wide = cards.one & below;
    if (((chosen.one ^ cards.one) | (chosen.two ^ cards.two) | (chosen.three ^ cards.three)) & wide)
        return;
    u64 ahead = kinds_above(last);
    if (cards.one & bit) {
        if (chosen.three & bit & ~cards.three) return;
        const bool open = (cards.two & bit & ~chosen.two) | (cards.three & bit & ~chosen.three);
        if (open) {
            next.kinds |= bit;
            return;
        }
    } else {
        const u64 more = (free - chosen.within(free.one)).one;
        next.kinds |= more & bit;
    }
    const u64 rest = cards.one & ahead, first = rest & (~rest + 1);
    if (first)
        ahead &= first - 1;
    else
        next.whole = true;
    next.kinds |= ((loose | free.one) & ahead) | first;
}

}  // namespace

Next Leads::next(const Copies& chosen) const {
    Next next;
    if (!chosen.one) {
        // A single card is a unit.
        for (const Group& g : groups_) next.kinds |= g.own.one;
        return next;
    }
    if (const int group = group_of_cards(plan_, chosen); group >= 0)
        next = next_in_group(group, chosen);
    if (!fours_ || chosen.two) return next;
    const int first = lowest(chosen.one), rank = first % ranks_n;
    if (first >= kind_small_joker || !(fours_ >> rank & 1)) return next;
    const u64 four = kinds_of_rank(rank), left = four & ~chosen.one;
    if (chosen.one & ~four) return next;
    if (!left)
        next.whole = true;
    else if (lowest(left) > highest64(chosen.one))
        next.kinds |= left & (~left + 1);
    return next;
}

Next Leads::next_in_group(int group, const Copies& chosen) const {
    const Group& g = groups_[group];
    if (g.how == How::any) return {kinds_open(g.own, chosen), true};
    Next next = next_of_unit(plan_, group, g.own, chosen);
    if (g.how != How::certain) return next;
    if (!(chosen.one & ~g.high.one)) {
        next.kinds |= kinds_open(g.high, chosen);
        next.whole = true;
    }
    for (u32 i = g.first_choice; i < g.last_choice; ++i)
        add_throw(choices_[i].cards, choices_[i].loose, g.free, chosen, next);
    return next;
}

}  // namespace pokerfast
