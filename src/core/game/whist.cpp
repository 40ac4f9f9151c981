#include "game/whist.hpp"

#include "base/random.hpp"

#include <cstring>

namespace pokerfast {

using namespace trick;

namespace {

TrickForm form() {
    TrickForm form;
    form.kinds = full_deck & ~joker_kinds;
    return form;
}

}  // namespace

Whist::Whist(std::vector<i64> values) : TrickGame(std::move(values), form()), trump_(values_[0]) {}

std::vector<Fault> Whist::start(AnyState& state, const StartArgs& args) const {
    std::vector<Fault> faults;
    if (args.dealer < -1 || args.dealer >= seats_n)
        faults.push_back({"dealer", "must be a seat, 0 to 3"});
    if (!args.levels.empty()) faults.push_back({"levels", "have no meaning here"});
    if (args.first != -1) faults.push_back({"first", "has no meaning here"});
    if (!args.beans.empty()) faults.push_back({"beans", "have no meaning here"});
    if (!faults.empty()) return faults;
    blank(state);
    State& s = of(state);
    s.seed = args.seed;
    s.game = args.game;
    s.given_dealer = args.dealer < 0 ? nobody : static_cast<u8>(args.dealer);
    s.dealer = s.given_dealer != nobody
                   ? s.given_dealer
                   : static_cast<u8>(Draws(s.seed, s.game, Stream::chance).below(4));
    s.first = (s.dealer + 1) & 3;
    deal_order(s);
    for (int seat = 0; seat < seats_n; ++seat)
        for (int i = 0; i < hand_cards(); ++i) s.hand[seat].add(s.order[seat * hand_cards() + i]);
    s.dealt = static_cast<u8>(pack_size());
    const int last = s.order[s.dealer * hand_cards() + hand_cards() - 1];
    if (trump_ == whist_trump::last_card) {
        s.turned.add(last);
        s.trump = static_cast<u8>(last / ranks_n);
    } else {
        s.trump = static_cast<u8>(trump_ - whist_trump::spades);
    }
    std::memset(s.order, 0, sizeof s.order);
    begin_play(s);
    s.turn = s.leader = s.first;
    return {};
}

void Whist::returns(const AnyState& state, double* out) const {
    const State& s = of(state);
    // Tricks - 6.5; said so that it also holds for positions with fewer than thirteen tricks.
    const double half = (s.tricks[0] - s.tricks[1]) / 2.0;
    for (int seat = 0; seat < seats_n; ++seat)
        out[seat] = s.phase != Phase::over ? 0 : seat & 1 ? -half : half;
}

}  // namespace pokerfast
