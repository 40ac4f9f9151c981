#include "game/erqiwang.hpp"

namespace pokerfast {

using namespace trick;

namespace {

constexpr int rank_two = 0, rank_seven = 5;

TrickForm form_of(const ErqiwangRules& rules) {
    TrickForm form;
    form.rules = rules;
    form.kinds = rules.kinds();
    form.seats = static_cast<int>(rules.players);
    form.hand_cards = rules.hand_cards();
    form.kitty_cards = ErqiwangRules::kitty_cards;
    form.dealer_alone = true;
    form.high = rank_seven;
    form.low = rank_two;
    return form;
}

}  // namespace

Erqiwang::Erqiwang(std::vector<i64> values)
    : TrickGame(values, form_of(ErqiwangRules::from_values(values))),
      rules_(ErqiwangRules::from_values(values_)),
      auction_(ErqiwangRules::bids, seats(), rules_.allow_no_trump != 0) {
    auction_.each_word([&](ActionKind kind, int number) { add_word(kind, number); });
    add_word(ActionKind::surrender);
}

std::vector<Fault> Erqiwang::start(AnyState& state, const StartArgs& args) const {
    return start_with_bids(state, args, auction_);
}

// The bids are over: the dealer shows the kitty and takes it, or everything starts again.
void Erqiwang::settle(State& s) const {
    if (s.bidder == nobody) {
        if (rules_.no_bid == no_bid::redeal) {
            ++s.deal;
            deal_hands(s);
            return auction_.open(s, s.first);
        }
        s.bidder = s.first;
        s.bid = static_cast<u8>(ErqiwangRules::bids.first);
    }
    s.dealer = s.turn = s.bidder;
    s.turned = s.kitty;
    s.hand[s.dealer] = s.hand[s.dealer] | s.kitty;
    s.kitty = {};
    s.phase = Phase::name;
}

Burial Erqiwang::burial(const State& s) const {
    return {s.hand[s.turn].copies(), kitty_cards(), -1};
}

u64 Erqiwang::count_before(const State& s) const {
    return s.phase == Phase::bury ? burial(s).count() : auction_.count(s);
}

Action Erqiwang::unrank_before(const State& s, u64 index) const {
    if (s.phase != Phase::bury) return auction_.unrank(s, index);
    Action action;
    action.kind = ActionKind::bury;
    action.ids = CardIds::of(lowest_of(s.hand[s.turn], burial(s).at(index)));
    return action;
}

Code Erqiwang::check_before(const State& s, Action& action) const {
    if (s.phase != Phase::bury) return auction_.check(s, action);
    if (action.kind != ActionKind::bury) return Code::wrong_phase;
    if (const Code code = resolve(s, action); code != Code::ok) return code;
    return burial(s).check(action.ids.pile().copies());
}

void Erqiwang::apply_before(State& s, const Action& action) const {
    if (s.phase == Phase::name) return auction_.name(s, action);
    if (s.phase == Phase::bid) {
        if (auction_.answer_bid(s, action)) settle(s);
        return;
    }
    s.kitty = action.ids.pile();
    s.hand[s.turn] = s.hand[s.turn] - s.kitty;
    s.burier = s.turn;
    begin_play(s);
}

CardSets Erqiwang::card_sets_before(const State& s) const {
    if (s.phase != Phase::bury) return {};
    return {ActionKind::bury, burial(s)};
}

bool Erqiwang::before_first_lead(const State& s) const {
    for (int seat = 0; seat < seats(); ++seat)
        if (s.hand[seat].size() != hand_cards()) return false;
    return s.played == 0;
}

bool Erqiwang::may_surrender(const State& s) const {
    return s.turn == s.dealer && s.bid > ErqiwangRules::no_surrender && before_first_lead(s);
}

GradeResult Erqiwang::result(const State& s) const {
    return s.end == End::surrender ? surrender_result(s.bid) : grade_result(s.points, s.bid);
}

void Erqiwang::returns(const AnyState& state, double* out) const {
    const State& s = of(state);
    int each = 0;
    if (s.phase == Phase::over) {
        const GradeResult worth = result(s);
        each = worth.attackers ? worth.grade * worth.factor : -worth.grade * worth.factor;
    }
    for (int seat = 0; seat < seats(); ++seat)
        out[seat] = attacks(s, seat) ? each : -each * (seats() - 1);
}

void Erqiwang::judge(const State& s, std::vector<Fault>& faults) const {
    auction_.judge(s, faults);
    const auto require = [&](bool good, const char* where, const char* what) {
        if (!good) faults.push_back({where, what});
    };
    const bool shown = s.phase == Phase::name || s.phase == Phase::bury;
    require(s.turned.size() == kitty_cards() || (s.turned.empty() && !shown), "turned",
            "is not the kitty that was shown");
    require(!shown || s.hand[s.dealer].holds(s.turned), "turned", "is not in the dealer's hand");
    require(s.trump != no_trump || rules_.allow_no_trump, "trump", "must be a suit");
    if (s.end != End::surrender) return;
    require(s.bid > ErqiwangRules::no_surrender, "end", "cannot be a surrender with this bid");
    require(s.turn == s.dealer && s.leader == s.dealer, "turn",
            "is not the dealer, who surrendered");
}

}  // namespace pokerfast
