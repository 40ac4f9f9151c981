// How 二七王 and 打百分 find the dealer and his trump: bids in turn up or down a ladder, a pass is
// final; whoever made the last bid then names the suit. An auction is over when the ladder's last
// number is bid, when one seat is left and has bid, or when no seat is left.
#pragma once

#include "game/trick.hpp"

namespace pokerfast {

class Auction {
  public:
    using State = trick::State;

    Auction(const BidLadder& ladder, int seats, bool may_name_none)
        : ladder_(ladder), seats_(seats), names_(may_name_none ? 5 : 4) {}

    const BidLadder& ladder() const { return ladder_; }

    // Everything that can be said: no, the bids up the ladder, the trumps.
    template <class Add>
    void each_word(Add&& add) const {
        add(ActionKind::no, 0);
        for (int rung = 0; rung < ladder_.rungs(); ++rung) add(ActionKind::bid, ladder_.at(rung));
        for (int suit = 0; suit < names_; ++suit) add(ActionKind::name, suit);
    }

    // The phases bid and name.
    void open(State& s, u8 first) const;
    u64 count(const State& s) const;
    Action unrank(const State& s, u64 index) const;
    Code check(const State& s, const Action& action) const;
    // True once the bids are over; the bidder is nobody if none was made.
    bool answer_bid(State& s, const Action& action) const;
    void name(State& s, const Action& action) const;

    // What hangs together in every phase of a game with bids; ranges are judged already.
    void judge(const State& s, std::vector<Fault>& faults) const;

  private:
    int rungs_left(const State& s) const;  // bids that may still be made
    bool is_over(const State& s) const;

    BidLadder ladder_;
    int seats_, names_;
};

}  // namespace pokerfast
