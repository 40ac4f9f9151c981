#include "belief/trick_belief.hpp"

#include <algorithm>

namespace pokerfast::belief {

namespace {

constexpr int kitty = CardPlaces::kitty;
constexpr std::size_t cards_n = most_packs * kinds_n;

Places bit_of(int place) {
    return static_cast<Places>(1 << place);
}

double choose(int n, int k) {
    double ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return k < 0 || k > n ? 0 : ways;
}

Copies copies_of(int kind, int n) {
    const u64 bit = 1ull << kind;
    return {n > 0 ? bit : 0, n > 1 ? bit : 0, n > 2 ? bit : 0};
}

}  // namespace

TrickBelief::TrickBelief(const TrickGame& game, Log log, int viewer)
    : Belief(game, std::move(log), viewer), tricks_(game) {
    Masks may(cards_n, 0);
    const CardPlaces& start = places(0);
    Places all = 0;
    for (int p = 0; p < CardPlaces::piles_n; ++p)
        if (!start.pile[p].empty() && (p != viewer || start.dealing))
            all = static_cast<Places>(all | bit_of(p));
    for (const CardIds& pile : start.pile)
        for_each_id(pile, [&](int id) { may[static_cast<std::size_t>(id)] = all; });
    // Turned cards of a position in the middle: whether they were buried nobody else knows.
    const trick::State& first = TrickGame::of(state(0));
    const CardIds turned = CardIds::of(first.turned);
    sight(may, (seen(0) - turned) | game.public_cards(state(0)), start);
    if (first.burier != trick::nobody) {
        if (first.burier == viewer)
            sight(may, turned, start);
        else
            for_each_id(turned, [&](int id) {
                Places& places = may[static_cast<std::size_t>(id)];
                if (places & (places - 1))
                    places = static_cast<Places>(bit_of(first.dealer) | bit_of(kitty));
            });
    }
    for (int t = 0; t < size(); ++t) look_back(may, t);
    for (std::size_t id = 0; id < cards_n; ++id)
        for (int p = 0; p < most_seats; ++p)
            if (may[id] == bit_of(p)) certain_[p].add(static_cast<int>(id));
    for (int t = size() - 1; t >= 0; --t) {
        if (action(t).kind != ActionKind::play) {
            need_shown(t);
            continue;
        }
        const CardIds played = left_hand(t);
        if (!hidden(t)) certain_[actor(t)] = certain_[actor(t)] | played;
        if (TrickGame::of(state(t)).played)
            limit_by_follow(may, t);
        else
            limit_by_throw(may, t);
    }
    const CardPlaces& end = places(size());
    int sizes[CardPlaces::piles_n];
    for (int p = 0; p < CardPlaces::piles_n; ++p) {
        sizes[p] = end.pile[p].size();
        for_each_id(end.pile[p], [&](int id) { now_.add(id, may[static_cast<std::size_t>(id)]); });
    }
    possible_ = now_.build(sizes);
}

void TrickBelief::sight(Masks& may, const CardIds& ids, const CardPlaces& at) const {
    for_each_id(ids, [&](int id) {
        if (const int p = at.pile_of(id); p >= 0) may[static_cast<std::size_t>(id)] = bit_of(p);
    });
}

// Cards that an action brought from its player's hand to the table.
CardIds TrickBelief::left_hand(int t) const {
    const int seat = actor(t);
    return places(t).pile[seat] - places(t + 1).pile[seat];
}

// From what is known before an action to what is known after it.
void TrickBelief::look_back(Masks& may, int t) {
    const Action& action = this->action(t);
    const int seat = actor(t);
    if (action.kind == ActionKind::play) {
        sight(may, action.ids, places(t));
        for_each_id(left_hand(t), [&](int id) { may[static_cast<std::size_t>(id)] = 0; });
    }
    const CardIds fresh = seen(t + 1) - seen(t);
    for (int to = 0; to < most_seats; ++to) {
        if ((places(t).pile[kitty] & places(t + 1).pile[to]).empty()) continue;
        Take take{t, to, 0, 0, may};
        sight(take.before, fresh, places(t));
        for (const Places places : take.before) {
            take.here += places == bit_of(to);
            take.there += places == bit_of(kitty);
        }
        takes_.push_back(std::move(take));
        for (Places& places : may)
            if (places & bit_of(kitty))
                places = static_cast<Places>((places & ~bit_of(kitty)) | bit_of(to));
    }
    if (action.kind == ActionKind::bury && seat != viewer())
        for (Places& places : may)
            if (places & bit_of(seat)) places = static_cast<Places>(places | bit_of(kitty));
    sight(may, fresh, places(t + 1));
    if (action.kind == ActionKind::bury && seat == viewer())
        sight(may, places(t + 1).pile[kitty], places(t + 1));
    if (viewer() < 0 || places(t + 1).dealing) return;
    // Of the own hand all is known.
    for (Places& places : may)
        if (places & (places - 1)) places = static_cast<Places>(places & ~bit_of(viewer()));
}

// What was shown is still where it can have come from there, but for what was played from there.
void TrickBelief::need_shown(int t) {
    const Action& shown = action(t);
    const int seat = actor(t);
    const bool shows = shown.kind == ActionKind::declare || shown.kind == ActionKind::rob;
    if (!shows || seat == viewer()) return;
    Places reach = bit_of(seat);
    CardIds played;
    for (int k = t; k < size(); ++k) {
        const int by = actor(k);
        if (action(k).kind == ActionKind::play && (reach >> by & 1)) played = played | left_hand(k);
        if (action(k).kind == ActionKind::bury && (reach >> by & 1))
            reach = static_cast<Places>(reach | bit_of(kitty));
        for (int to = 0; to < most_seats && (reach & bit_of(kitty)); ++to)
            if (!(places(k).pile[kitty] & places(k + 1).pile[to]).empty())
                reach = static_cast<Places>((reach & ~bit_of(kitty)) | bit_of(to));
    }
    for (u64 kinds = shown.ids.kinds(); kinds; kinds &= kinds - 1) {
        const int kind = lowest(kinds), n = shown.ids.copies(kind) - played.copies(kind);
        if (n > 0) now_.need(kind, reach, n);
    }
}

// A play that would have been illegal with so many more of a kind says that they were not there:
// more cards never owe less, but for kinds that are held so often that rules protect them.
void TrickBelief::limit_by_follow(const Masks& may, int t) {
    const trick::State& s = TrickGame::of(state(t));
    const int seat = s.turn;
    if (seat == viewer() || s.lead.group == any_group) return;
    const TrickPlan& plan = tricks_.plan(s);
    const Copies base = certain_[seat].pile().copies(), play = left_hand(t).pile().copies();
    if (check_follow(plan, s.lead, base, play) != Code::ok) return;
    CardIds open;
    for (const CardIds& pile : places(size()).pile) open = open | pile;
    for (u64 kinds = open.kinds() & plan.kinds[s.lead.group]; kinds; kinds &= kinds - 1) {
        const int kind = lowest(kinds);
        int able = 0;
        for_each_id(open.within(1ull << kind), [&](int id) {
            const Places places = may[static_cast<std::size_t>(id)];
            able += (places & (places - 1)) && (places & bit_of(seat));
        });
        int most = able;
        while (most > 0 &&
               check_follow(plan, s.lead, base + copies_of(kind, most), play) != Code::ok)
            --most;
        if (most < able) now_.limit(kind, seat, most + certain_now(may, kind, seat));
    }
}

// Likewise a throw that stood.
void TrickBelief::limit_by_throw(const Masks& may, int t) {
    const trick::State& s = TrickGame::of(state(t));
    const CardIds led = action(t).ids;
    if (!(led.kinds() & (led.kinds() - 1)) || left_hand(t) != led) return;
    const TrickPlan& plan = tricks_.plan(s);
    const int group = lead_group(plan, led.pile().copies());
    if (group < 0 || group == any_group) return;
    trick::State trial = s;
    trial.kitty = {};
    for (int j = 0; j < tricks_.seats(); ++j)
        trial.hand[j] = j == viewer() ? s.hand[j] : certain_[j].pile();
    trial.hand[s.turn] = trial.hand[s.turn] | led.pile();
    const auto stands = [&](const trick::State& with) {
        trick::State after = with;
        tricks_.play(after, led.pile());
        return after.table[0] == led.pile();
    };
    if (!stands(trial)) return;
    for (int j = 0; j < tricks_.seats(); ++j) {
        if (j == s.turn || j == viewer()) continue;
        CardIds open;
        for (const CardIds& pile : places(size()).pile)
            for_each_id(pile, [&](int id) {
                const Places places = may[static_cast<std::size_t>(id)];
                if ((places & (places - 1)) && (places & bit_of(j))) open.add(id);
            });
        for (u64 kinds = open.kinds() & plan.kinds[group]; kinds; kinds &= kinds - 1) {
            const int kind = lowest(kinds);
            CardIds more = open.within(1ull << kind);
            int most = more.size();
            const int able = most;
            for (; most > 0; --most) {
                trick::State with = trial;
                with.hand[j] = with.hand[j] | more.pile();
                if (stands(with)) break;
                for (u64& deck : more.deck)
                    if (deck) {
                        deck = 0;
                        break;
                    }
            }
            if (most < able) now_.limit(kind, j, most + certain_now(may, kind, j));
        }
    }
}

int TrickBelief::certain_now(const Masks& may, int kind, int seat) const {
    int n = 0;
    for (int deck = 0; deck < most_packs; ++deck)
        n += may[static_cast<std::size_t>(kinds_n * deck + kind)] == bit_of(seat);
    return n;
}

// Which of the hand's cards came with the kitty.
bool TrickBelief::undo_take(Draws& draws, const Take& take,
                            CardIds (&piles)[CardPlaces::piles_n]) const {
    const int n = places(take.t).pile[kitty].size();
    CardIds& hand = piles[take.seat];
    std::vector<int> free;
    int need = n;
    bool possible = true;
    CardIds taken;
    for_each_id(hand, [&](int id) {
        const Places places = take.before[static_cast<std::size_t>(id)];
        const bool here = places & bit_of(take.seat), there = places & bit_of(kitty);
        possible = possible && (here || there);
        if (here && there) free.push_back(id);
        if (!here && there) {
            taken.add(id);
            --need;
        }
    });
    const int open = static_cast<int>(free.size());
    if (!possible || need < 0 || need > open) return false;
    // Deals that leave more ways to choose count for more.
    const double most = choose(hand.size() - take.here - take.there, n - take.there);
    if (draw_fraction(draws) >= choose(open, need) / most) return false;
    shuffle(draws, free);
    for (int i = 0; i < need; ++i) taken.add(free[static_cast<std::size_t>(i)]);
    hand = hand - taken;
    piles[kitty] = piles[kitty] | taken;
    return true;
}

bool TrickBelief::propose(Draws& draws, Proposal& out) const {
    if (!possible_) return false;
    out.last = places(size());
    now_.draw(draws, out.last.pile);
    out.first = places(0);
    out.buried.assign(static_cast<std::size_t>(size()), {});
    CardIds piles[CardPlaces::piles_n];
    std::copy(std::begin(out.last.pile), std::end(out.last.pile), std::begin(piles));
    auto take = takes_.rbegin();
    for (int t = size() - 1; t >= 0; --t) {
        if (take != takes_.rend() && take->t == t) {
            if (!undo_take(draws, *take, piles)) return false;
            ++take;
        }
        if (action(t).kind == ActionKind::play) {
            piles[actor(t)] = piles[actor(t)] | left_hand(t);
        } else if (action(t).kind == ActionKind::bury) {
            out.buried[static_cast<std::size_t>(t)] = piles[kitty];
            piles[actor(t)] = piles[actor(t)] | piles[kitty];
            piles[kitty] = {};
        }
    }
    std::copy(std::begin(piles), std::end(piles), std::begin(out.first.pile));
    return order_first(draws, out);
}

}  // namespace pokerfast::belief
