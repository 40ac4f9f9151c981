// What a search of open-hand whist tries first. The weights were found by trial, on what makes the
// tree small; they order moves and prove nothing.
#include "solve/single_state.hpp"

namespace pokerfast::solve::single {

namespace {

// Of a lead's suit, by who holds what; of the card.
enum LeadTrait {
    opponents_n,  // for each of their cards
    own_n,        // for each own card
    mate_n,       // for each of the partner's
    next_ruffs,   // next hand is void with trumps, or
    next_void,    // without
    last_ruffs,   // the last hand likewise
    last_void,
    mate_overruffed,  // the partner is void with trumps, but an opponent may have higher ones
    mate_ruffs,       // or not
    mate_void,        // or without trumps
    singleton,        // the leader's only card, with trumps to ruff later
    singleton_plain,  // or without
    top_mate,         // who holds the highest card
    top_next,
    top_last,
    second_mate,  // who holds the second
    second_next,
    second_last,
    second_own,
    winner,    // the card is the highest
    low,       // a quarter for each card it beats, less
    sequence,  // the next lower card is the leader's too
    lowest_own,
    is_second,
    above_opponents,  // but below the partner's
    above_next,
    top_next_alone,  // the highest is an opponent's only card
    top_last_alone,
    second_next_alone,
    second_last_alone,
    lead_traits
};

// No trumps; side suits; trumps.
constexpr int lead_weights[3][lead_traits] = {
    {-1, 0,  4,   0, -18, 0,  -9, -3, 0, -4,  10, 2,  4,  2, -13,
     3,  -1, -27, 2, 6,   -3, 8,  5,  2, -26, -3, 15, 19, 5, 6},
    {2,  0, 0, -20, 3,  -44, -5, 4,  21, -13, 9, 0, 29, 6,  -10,
     16, 0, 1, 3,   14, 2,   3,  -5, -1, -16, 1, 1, 0,  -4, 3},
    {2,  0, 0,  5, -11, 0,  -16, 0,  0,  3,  -13, 0, 9, -2, -2,
     16, 0, 12, 0, 1,   10, 4,   -8, 12, -8, 0,   0, 1, 10, 8}};

enum FollowTrait {
    discard,    // against ruffs
    sure,       // takes the trick from all who follow
    sure_rank,  // for each card it beats, less
    takes,      // is ahead so far
    takes_rank,
    loses_rank,
    ruff,
    takes_as_top,  // is ahead, and the highest of its suit
    follow_traits
};

// By trumps, place in the trick, and whether the partner takes it anyway.
constexpr int follow_weights[2][3][2][follow_traits] = {
    {{{0, 46, 1, -1, 4, 8, 1, 0}, {10, 5, 17, 14, 20, 2, 0, 5}},
     {{0, 45, 2, 10, -3, 17, 0, 0}, {21, -20, 1, -20, 1, 1, -5, 0}},
     {{-8, 40, 1, -22, 0, 5, -17, 0}, {20, -28, 1, -20, 1, 1, 0, 8}}},
    {{{0, 30, 1, 19, 1, 6, 3, 0}, {10, 6, 4, -13, -2, 1, 8, -9}},
     {{0, 40, 1, 11, -1, 4, 0, -5}, {20, -20, 1, -20, 1, 1, 0, 1}},
     {{0, 40, 1, 15, 1, 1, -16, -3}, {20, -20, 1, -20, 1, 1, 0, -3}}}};

enum DiscardTrait {
    discard_length,
    discard_rank,          // for each card it beats, less
    discard_single,        // the last of the suit, with trumps to ruff
    discard_single_plain,  // or without
    discard_top,           // the highest card, less
    discard_guard,         // one of two cards that guard the second highest, less
    discard_mate_void,
    discard_opponents,  // for each card of the opponents
    discard_traits
};

constexpr int discard_weights[2][discard_traits] = {{2, 1, 6, -16, 21, 9, 8, 2},
                                                    {2, 1, 1, 1, 15, 8, 0, 0}};

}  // namespace

void weigh_leads(const State& state, int leader, Move* moves, int count) {
    const int mate = partner(leader), next = after(leader), last = before(leader);
    const u64 own_cards = state.hand[leader], mate_cards = state.hand[mate];
    const u64 next_cards = state.hand[next], last_cards = state.hand[last];
    const u64 all = state.all(), trumps = state.trumps;
    for (int s = 0; s < 4; ++s) {
        if (!(own_cards & suit(s))) continue;
        const int* w = lead_weights[!trumps ? 0 : trumps & suit(s) ? 2 : 1];
        const u64 here = all & suit(s);
        const int top = highest64(here);
        const u64 below_top = here ^ bit(top);
        const u64 second = below_top ? bit(highest64(below_top)) : 0;
        const int own = state.length(leader, s), partners = state.length(mate, s);
        const int nexts = state.length(next, s), lasts = state.length(last, s);
        int base = w[opponents_n] * (nexts + lasts) + w[own_n] * own + w[mate_n] * partners;
        const bool next_ruff = nexts == 0 && (next_cards & trumps);
        const bool last_ruff = lasts == 0 && (last_cards & trumps);
        if (nexts == 0) base += w[next_ruff ? next_ruffs : next_void];
        if (lasts == 0) base += w[last_ruff ? last_ruffs : last_void];
        if (partners == 0) {
            const u64 ruffs = mate_cards & trumps;
            const bool over = next_ruff || (last_ruff && (last_cards & trumps) > ruffs);
            base += w[!ruffs ? mate_void : over ? mate_overruffed : mate_ruffs];
        }
        if (own == 1) base += w[own_cards & trumps ? singleton : singleton_plain];
        if (mate_cards >> top & 1)
            base += w[top_mate];
        else if (next_cards >> top & 1)
            base += w[nexts == 1 ? top_next_alone : top_next];
        else if (last_cards >> top & 1)
            base += w[lasts == 1 ? top_last_alone : top_last];
        if (second & mate_cards)
            base += w[second_mate];
        else if (second & next_cards)
            base += w[nexts == 1 ? second_next_alone : second_next];
        else if (second & last_cards)
            base += w[lasts == 1 ? second_last_alone : second_last];
        else if (second)
            base += w[second_own];
        const u64 nexts_here = next_cards & suit(s);
        const u64 theirs = nexts_here | (last_cards & suit(s));
        for (int i = 0; i < count; ++i) {
            const int card = moves[i].card;
            if (card >> 4 != s) continue;
            int weight = base;
            if (card == top) {
                weight += w[winner];
            } else {
                const u64 below = here & (bit(card) - 1);
                weight -= w[low] * (count_bits64(below) + 1) / 4;
                if (below && (own_cards >> highest64(below) & 1)) weight += w[sequence];
                if (!(below & own_cards)) weight += w[lowest_own];
                if (bit(card) == second) weight += w[is_second];
                if (bit(card) > theirs) weight += w[above_opponents];
                if (nexts_here && bit(card) > nexts_here) weight += w[above_next];
            }
            moves[i].weight = weight;
        }
    }
}

void weigh_follows(const State& state, const Trick& trick, int place, Move* moves, int count) {
    const int seat = (trick.leader + place) & 3;
    const u64 hand = state.hand[seat], led = trick.led, trumps = state.trumps, all = state.all();
    const bool is_void = !(hand & led);
    // Strength in this trick: trumps above the led suit, all else nothing.
    const auto level = [&](int card) {
        if (trumps >> card & 1) return 64 + card;
        return led >> card & 1 ? card : -1;
    };
    const auto strongest = [&](int who) {
        const u64 cards = state.hand[who] & led ? state.hand[who] & led : state.hand[who] & trumps;
        return cards ? level(highest64(cards)) : -1;
    };
    const int best = level(trick.best);
    int enemy = -1;
    bool mate_takes = trick.winner == partner(seat);
    if (place == 1) {
        enemy = strongest(after(seat));
        const int friendly = strongest(partner(seat));
        mate_takes = friendly > enemy && friendly > best;
    } else if (place == 2) {
        enemy = strongest(after(seat));
        mate_takes = mate_takes && best > enemy;
    }
    const int* w = follow_weights[trumps != 0][place - 1][mate_takes];
    const int* d = discard_weights[trumps != 0];
    if (!is_void) {
        const u64 here = all & led;
        for (int i = 0; i < count; ++i) {
            const int card = moves[i].card, own = level(card);
            const int beaten = count_bits64(here & (bit(card) - 1));
            const int worth = own <= best   ? -w[loses_rank] * beaten
                              : own > enemy ? w[sure] - w[sure_rank] * beaten
                                            : w[takes] - w[takes_rank] * beaten;
            moves[i].weight = worth + (own > best && here >> card == 1 ? w[takes_as_top] : 0);
        }
        return;
    }
    for (int i = 0; i < count; ++i) {
        const int card = moves[i].card, s = card >> 4;
        const u64 here = all & suit(s);
        const int beaten = count_bits64(here & (bit(card) - 1));
        int weight = 0;
        if (trumps >> card & 1) {
            const int own = level(card);
            weight = w[ruff];
            if (own > best)
                weight += own > enemy ? w[sure] - w[sure_rank] * beaten
                                      : w[takes] - w[takes_rank] * beaten;
            else
                weight -= w[loses_rank] * beaten;
            if (own > best && here >> card == 1) weight += w[takes_as_top];
        } else {
            const int length = state.length(seat, s);
            const u64 others = here & ~hand;
            weight = w[discard] + d[discard_length] * length - d[discard_rank] * beaten;
            if (length == 1) weight += d[hand & trumps ? discard_single : discard_single_plain];
            if (bit(card) > others) {
                weight -= d[discard_top];
            } else if (length == 2) {
                const u64 second = others ^ bit(highest64(others));
                if ((hand & suit(s)) > second) weight -= d[discard_guard];
            }
            if (state.length(partner(seat), s) == 0) weight += d[discard_mate_void];
            weight += d[discard_opponents] *
                      (state.length(after(seat), s) + state.length(before(seat), s));
        }
        moves[i].weight = weight;
    }
}

}  // namespace pokerfast::solve::single
