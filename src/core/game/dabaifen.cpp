#include "game/dabaifen.hpp"

namespace pokerfast {

using namespace trick;

Dabaifen::Dabaifen(std::vector<i64> values)
    : Shengji(values, DabaifenRules::from_values(values),
              DabaifenRules::from_values(values).moving_levels != 0),
      form_(DabaifenRules::from_values(values_)),
      auction_(DabaifenRules::bids, seats_n, false) {
    if (form_.contract)
        auction_.each_word([&](ActionKind kind, int number) { add_word(kind, number); });
    else
        add_word(ActionKind::no);
}

const BidLadder* Dabaifen::ladder() const {
    return form_.contract ? &auction_.ladder() : nullptr;
}

std::vector<Fault> Dabaifen::start(AnyState& state, const StartArgs& args) const {
    if (!form_.contract) return Shengji::start(state, args);
    return start_with_bids(state, args, auction_);
}

u64 Dabaifen::count_before(const State& s) const {
    return bidding(s) ? auction_.count(s) : Shengji::count_before(s);
}

Action Dabaifen::unrank_before(const State& s, u64 index) const {
    return bidding(s) ? auction_.unrank(s, index) : Shengji::unrank_before(s, index);
}

Code Dabaifen::check_before(const State& s, Action& action) const {
    return bidding(s) ? auction_.check(s, action) : Shengji::check_before(s, action);
}

void Dabaifen::apply_before(State& s, const Action& action) const {
    if (s.phase == Phase::name) return auction_.name(s, action);
    if (s.phase != Phase::bid) return Shengji::apply_before(s, action);
    if (!auction_.answer_bid(s, action)) return;
    if (s.bidder == nobody) {
        ++s.deal;
        deal_hands(s);
        return auction_.open(s, s.first);
    }
    s.dealer = s.bidder;
    take_kitty(s, s.dealer);
    s.phase = Phase::name;
}

CardSets Dabaifen::card_sets_before(const State& s) const {
    return bidding(s) ? CardSets() : Shengji::card_sets_before(s);
}

void Dabaifen::punish_throw(State& s) const {
    if (form_.wrong_throw != wrong_throw::dealer_loses || attacks(s, s.turn)) return;
    s.phase = Phase::over;
    s.end = End::wrong_throw;
}

bool Dabaifen::may_end(End end) const {
    if (end == End::wrong_throw) return form_.wrong_throw == wrong_throw::dealer_loses;
    return end == End::tripled && form_.contract;
}

LevelResult Dabaifen::result(const State& s) const {
    return s.end == End::wrong_throw ? LevelResult{true, 0, true} : Shengji::result(s);
}

ContractScore Dabaifen::contract(const State& s) const {
    if (s.end == End::wrong_throw) return failed_contract(s.bid, s.points);
    return contract_score(s.bid, s.points, s.end == End::tripled);
}

void Dabaifen::returns(const AnyState& state, double* out) const {
    if (!form_.contract) return Shengji::returns(state, out);
    const State& s = of(state);
    const ContractScore score = s.phase == Phase::over ? contract(s) : ContractScore{0, 0};
    for (int seat = 0; seat < seats_n; ++seat)
        out[seat] = static_cast<double>(attacks(s, seat) ? score.attackers : score.dealer);
}

void Dabaifen::judge(const State& s, std::vector<Fault>& faults) const {
    const auto require = [&](bool good, const char* where, const char* what) {
        if (!good) faults.push_back({where, what});
    };
    require(s.end != End::wrong_throw || !attacks(s, s.leader), "leader",
            "is not of the dealer's side, whose wrong throws end the deal");
    if (!form_.contract) return Shengji::judge(s, faults);
    auction_.judge(s, faults);
    require(s.turned.empty(), "turned", "is nothing with bids");
    require(s.trump != no_trump, "trump", "must be a suit");
    if (s.end == End::tripled) {
        require(attacks(s, s.leader), "leader", "is not who won the last trick");
        require(s.points % 3 == 0, "points", "are not three times a number");
    }
}

}  // namespace pokerfast
