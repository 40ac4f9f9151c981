// A baseline player for the trick-taking games: it bids by its trumps, declares its longest suit,
// buries short suits, leads what nobody can beat, takes tricks that hold points as cheaply as it
// can and gives points to its partner. It reads its own cards and what is public, nothing else.
#include "game/shengji.hpp"
#include "sim/trick.hpp"
#include "sim/trick_playout.hpp"

namespace pokerfast {

namespace {

using trick::Phase;
using trick::State;

// What giving a card up costs: its place, more for trumps.
int worth_of(const TrickPlan& plan, int kind) {
    const int group = plan.group_of[kind];
    return plan.place_of[kind] + (group == trump_group ? 14 : 0);
}

int worth_of(const TrickPlan& plan, const Copies& cards) {
    int sum = 0;
    for (u64 kinds = cards.one; kinds; kinds &= kinds - 1)
        sum += worth_of(plan, lowest(kinds)) * cards.of(lowest(kinds));
    return sum;
}

int points_in(const Copies& cards) {
    return points_of(cards.one) + points_of(cards.two) + points_of(cards.three);
}

// Cards that would be trumps of a suit.
int trumps_of(const Copies& hand, int suit, int level) {
    const u64 kinds = kinds_of_suit(suit) | kinds_of_rank(level) | joker_kinds;
    return hand.within(kinds).total();
}

// The last of the legal actions before `no`, or `no`, by how long the suit is.
Action answer_to_show(const Game& game, const AnyState& state, const State& s) {
    const u64 count = game.count(state);
    const Copies hand = s.hand[s.turn].copies();
    const int held = hand.total();
    Action best = game.unrank(state, count - 1);
    // A declaration wants its share of the cards, a robbery clearly more.
    int least = s.phase == Phase::declare ? held / 3 : held / 2;
    for (u64 i = 0; i + 1 < count; ++i) {
        const Action action = game.unrank(state, i);
        const u64 shown = action.ids.pile().copies().one;
        if (shown & joker_kinds) continue;
        const int trumps = trumps_of(hand, lowest(shown) / ranks_n, s.level);
        if (trumps > least) {
            least = trumps;
            best = action;
        }
    }
    return best;
}

// The strongest trump suit of a hand, and how strong: its share of all trumps, in thousandths,
// jokers counted three times and the ranks above the suit twice.
struct Strength {
    int suit = 0, share = -1;
};

Strength strength_of(const TrickGame& game, const State& s) {
    const Copies hand = s.hand[s.turn].copies();
    Strength best;
    for (int suit = 0; suit < no_trump; ++suit) {
        const TrickPlan& plan = game.plan(suit, s.level);
        int own = 0, all = 0;
        for (u64 kinds = plan.kinds[trump_group] & plan.pack; kinds; kinds &= kinds - 1) {
            const int kind = lowest(kinds);
            const int weight = kind >= kind_small_joker              ? 3
                               : plan.plain[trump_group] >> kind & 1 ? 1
                                                                     : 2;
            own += weight * hand.of(kind);
            all += weight * game.decks();
        }
        if (1000 * own / all > best.share) best = {suit, 1000 * own / all};
    }
    return best;
}

// Bids the next number while it expects to keep the others below theirs.
Action answer_to_bid(const TrickGame& game, const AnyState& state, const State& s) {
    const int pack = game.decks() * 100, reach = game.dealer_alone() ? 13 : 24;
    // What the others are expected to make; a dealer alone has less help than one of a pair.
    const int others = pack - pack * strength_of(game, s).share * reach / 10'000;
    const Action next = game.unrank(state, 0);
    const int allowed = game.ladder()->step < 0 ? next.number : pack - next.number;
    return allowed >= others ? next : game.unrank(state, game.count(state) - 1);
}

// Low cards without points from short side suits, pairs kept if possible.
Action burial(const TrickGame& game, const State& s) {
    const TrickPlan& plan = game.plan(s);
    const Pile& held = s.hand[s.turn];
    Copies left = held.copies(), buried;
    for (int n = game.kitty_cards(); n > 0; --n) {
        int best = -1, cost = 1'000'000;
        for (u64 kinds = left.one; kinds; kinds &= kinds - 1) {
            const int kind = lowest(kinds), group = plan.group_of[kind];
            int value = 4 * worth_of(plan, kind) + 12 * left.of(kind);
            value += group == trump_group ? 400 : 3 * left.within(plan.kinds[group]).total();
            if (plan.place_of[kind] == plan.places[group] - 1) value += 60;
            value += 4 * points_of(1ull << kind);
            if (value < cost) {
                cost = value;
                best = kind;
            }
        }
        const Copies one{1ull << best, 0, 0};
        left = left - one;
        buried.add(best);
    }
    Action action;
    action.kind = ActionKind::bury;
    action.ids = CardIds::of(lowest_of(held, buried));
    return action;
}

// The best unit to lead: one that stands and brings cards down, else a low one.
Copies lead_of_hand(const TrickGame& game, const State& s) {
    const TrickPlan& plan = game.plan(s);
    const Copies hand = s.hand[s.turn].copies(), unseen = game.unseen(s, s.turn);
    Copies best;
    int best_value = -1'000'000;
    Split units;
    for (int group = 0; group < groups_n; ++group) {
        const Copies own = hand.within(plan.kinds[group]);
        if (!own.one) continue;
        split(plan, group, own, units);
        for (int i = 0; i < units.size; ++i) {
            const Unit& unit = units.units[i];
            const bool stands = !beats_unit(plan, group, unseen, unit, false);
            const int cards = unit.shape.cards(), worth = worth_of(plan, unit.cards());
            // A side suit that few hold any more is soon ruffed.
            const int others = unseen.within(plan.kinds[group]).total();
            const bool ruffable = group != trump_group && others < 4 * cards;
            int value = stands ? 40 * cards + points_in(unit.cards()) - (ruffable ? 60 : 0)
                               : 15 * (cards - 1) - 2 * points_in(unit.cards()) - worth;
            if (group == trump_group) value -= 10;
            if (value > best_value) {
                best_value = value;
                best = unit.cards();
            }
        }
    }
    return best;
}

// Follows looked at, at most: evenly spread over the list.
constexpr u64 most_looked_at = 96;

Copies follow_of_hand(const TrickGame& game, const State& s) {
    const TrickPlan& plan = game.plan(s);
    const Follows follows(plan, s.lead, s.hand[s.turn].copies());
    Copies plays[trick::seats_n];
    int points = 0;
    for (int i = 0; i < s.played; ++i) {
        plays[i] = s.table[i].copies();
        points += points_in(plays[i]);
    }
    const std::size_t before = s.played;
    const int standing = winner_of(plan, s.lead, {plays, before});
    const bool partner =
        game.attacks(s, game.seat_at(s.leader + standing)) == game.attacks(s, s.turn);
    const bool last = s.played == game.seats() - 1;
    const u64 step = follows.count() / most_looked_at + 1;
    Copies best;
    int best_value = -1'000'000;
    for (u64 i = 0; i < follows.count(); i += step) {
        const Copies cards = follows.at(i);
        plays[before] = cards;
        const bool wins = winner_of(plan, s.lead, {plays, before + 1}) == s.played;
        const int own = points_in(cards);
        int value = -worth_of(plan, cards);
        if (wins)
            value += (last ? 4 : 2) * (points + own) + 10 - (partner ? 25 : 0);
        else
            value += partner ? (last ? 4 : 1) * own : -4 * own;
        if (value > best_value) {
            best_value = value;
            best = cards;
        }
    }
    return best;
}

}  // namespace

Action choose_greedily_trick(const Game& game, const AnyState& state, Draws&) {
    const TrickGame& tricks = static_cast<const TrickGame&>(game);
    const State& s = TrickGame::of(state);
    if (s.phase == Phase::bury) {
        Action action = burial(tricks, s);
        // Under a limit of points any legal burial will do.
        return game.check(state, action) == Code::ok ? action : game.unrank(state, 0);
    }
    if (s.phase == Phase::bid) return answer_to_bid(tricks, state, s);
    if (s.phase == Phase::name)
        return game.unrank(state, static_cast<u64>(strength_of(tricks, s).suit));
    if (s.phase != Phase::play) return answer_to_show(game, state, s);
    Action action;
    action.kind = ActionKind::play;
    const Copies cards = s.played ? follow_of_hand(tricks, s) : lead_of_hand(tricks, s);
    action.ids = CardIds::of(lowest_of(s.hand[s.turn], cards));
    return action;
}

}  // namespace pokerfast
