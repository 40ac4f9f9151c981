#include "game/doudizhu.hpp"

#include "cards/deal.hpp"
#include "climb/doudizhu/sinks.hpp"

#include <cstring>

namespace pokerfast {

using namespace doudizhu;

namespace {

constexpr int hand_size = 17, kitty_size = 3, dealt_size = 3 * hand_size;

constexpr const char* phases[] = {"show_start", "show_deal", "call", "bid", "rob",
                                  "show",       "double",    "play", "over"};
static_assert(sizeof(phases) / sizeof(*phases) == static_cast<int>(Phase::count_));

u8 after(const State& s, int seat) {
    return static_cast<u8>(seat + 1 == s.players ? 0 : seat + 1);
}

void give(State& s, int seat, u64 ids) {
    s.held[seat] |= ids;
    s.counts[seat] += counts_of(ids);
}

// Who is asked first where chance decides.
u8 drawn_first(const State& s) {
    return static_cast<u8>(Draws(s.seed, s.game, Stream::chance, s.deal).below(3));
}

// The deal's piles in the order docs/seeds.md gives: three hands, the kitty.
void deal_piles(const State& s, u64 (&piles)[4]) {
    deal_places(s.seed, s.game, s.deal, {hand_size, hand_size, hand_size, kitty_size}, piles);
}

}  // namespace

namespace doudizhu {

void clear_table(State& s) {
    s.table_kind = Kind::pass;
    s.table_rank = s.table_length = s.passes = 0;
    s.table_by = nobody;
    s.table_ids = s.table_cards = 0;
}

// Everything about a deal but who plays it and with which seed.
void blank(State& s) {
    const State before = s;
    std::memset(static_cast<void*>(&s), 0, sizeof s);
    s.seed = before.seed;
    s.game = before.game;
    s.deal = before.deal;
    s.given_first = before.given_first;
    s.multiplier = 1;
    s.players = 3;
    s.may_spring = 1;
    for (int i = 0; i < 3; ++i) {
        s.beans[i] = before.beans[i];
        s.away[i] = before.away[i];
    }
    s.first = s.landlord = s.caller = s.robber = s.first_shown = nobody;
    clear_table(s);
}

}  // namespace doudizhu

DouDizhu::DouDizhu(std::vector<i64> values)
    : values_(std::move(values)), rules_(DouDizhuRules::from_values(values_)), plays_(rules_) {}

std::span<const char* const> DouDizhu::phase_names() const {
    return phases;
}

void DouDizhu::blank(AnyState& state) const {
    std::memset(state.bytes, 0, sizeof state.bytes);
    State& s = of(state);
    doudizhu::blank(s);
    s.landlord = 0;
    s.phase = Phase::over;
}

std::vector<Fault> DouDizhu::start(AnyState& state, const StartArgs& args) const {
    std::vector<Fault> faults;
    if (!plan().has(Kind::solo))
        faults.push_back(
            {"banned_kinds", "without solo a leader could be left without a play: no whole games"});
    if (args.first < -1 || args.first > 2) faults.push_back({"first", "must be a seat, 0 to 2"});
    if (args.last_winner != -1) faults.push_back({"last_winner", "has no meaning in this game"});
    if (args.first >= 0 && rules_.auction == auction::none)
        faults.push_back({"first", "has no meaning with auction=none, where seat 0 is landlord"});
    if (!args.beans.empty() && args.beans.size() != 3)
        faults.push_back({"beans", "one number a seat"});
    for (const i64 beans : args.beans)
        if (beans < 0) faults.push_back({"beans", "must not be negative"});
    if (args.from_play && (args.first >= 0 || !args.beans.empty()))
        faults.push_back({"start", "first and beans have no meaning from the start of play"});
    if (!faults.empty()) return faults;
    std::memset(state.bytes, 0, sizeof state.bytes);
    State& s = of(state);
    if (args.from_play) {
        start_play(s, args.seed, args.game);
        return {};
    }
    s.seed = args.seed;
    s.game = args.game;
    s.given_first = args.first < 0 ? nobody : static_cast<u8>(args.first);
    for (int i = 0; i < 3; ++i)
        s.beans[i] = args.beans.empty() ? -1 : args.beans[static_cast<std::size_t>(i)];
    begin_deal(s);
    return {};
}

void DouDizhu::start_play(State& s, u64 seed, u64 game, const u64 (&piles)[4]) const {
    std::memset(static_cast<void*>(&s), 0, sizeof s);
    s.seed = seed;
    s.game = game;
    s.given_first = nobody;
    for (int i = 0; i < 3; ++i) s.beans[i] = -1;
    doudizhu::blank(s);
    for (int i = 0; i < 3; ++i) give(s, i, piles[i]);
    s.dealt = dealt_size;
    s.kitty = piles[3];
    s.landlord = 0;
    give(s, 0, s.kitty);
    begin_play(s);
}

void DouDizhu::start_play(State& s, u64 seed, u64 game) const {
    u64 piles[4];
    deal_places(seed, game, 0, {hand_size, hand_size, hand_size, kitty_size}, piles);
    start_play(s, seed, game, piles);
}

void DouDizhu::begin_deal(State& s) const {
    doudizhu::blank(s);
    u64 piles[4];
    deal_piles(s, piles);
    if (rules_.open_hand) {
        deal_arrival(s.seed, s.game, s.deal, piles, s.order);
        s.phase = Phase::show_start;
        s.turn = 0;
        return;
    }
    for (int i = 0; i < 3; ++i) give(s, i, piles[i]);
    s.kitty = piles[3];
    s.dealt = dealt_size;
    begin_auction(s);
}

// Deals until somebody may show, or to the end.
void DouDizhu::deal_on(State& s) const {
    s.phase = Phase::show_deal;
    while (s.dealt < dealt_size) {
        const int seat = s.dealt % 3, nth = s.dealt / 3;
        give(s, seat, 1ull << s.order[hand_size * seat + nth]);
        ++s.dealt;
        if (s.shown[seat] == 0 && nth + 1 <= rules_.open_limit_low()) {
            s.turn = static_cast<u8>(seat);
            return;
        }
    }
    for (int i = 0; i < kitty_size; ++i) s.kitty |= 1ull << s.order[dealt_size + i];
    std::memset(s.order, 0, sizeof s.order);
    begin_auction(s);
}

void DouDizhu::begin_auction(State& s) const {
    if (rules_.auction == auction::none) return take_kitty(s, 0);
    if (s.first_shown != nobody)
        s.first = s.first_shown;
    else if (s.given_first != nobody && s.deal == 0)  // a redeal starts afresh, by chance
        s.first = s.given_first;
    else
        s.first = drawn_first(s);
    s.phase = rules_.auction == auction::bid3 ? Phase::bid : Phase::call;
    s.turn = s.first;
    s.asked = 0;
}

void DouDizhu::nobody_called(State& s) const {
    if (s.first_shown != nobody || rules_.all_pass == all_pass::first_caller) {
        // A player who showed is the first to be asked, so both rules name the same seat.
        s.highest_bid = rules_.auction == auction::bid3;
        return take_kitty(s, s.first);
    }
    ++s.deal;
    begin_deal(s);
}

// Questions 1 and 2 of the round go to the other two, 3 to the caller.
void DouDizhu::next_robber(State& s) const {
    s.phase = Phase::rob;
    while (++s.asked <= 3) {
        const int seat = (s.caller + s.asked) % 3;
        const bool again = rules_.caller_rerob == caller_rerob::always ||
                           (rules_.caller_rerob == caller_rerob::if_robbed && s.robs > 0);
        if (s.asked < 3 ? s.declined[seat] == Answer::none : again) {
            s.turn = static_cast<u8>(seat);
            return;
        }
    }
    take_kitty(s, s.robber != nobody ? s.robber : s.caller);
}

void DouDizhu::take_kitty(State& s, int landlord) const {
    s.landlord = static_cast<u8>(landlord);
    give(s, landlord, s.kitty);
    s.asked = 0;
    if (rules_.open_hand && s.shown[landlord] == 0) {
        s.phase = Phase::show;
        s.turn = s.landlord;
        return;
    }
    next_double(s);
}

bool DouDizhu::may_double(const State& s, int seat) const {
    const auto enough = [&](int i) { return s.beans[i] < 0 || s.beans[i] > rules_.room_minimum; };
    if (seat == s.landlord) return enough(0) && enough(1) && enough(2);
    return enough(seat) && enough(s.landlord);
}

// `asked` counts the seats passed, the landlord first.
void DouDizhu::next_double(State& s) const {
    if (rules_.doubling) {
        s.phase = Phase::double_;
        for (; s.asked < 3; ++s.asked) {
            const int seat = (s.landlord + s.asked) % 3;
            if (may_double(s, seat)) {
                s.turn = static_cast<u8>(seat);
                return;
            }
        }
    }
    begin_play(s);
}

void DouDizhu::begin_play(State& s) const {
    s.phase = Phase::play;
    s.turn = s.landlord;
    clear_table(s);
}

int DouDizhu::seat(const AnyState& state) const {
    return over(state) ? -1 : of(state).turn;
}

u64 DouDizhu::count(const AnyState& state) const {
    const State& s = of(state);
    switch (s.phase) {
        case Phase::play: {
            const u64 hand = s.counts[s.turn];
            const Planes planes = planes_of(hand);
            if (s.leading()) return count_leads(plan(), planes);
            return count_follows(plan(), planes, s.table()) + 1;
        }
        case Phase::bid: return 4u - s.highest_bid;
        case Phase::over: return 0;
        default: return 2;
    }
}

namespace {

// The answer other than `no` that a phase asks for.
ActionKind offered(Phase phase) {
    switch (phase) {
        case Phase::show_start:
        case Phase::show_deal:
        case Phase::show: return ActionKind::show;
        case Phase::call: return ActionKind::call;
        case Phase::rob: return ActionKind::rob;
        case Phase::double_: return ActionKind::double_;
        case Phase::bid: return ActionKind::bid;
        default: return ActionKind::play;
    }
}

}  // namespace

// What can be done first, in order; declining or passing last.
Action DouDizhu::unrank(const AnyState& state, u64 index) const {
    const State& s = of(state);
    Action action;
    if (s.phase != Phase::play) {
        const bool declines = index + 1 == count(state);
        action.kind = declines ? ActionKind::no : offered(s.phase);
        if (action.kind == ActionKind::bid)
            action.number = s.highest_bid + 1 + static_cast<i32>(index);
        return action;
    }
    const u64 hand = s.counts[s.turn];
    const Planes planes = planes_of(hand);
    Unranker unranker{static_cast<u32>(index)};
    if (s.leading())
        walk_leads(plan(), planes, unranker);
    else
        walk_follows(plan(), planes, s.table(), unranker);
    if (unranker.found.size == 0) return action;  // past the last play: pass
    action.kind = ActionKind::play;
    action.play = widened(unranker.found);
    action.ids = CardIds::of(lowest_ids(s.held[s.turn], unranker.found.cards));
    return action;
}

Code DouDizhu::check(const AnyState& state, Action& action) const {
    const State& s = of(state);
    if (s.phase == Phase::over) return Code::game_over;
    if (s.phase == Phase::play) {
        if (action.kind == ActionKind::pass) return s.leading() ? Code::must_lead : Code::ok;
        if (action.kind == ActionKind::play) return check_play(s, action);
        return Code::wrong_phase;
    }
    if (action.kind == ActionKind::no) return Code::ok;
    if (action.kind != offered(s.phase)) return Code::wrong_phase;
    if (action.kind == ActionKind::bid && (action.number <= s.highest_bid || action.number > 3))
        return Code::bid_too_low;
    return Code::ok;
}

Code DouDizhu::check_play(const State& s, Action& action) const {
    const u64 held = s.held[s.turn], ids = action.ids.deck[0];
    if (action.ids.kinds() != ids) return Code::not_held;  // of another deck
    if (ids) {
        if (ids & ~held) return Code::not_held;
        action.play.cards = widened(counts_of(ids));
    } else if (!widened(s.counts[s.turn]).holds(action.play.cards)) {
        return Code::not_held;
    }
    const Combo on{widened(s.table_cards), s.table(), 0};
    const Code code =
        plays_.check(widened(s.counts[s.turn]), s.leading() ? nullptr : &on, action.play);
    if (code == Code::ok && !ids)
        action.ids = CardIds::of(lowest_ids(held, narrowed(action.play.cards)));
    return code;
}

void DouDizhu::apply(AnyState& state, const Action& action) const {
    State& s = of(state);
    const bool yes = action.kind != ActionKind::no;
    const auto show = [&](int factor) {
        s.shown[s.turn] = static_cast<u8>(factor);
        if (s.first_shown == nobody) s.first_shown = s.turn;
    };
    switch (s.phase) {
        case Phase::show_start:
            if (yes) show(5);
            if (++s.turn == 3) deal_on(s);
            return;
        case Phase::show_deal:
            if (yes) show((s.dealt + 2) / 3 <= rules_.open_limit_high() ? 4 : 3);
            return deal_on(s);
        case Phase::call:
            if (yes) {
                s.caller = s.turn;
                s.asked = 0;
                return next_robber(s);
            }
            s.declined[s.turn] = Answer::no;
            s.turn = after(s, s.turn);
            if (++s.asked == 3) nobody_called(s);
            return;
        case Phase::bid:
            if (yes) {
                s.highest_bid = static_cast<u8>(action.number);
                s.caller = s.turn;
            }
            s.turn = after(s, s.turn);
            ++s.asked;
            if (s.highest_bid == 3 || (s.asked == 3 && s.highest_bid))
                return take_kitty(s, s.caller);
            if (s.asked == 3) nobody_called(s);
            return;
        case Phase::rob:
            if (yes) {
                ++s.robs;
                s.robber = s.turn;
            }
            return next_robber(s);
        case Phase::show:
            if (yes) show(2);
            return next_double(s);
        case Phase::double_:
            s.doubled[s.turn] = yes ? Answer::yes : Answer::no;
            ++s.asked;
            return next_double(s);
        case Phase::play: return apply_play(s, action);
        case Phase::over:
        case Phase::count_: return;
    }
}

void DouDizhu::apply_play(State& s, const Action& action) const {
    const int seat = s.turn;
    s.turn = after(s, seat);
    if (action.kind == ActionKind::pass) {
        if (++s.passes == s.players - 1) clear_table(s);
        return;
    }
    const Combo& play = action.play;
    const u64 cards = narrowed(play.cards);
    s.held[seat] &= ~action.ids.deck[0];
    s.counts[seat] -= cards;
    ++s.plays[seat];
    s.bombs = static_cast<u16>(s.bombs + (play.reading.kind >= Kind::bomb));
    s.table_kind = play.reading.kind;
    s.table_rank = play.reading.rank;
    s.table_length = play.reading.length;
    s.table_by = static_cast<u8>(seat);
    s.table_ids = action.ids.deck[0];
    s.table_cards = cards;
    s.passes = 0;
    if (s.held[seat] == 0) s.phase = Phase::over;
}

Code DouDizhu::administer(AnyState& state, int seat, int what) const {
    State& s = of(state);
    if (s.phase == Phase::over) return Code::game_over;
    if (seat < 0 || seat >= s.players) return Code::no_seat;
    if (s.away[seat] == 2) return what == 2 ? Code::ok : Code::quit;
    s.away[seat] = what == 0 ? 1 : what == 1 ? 0 : 2;
    return Code::ok;
}

// At most 1.3e17, with every factor at its largest.
i64 DouDizhu::multiplier(const State& s) const {
    i64 product = s.multiplier << s.robs;
    i64 shown = 1;
    for (const u8 factor : s.shown) shown = factor > shown ? factor : shown;
    product *= shown;
    if (s.highest_bid) product *= s.highest_bid;
    for (int i = 0; i < s.bombs; ++i) product *= rules_.bomb_factor;
    if (s.phase == Phase::over && s.may_spring) {
        int farmers = 0;
        for (int i = 0; i < s.players; ++i) farmers += i == s.landlord ? 0 : s.plays[i];
        const bool landlord_won = s.held[s.landlord] == 0;
        if (landlord_won ? farmers == 0 : s.plays[s.landlord] == 1) product *= rules_.spring_factor;
    }
    return product;
}

void DouDizhu::score(const State& s, i128* out) const {
    for (int i = 0; i < 3; ++i) out[i] = 0;
    if (s.phase != Phase::over) return;
    const bool landlord_won = s.held[s.landlord] == 0;
    const i128 unit = static_cast<i128>(rules_.base) * multiplier(s);
    for (int i = 0; i < s.players; ++i) {
        if (i == s.landlord) continue;
        const int doubles = (s.doubled[i] == Answer::yes) + (s.doubled[s.landlord] == Answer::yes);
        const i128 stake = unit << doubles;
        out[i] = landlord_won ? -stake : stake;
        out[s.landlord] -= out[i];
    }
}

void DouDizhu::returns(const AnyState& state, double* out) const {
    i128 points[3];
    score(of(state), points);
    for (int i = 0; i < of(state).players; ++i) out[i] = static_cast<double>(points[i]);
}

void DouDizhu::redact(AnyState& state, int viewer) const {
    State& s = of(state);
    s.seed = s.game = 0;
    std::memset(s.order, 0, sizeof s.order);
    if (s.landlord == nobody) s.kitty = 0;
    for (int i = 0; i < s.players; ++i) {
        // Endgames of two hands are played open.
        if (i == viewer || s.players == 2) continue;
        if (s.shown[i] == 0) s.held[i] = s.counts[i] = 0;
        if (s.phase == Phase::double_) s.doubled[i] = Answer::none;
    }
}

bool DouDizhu::hides(const AnyState& then, int by, const AnyState& now, int viewer) const {
    return of(then).phase == Phase::double_ && of(now).phase == Phase::double_ && by != viewer;
}

void DouDizhu::places(const AnyState& state, CardPlaces& out) const {
    const State& s = of(state);
    out = {};
    out.shown = CardIds::of(s.kitty);
    for (int i = 0; i < s.players; ++i) out.pile[i] = out.now[i] = CardIds::of(s.held[i]);
    out.dealing = s.phase == Phase::show_start || s.phase == Phase::show_deal;
    if (!out.dealing) {
        // The landlord holds his.
        if (s.landlord == nobody) out.pile[CardPlaces::kitty] = out.shown;
        return;
    }
    for (int i = 0; i < 3; ++i) {
        out.begin[i] = hand_size * i;
        out.dealt[i] = (s.dealt + 2 - i) / 3;
    }
    for (int i = 3; i < CardPlaces::piles_n; ++i) out.begin[i] = dealt_size;
    out.begin[CardPlaces::piles_n] = deck_size;
    std::memcpy(out.order, s.order, sizeof s.order);
    out.read_order();
}

void DouDizhu::place(AnyState& state, const CardPlaces& places) const {
    State& s = of(state);
    for (int i = 0; i < s.players; ++i) {
        s.held[i] = places.now[i].deck[0];
        s.counts[i] = counts_of(s.held[i]);
    }
    if (places.dealing)
        std::memcpy(s.order, places.order, sizeof s.order);
    else if (s.landlord == nobody)
        s.kitty = places.pile[CardPlaces::kitty].deck[0];
}

// The bottom cards, until they are played.
CardIds DouDizhu::public_cards(const AnyState& state) const {
    const State& s = of(state);
    return CardIds::of(s.landlord == nobody ? 0 : s.kitty & s.held[s.landlord]);
}

bool DouDizhu::chance_fits(const AnyState& state) const {
    const State& s = of(state);
    const bool dealing = s.phase == Phase::show_start || s.phase == Phase::show_deal;
    return dealing || rules_.auction == auction::none || s.first > 2 || s.first == drawn_first(s);
}

Combo DouDizhu::table(const AnyState& state) const {
    const State& s = of(state);
    return {widened(s.table_cards), s.table(), static_cast<u8>(total_of(s.table_cards))};
}

namespace {

constexpr const char* sides[] = {"landlord", "farmers"};

}  // namespace

std::span<const char* const> DouDizhu::side_names() const {
    return sides;
}

int DouDizhu::side_of(const AnyState& state, int seat) const {
    const State& s = of(state);
    return s.landlord == nobody ? -1 : seat != s.landlord;
}

}  // namespace pokerfast
