#include "game/shengji.hpp"

#include "base/random.hpp"

#include <cstring>

namespace pokerfast {

using namespace trick;

namespace {

TrickForm form_of(const ShengjiRules& rules, bool levels) {
    TrickForm form;
    form.rules = rules;
    form.hand_cards = rules.hand_cards();
    form.kitty_cards = rules.kitty_cards();
    form.levels = levels;
    if (!levels) form.level = form.high = 0;
    form.low = rules.two_is_trump ? 0 : no_rank;
    return form;
}

}  // namespace

Shengji::Shengji(std::vector<i64> values)
    : Shengji(values, ShengjiRules::from_values(values), true) {
    add_word(ActionKind::no);
}

Shengji::Shengji(std::vector<i64> values, const ShengjiRules& rules, bool levels)
    : TrickGame(std::move(values), form_of(rules, levels)), rules_(rules) {}

std::vector<Fault> Shengji::start(AnyState& state, const StartArgs& args) const {
    std::vector<Fault> faults;
    if (args.dealer < -1 || args.dealer >= seats_n)
        faults.push_back({"dealer", "must be a seat, 0 to 3"});
    if (!args.levels.empty() && args.levels.size() != 2)
        faults.push_back({"levels", "one for each pair"});
    for (const i64 level : args.levels)
        if (level < 0 || level >= ranks_n)
            faults.push_back({"levels", "must be ranks, 2 to A"});
        else if (!has_levels() && level != fixed_level())
            faults.push_back({"levels", "are 2 always"});
    if (args.dealer == -1 && !args.from_play && args.levels.size() == 2 &&
        args.levels[0] != args.levels[1])
        faults.push_back({"levels", "differ, so the deal needs a dealer"});
    if (args.first != -1) faults.push_back({"first", "has no meaning here"});
    if (!args.beans.empty()) faults.push_back({"beans", "have no meaning here"});
    if (!faults.empty()) return faults;
    blank(state);
    State& s = of(state);
    s.seed = args.seed;
    s.game = args.game;
    s.given_dealer = args.dealer < 0 ? nobody : static_cast<u8>(args.dealer);
    for (int i = 0; i < 2; ++i)
        s.levels[i] =
            args.levels.empty() ? 0 : static_cast<u8>(args.levels[static_cast<std::size_t>(i)]);
    if (args.from_play) {
        start_play(s);
        return {};
    }
    begin_deal(s);
    return {};
}

// Skips all that comes before the first lead: the dealer (seat 0 unless given) has the kitty as it
// was dealt, and the trump suit is drawn.
void Shengji::start_play(State& s) const {
    deal_order(s);
    s.dealer = s.first = s.given_dealer == nobody ? 0 : s.given_dealer;
    s.level = s.levels[s.dealer & 1];
    s.trump = static_cast<u8>(Draws(s.seed, s.game, Stream::chance).below(4));
    for (int seat = 0; seat < seats_n; ++seat)
        for (int i = 0; i < hand_cards(); ++i) s.hand[seat].add(s.order[seat * hand_cards() + i]);
    for (int i = 4 * hand_cards(); i < pack_size(); ++i) s.kitty.add(s.order[i]);
    std::memset(s.order, 0, sizeof s.order);
    s.dealt = static_cast<u8>(4 * hand_cards());
    s.burier = s.dealer;
    begin_play(s);
}

void Shengji::begin_deal(State& s) const {
    const State before = s;
    std::memset(static_cast<void*>(&s), 0, sizeof s);
    s.bidder = nobody;
    s.seed = before.seed;
    s.game = before.game;
    s.deal = before.deal;
    s.given_dealer = before.given_dealer;
    s.levels[0] = before.levels[0];
    s.levels[1] = before.levels[1];
    std::memcpy(s.away, before.away, sizeof s.away);
    s.stake = 1;
    s.declarer = s.first_declarer = s.burier = s.trump = nobody;
    s.first = s.given_dealer != nobody
                  ? s.given_dealer
                  : static_cast<u8>(Draws(s.seed, s.game, Stream::chance, s.deal).below(4));
    s.dealer = s.first;
    s.level = s.levels[s.dealer & 1];
    deal_order(s);
    deal_on(s);
}

// Whether a hand holds anything that could be shown: the quick test after every card.
bool Shengji::may_show(const State& s, const Pile& hand) const {
    const u64 level = kinds_of_rank(s.level), wanted = level | joker_kinds;
    const u64 a = hand.deck[0] & wanted, b = hand.deck[1] & wanted, c = hand.deck[2] & wanted;
    if (rules_.allow_partner_protect || rules_.nt_override != nt_override::equal_pair)
        return a | b | c;
    const u64 pairs = (a & b) | (c & (a | b));
    if (rules_.decks == 3) {
        const int joker_show = s.shown_suit == jokers_shown;
        if (s.declarer == nobody) return ((a | b | c) & level) | (pairs & joker_kinds);
        return s.shown_size + joker_show < 3 ? pairs != 0 : (a & b & c) != 0;
    }
    if (s.declarer == nobody) return (a | b) & level;
    return s.locked ? pairs & joker_kinds : pairs;
}

// Deals until somebody can show something, or to the end.
void Shengji::deal_on(State& s) const {
    s.phase = Phase::declare;
    const int total = 4 * hand_cards();
    Shows shows;
    while (s.dealt < total) {
        const int seat = (s.first + s.dealt) & 3, nth = s.dealt / 4;
        s.hand[seat].add(s.order[hand_cards() * seat + nth]);
        ++s.dealt;
        if (!may_show(s, s.hand[seat])) continue;
        declarations(s, seat, shows);
        if (shows.size) {
            s.turn = static_cast<u8>(seat);
            return;
        }
    }
    ask_round(s);
}

// After the last card each seat is asked once more.
void Shengji::ask_round(State& s) const {
    Shows shows;
    while (s.asked < seats_n) {
        const int seat = (s.first + s.asked++) & 3;
        declarations(s, seat, shows);
        if (shows.size) {
            s.turn = static_cast<u8>(seat);
            return;
        }
    }
    settle(s);
}

// All cards are dealt and all shows made.
void Shengji::settle(State& s) const {
    const u8* kitty = s.order + 4 * hand_cards();
    if (s.declarer == nobody) {
        s.trump = no_trump;
        switch (rules_.nobody_declares) {
            case nobody_declares::redeal: ++s.deal; return begin_deal(s);
            case nobody_declares::kitty3:
            case nobody_declares::kitty3_skip_jokers:
                for (int i = 2; i < kitty_cards(); ++i) {
                    s.turned.add(kitty[i]);
                    const int kind = kitty[i] % kinds_n;
                    if (kind < kind_small_joker) s.trump = static_cast<u8>(kind / ranks_n);
                    if (s.trump != no_trump || rules_.nobody_declares == nobody_declares::kitty3)
                        break;
                }
                break;
            default: break;
        }
    } else if (s.given_dealer == nobody) {
        s.dealer =
            rules_.first_dealer == first_dealer::first_declarer ? s.first_declarer : s.declarer;
    }
    for (int i = 0; i < kitty_cards(); ++i) s.kitty.add(kitty[i]);
    std::memset(s.order, 0, sizeof s.order);
    s.asked = 0;
    take_kitty(s, s.dealer);
}

void Shengji::take_kitty(State& s, int seat) const {
    s.hand[seat] = s.hand[seat] | s.kitty;
    s.kitty = {};
    s.turn = static_cast<u8>(seat);
    s.phase = Phase::bury;
}

// Asks the next seat that can take the kitty; `asked` counts those passed since the last burial.
void Shengji::next_robber(State& s) const {
    Shows shows;
    while (rules_.rob_kitty && s.asked < seats_n - 1) {
        const int seat = (s.burier + 1 + s.asked) & 3;
        robberies(s, seat, shows);
        if (shows.size) {
            s.turn = static_cast<u8>(seat);
            s.phase = Phase::rob;
            return;
        }
        ++s.asked;
    }
    begin_play(s);
}

void Shengji::raise_stake(State& s) const {
    const i64 most = rules_.stake_cap >= 0 ? rules_.stake_cap : largest_stake;
    s.stake = s.stake > most / rules_.stake_factor ? most : s.stake * rules_.stake_factor;
}

void Shengji::declare(State& s, const Show& show) const {
    const bool protects = rules_.decks == 2 && s.declarer != nobody && show.suit == s.shown_suit;
    if (s.declarer != nobody && s.declarer != s.turn && !protects) raise_stake(s);
    if (!protects) s.declarer = s.turn;
    if (s.first_declarer == nobody) s.first_declarer = s.turn;
    if (rules_.decks == 2) s.locked = s.locked || protects || show.size > 1;
    s.shown_suit = show.suit;
    s.shown_size = protects ? 2 : show.size;
    s.shown_high = show.high;
    s.trump = show.suit == jokers_shown ? no_trump : show.suit;
}

Burial Shengji::burial(const State& s) const {
    return {s.hand[s.turn].copies(), kitty_cards(), rules_.kitty_points_max};
}

u64 Shengji::count_before(const State& s) const {
    Shows shows;
    if (s.phase == Phase::declare) {
        declarations(s, s.turn, shows);
        return static_cast<u64>(shows.size) + 1;
    }
    if (s.phase == Phase::rob) {
        robberies(s, s.turn, shows);
        return static_cast<u64>(shows.size) + 1;
    }
    return burial(s).count();
}

Action Shengji::unrank_before(const State& s, u64 index) const {
    Action action;
    const Pile& held = s.hand[s.turn];
    Copies cards;
    if (s.phase == Phase::bury) {
        action.kind = ActionKind::bury;
        cards = burial(s).at(index);
    } else {
        Shows shows;
        const bool declaring = s.phase == Phase::declare;
        if (declaring)
            declarations(s, s.turn, shows);
        else
            robberies(s, s.turn, shows);
        if (index >= static_cast<u64>(shows.size)) {
            action.kind = ActionKind::no;
            return action;
        }
        action.kind = declaring ? ActionKind::declare : ActionKind::rob;
        cards = shows.at[index].cards;
    }
    action.ids = CardIds::of(lowest_of(held, cards));
    return action;
}

namespace {

// Whether the cards are a set that somebody could show under some circumstances.
bool is_show(const ShengjiRules& rules, int level, const Copies& cards, bool robbing) {
    const int size = cards.total();
    if (!(cards.one & ~joker_kinds)) {
        const bool alike = !(cards.one & (cards.one - 1));
        if (robbing) return alike && (size == 2 || (size == 3 && rules.decks == 3));
        if (rules.nt_override == nt_override::four) return size == 4;
        if (rules.decks == 1) return size == 2 && rules.nt_override == nt_override::any_two;
        return (alike || rules.nt_override == nt_override::any_two) &&
               (size == 2 || (size == 3 && rules.decks == 3));
    }
    if ((cards.one & (cards.one - 1)) || (cards.one & ~kinds_of_rank(level))) return false;
    return !robbing || size > 1;
}

}  // namespace

Code Shengji::check_before(const State& s, Action& action) const {
    const bool burying = s.phase == Phase::bury, declaring = s.phase == Phase::declare;
    const ActionKind wanted = burying     ? ActionKind::bury
                              : declaring ? ActionKind::declare
                                          : ActionKind::rob;
    if (action.kind == ActionKind::no) return burying ? Code::wrong_phase : Code::ok;
    if (action.kind != wanted) return Code::wrong_phase;
    if (const Code code = resolve(s, action); code != Code::ok) return code;
    const Copies cards = action.ids.pile().copies();
    if (burying) return burial(s).check(cards);
    if (!is_show(rules_, s.level, cards, !declaring)) return Code::no_declaration;
    Shows shows;
    if (declaring)
        declarations(s, s.turn, shows);
    else
        robberies(s, s.turn, shows);
    for (int i = 0; i < shows.size; ++i)
        if (shows.at[i].cards == cards) return Code::ok;
    return Code::too_weak;
}

void Shengji::apply_before(State& s, const Action& action) const {
    if (s.phase == Phase::bury) {
        s.kitty = action.ids.pile();
        s.hand[s.turn] = s.hand[s.turn] - s.kitty;
        s.burier = s.turn;
        s.asked = 0;
        return next_robber(s);
    }
    const bool declaring = s.phase == Phase::declare;
    if (action.kind != ActionKind::no) {
        const Copies cards = action.ids.pile().copies();
        Shows shows;
        if (declaring)
            declarations(s, s.turn, shows);
        else
            robberies(s, s.turn, shows);
        for (int i = 0; i < shows.size; ++i) {
            const Show& show = shows.at[i];
            if (show.cards != cards) continue;
            if (declaring) {
                declare(s, show);
                break;
            }
            s.shown_suit = show.suit;
            s.shown_size = show.size;
            s.shown_high = show.high;
            s.trump = show.suit == jokers_shown ? no_trump : show.suit;
            raise_stake(s);
            return take_kitty(s, s.turn);
        }
    } else if (!declaring) {
        ++s.asked;
        return next_robber(s);
    }
    if (s.dealt < 4 * hand_cards()) return deal_on(s);
    ask_round(s);
}

CardSets Shengji::card_sets_before(const State& s) const {
    if (s.phase == Phase::bury) return {ActionKind::bury, burial(s)};
    const bool declaring = s.phase == Phase::declare;
    Shows shows;
    if (declaring)
        declarations(s, s.turn, shows);
    else
        robberies(s, s.turn, shows);
    std::vector<Copies> sets;
    for (int i = 0; i < shows.size; ++i) sets.push_back(shows.at[i].cards);
    return {declaring ? ActionKind::declare : ActionKind::rob, std::move(sets)};
}

void Shengji::punish_throw(State& s) const {
    move_points(s, rules_.throw_penalty);
}

LevelResult Shengji::result(const State& s) const {
    return level_result(rules_, s.points);
}

void Shengji::returns(const AnyState& state, double* out) const {
    const State& s = of(state);
    double value = 0;
    if (s.phase == Phase::over) {
        const LevelResult result = this->result(s);
        value = result.levels ? result.levels : result.takes_over ? 0.5 : 0;
        if (result.attackers) value = -value;
        if (rules_.stakes) value *= static_cast<double>(s.stake);
    }
    for (int seat = 0; seat < seats_n; ++seat) out[seat] = attacks(s, seat) ? 0 - value : value;
}

i64 Shengji::room_points(bool attackers, int levels, std::span<const i64> scores,
                         i64 grand_slam) const {
    i64 base = attackers ? 2 + levels : 1 + levels;
    if (!attackers && levels == 3 && grand_slam >= 0) base = grand_slam;
    const auto band_of = [](i64 score) { return score >= 300 ? 3 : score >= 80 ? 2 : 1; };
    int lowest_band = 3;
    bool same = true;
    for (const i64 score : scores) {
        const int band = band_of(score);
        same &= band == band_of(scores[0]);
        lowest_band = band < lowest_band ? band : lowest_band;
    }
    return base * (same || rules_.band == band::min ? lowest_band : 1);
}

}  // namespace pokerfast
