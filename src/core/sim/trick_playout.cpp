#include "sim/trick_playout.hpp"

namespace pokerfast {

void play_tricks_randomly(const TrickGame& game, trick::State& s, Draws& draws,
                          TrickPlayoutTally& tally) {
    const TrickPlan& plan = game.plan(s);
    const bool certain = plan.rules.throws == throws::certain;
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
        } else {
            const Leads leads(plan, hand, certain ? game.unseen(s, s.turn) : Copies{});
            tally.choices += leads.count();
            cards = leads.at(draws.below_wide(leads.count()));
            game.play(s, lowest_of(held, cards));
            ++tally.leads[static_cast<int>(kind_of_lead(s.lead, cards.total()))];
            continue;
        }
        game.play(s, lowest_of(held, cards));
    }
}

}  // namespace pokerfast
