#include "sim/trick_playout.hpp"

namespace pokerfast {

namespace {

// The same choice as Leads would make, where every set of a group is a lead.
PF_INLINE Copies any_lead(const TrickPlan& plan, const Copies& hand, Draws& draws,
                          TrickPlayoutTally& tally) {
    u64 upto[groups_n], count = 0;
    for (int group = 0; group < groups_n; ++group) {
        count += count_sets(hand.within(plan.kinds[group])) - 1;
        upto[group] = count;
    }
    tally.choices += count;
    const u64 index = draws.below_wide(count);
    int group = 0;
    while (index >= upto[group]) ++group;
    const u64 before = group ? upto[group - 1] : 0;
    return set_at(hand.within(plan.kinds[group]), index - before + 1);
}

}  // namespace

void play_tricks_randomly(const TrickGame& game, trick::State& s, Draws& draws,
                          TrickPlayoutTally& tally) {
    const TrickPlan& plan = game.plan(s);
    const bool any_throw =
        plan.rules.throws == throws::all && plan.rules.trump_throw && !plan.rules.four_of_rank;
    while (s.phase == trick::Phase::play) {
        const Pile& held = s.hand[s.turn];
        ++tally.moves;
        if (s.played && s.lead.size == 1) {
            // A single card: any of the group, or any at all.
            const u64 kinds = held.deck[0] | held.deck[1] | held.deck[2];
            const u64 own = kinds & plan.kinds[s.lead.group];
            const u64 from = own ? own : kinds;
            const u32 n = static_cast<u32>(count_bits64(from));
            tally.choices += n;
            const u64 bit = 1ull << select_bit64(from, draws.below(n));
            const u64 a = held.deck[0] & bit, b = held.deck[1] & bit & ~a;
            game.play(s, {{a, b, bit & ~a & ~b}});
            continue;
        }
        const Copies hand = held.copies();
        Copies cards;
        if (s.played) {
            const Follows follows(plan, s.lead, hand);
            tally.choices += follows.count();
            cards = follows.at(draws.below_wide(follows.count()));
        } else if (any_throw && !game.may_surrender(s)) {
            cards = any_lead(plan, hand, draws, tally);
        } else {
            const Leads leads(plan, hand, game.against_throws(s));
            const u64 count = leads.count() + game.may_surrender(s);
            tally.choices += count;
            const u64 index = draws.below_wide(count);
            if (index == leads.count()) {
                ++tally.surrenders;
                game.surrender(s);
                return;
            }
            cards = leads.at(index);
        }
        const bool leading = s.played == 0;
        game.play(s, lowest_of(held, cards));
        if (leading) ++tally.leads[static_cast<int>(kind_of_lead(s.lead, cards.total()))];
    }
}

}  // namespace pokerfast
