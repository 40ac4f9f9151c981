// Which plays a search of tricks looks at first. Nothing here can change an answer; the weights
// were found by trial, with the plays looked at as the measure.
#include "solve/trick_search.hpp"

namespace pokerfast::solve {

namespace {

struct Weights {
    // Leads of one card: that win for sure, of a suit or of trumps; that the partner's side takes;
    // others.
    int win = 1094, win_worth = 0, win_height = 3, win_given = -5;
    int win_trump = 1000, win_trump_worth = 12, win_trump_height = -1, win_trump_given = 0;
    int partner = 600, partner_worth = 4, partner_height = -1;
    int lose = -19, lose_worth = -3, lose_height = 0, lose_taken = 4;
    int lose_trump = 107, lose_trump_worth = -43, lose_trump_height = -4;
    int lead_split = 0, lead_long = 1, partner_void = -6, their_void = -9;
    // Leads of more cards.
    int wide = 1000, wide_size = 40, wide_worth = 0;
    int weak = 200, weak_size = 20, weak_worth = 2;
    // Follows: that take the trick and keep it, with points in it or none; that take it from the
    // own side, or not for good; under a trick that the own side keeps, or may lose; others.
    int keep = 1000, keep_worth = 30, keep_pot = 10, keep_height = -8, keep_nothing = 1000;
    int over = 500, over_worth = 16, over_height = -4;
    int brief = 495, brief_worth = 2, brief_height = -1, brief_pot = -1;
    int held = 490, held_worth = 16, held_height = -4;
    int friendly = 650, friendly_worth = 1, friendly_height = -4;
    int low = -21, low_worth = -15, low_height = -1;
    int trump_height = 30, split = 2, master = 9;
    int partner_ruff = 0, partner_given = 0, win_taken = -1, last_trumps = 0, unguarded = 0;
};

constexpr Weights w;

}  // namespace

void TrickSearch::order_leads(const Node& node, std::size_t first) {
    const int seat = node.leader;
    const bool own = attacks(seat);
    const u64 trumps = slots_.group[trump_group];
    // By group: the highest card of each side, who may ruff, and the points in the suit.
    struct View {
        int theirs = -1, partners = -1, given = 0, taken = 0;
        bool ruffed = false, partner_ruffs = false, their_void = false, partner_void = false;
    } views[groups_n];
    for (int group = 0; group < groups_n; ++group) {
        if (!(hands_[seat].one & slots_.group[group])) continue;
        View& view = views[group];
        for (int other = 0; other < table_.seats; ++other) {
            if (other == seat) continue;
            const u64 cards = hands_[other].one & slots_.group[group];
            const bool friendly = attacks(other) == own;
            int& top = friendly ? view.partners : view.theirs;
            if (cards) {
                const int place = slots_.place_of[highest64(cards)];
                top = place > top ? place : top;
                (friendly ? view.given : view.taken) += slots_.points(cards);
            } else {
                (friendly ? view.partner_void : view.their_void) = true;
                if (group != trump_group && (hands_[other].one & trumps))
                    (friendly ? view.partner_ruffs : view.ruffed) = true;
            }
        }
    }
    for (std::size_t i = first; i < plays_.plays.size(); ++i) {
        TrickPlay& play = plays_.plays[i];
        const int slot = highest64(play.cards.one);
        const int group = slots_.group_of[slot];
        const View& view = views[group];
        const int place = slots_.place_of[slot];
        const int size = play.cards.total();
        const int worth = slots_.points(play.cards);
        const int height = place - slots_.first_place[group];
        const bool wins = place >= view.theirs && !view.ruffed;
        if (size > 1) {
            play.score = wins ? w.wide + w.wide_size * size + w.wide_worth * worth
                              : w.weak + w.weak_size * size + w.weak_worth * worth;
            continue;
        }
        if (wins && group != trump_group)
            play.score = w.win + w.win_worth * worth + w.win_height * height +
                         w.win_given * view.given + w.win_taken * view.taken;
        else if (wins)
            play.score = w.win_trump + w.win_trump_worth * worth + w.win_trump_height * height +
                         w.win_trump_given * view.given;
        else if (!view.ruffed && (view.partners > view.theirs || view.partner_ruffs))
            play.score = w.partner + w.partner_worth * worth + w.partner_height * height +
                         (view.partners > view.theirs ? 0 : w.partner_ruff) +
                         w.partner_given * view.given;
        else if (group != trump_group)
            play.score =
                w.lose + w.lose_worth * worth + w.lose_height * height + w.lose_taken * view.taken;
        else
            play.score = w.lose_trump + w.lose_trump_worth * worth + w.lose_trump_height * height +
                         w.last_trumps * (view.theirs < 0);
        if (hands_[seat].two >> slot & 1) play.score += w.lead_split;
        play.score += w.lead_long * count_bits64(hands_[seat].one & slots_.group[group]);
        if (view.partner_void) play.score += w.partner_void;
        if (view.their_void) play.score += w.their_void;
    }
}

void TrickSearch::order_follows(const OpenTrick& trick, int seat, std::size_t first) {
    const bool own = attacks(seat);
    const u64 trumps = slots_.group[trump_group];
    const u64 led = slots_.group[trick.lead.group];
    const bool friendly = attacks(trick.winner) == own;
    // The best that opponents still to play can reach, roughly where more than one card was led.
    int best_led = -1, best_trump = -1;
    int left = table_.seats - trick.played - 1;
    for (int other = after(seat); left > 0; other = after(other), --left) {
        if (attacks(other) == own) continue;
        const u64 cards = hands_[other].one & led;
        const u64 wide = trick.lead.shapes ? hands_[other].two : hands_[other].one;
        if (cards) {
            if (wide & led) {
                const int place = slots_.place_of[highest64(wide & led)];
                best_led = place > best_led ? place : best_led;
            }
        } else if (wide & trumps) {
            const int place = slots_.place_of[highest64(wide & trumps)];
            best_trump = place > best_trump ? place : best_trump;
        }
    }
    const auto safe = [&](int group, int height) {
        if (group == trick.lead.group && group != trump_group)
            return best_trump < 0 && best_led <= height;
        return (trick.lead.group == trump_group ? best_led : best_trump) <= height;
    };
    const bool held = friendly && safe(trick.group, trick.height);
    const Copies& hand = hands_[seat];
    const u64 against = others(seat);
    for (std::size_t i = first; i < plays_.plays.size(); ++i) {
        TrickPlay& play = plays_.plays[i];
        OpenTrick next = trick;
        moves_.play(next, play.cards);
        const bool takes = next.winner == seat && trick.winner != seat;
        const int worth = next.points - trick.points;
        int height = 0;
        for (u64 cards = play.cards.one; cards; cards &= cards - 1) {
            const int slot = lowest(cards);
            const int group = slots_.group_of[slot];
            height += slots_.place_of[slot] - slots_.first_place[group] +
                      (group == trump_group ? w.trump_height : 0);
            // Winners are kept, and pairs together.
            if (!(against & slots_.group[group] & ~((2ull << slot) - 1))) height += w.master;
            if ((hand.two >> slot & 1) && !(play.cards.two >> slot & 1)) height += w.split;
            if (!(hand.one & slots_.group[group] & ((1ull << slot) - 1))) height += w.unguarded;
        }
        const int pot = next.points;
        if (takes) {
            if (held)
                play.score = w.over + w.over_worth * worth + w.over_height * height;
            else if (safe(next.group, next.height))
                play.score = (pot ? w.keep : w.keep_nothing) + w.keep_worth * worth +
                             w.keep_pot * trick.points + w.keep_height * height;
            else
                play.score =
                    w.brief + w.brief_worth * worth + w.brief_height * height + w.brief_pot * pot;
        } else if (held) {
            play.score = w.held + w.held_worth * worth + w.held_height * height;
        } else if (friendly) {
            play.score = w.friendly + w.friendly_worth * worth + w.friendly_height * height;
        } else {
            play.score = w.low + w.low_worth * worth + w.low_height * height;
        }
    }
}

}  // namespace pokerfast::solve
