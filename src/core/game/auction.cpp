#include "game/auction.hpp"

#include "base/random.hpp"

namespace pokerfast {

using namespace trick;

void Auction::open(State& s, u8 first) const {
    s.phase = Phase::bid;
    s.first = s.turn = s.dealer = first;
    s.bidder = s.trump = nobody;
    s.bid = s.passed = 0;
}

std::vector<Fault> TrickGame::start_with_bids(AnyState& state, const StartArgs& args,
                                              const Auction& auction) const {
    std::vector<Fault> faults;
    if (args.first < -1 || args.first >= seats())
        faults.push_back({"first", "must be a seat, 0 to " + std::to_string(seats() - 1)});
    if (args.dealer != -1)
        faults.push_back({"dealer", "is found by bids; who bids first is first"});
    if (!args.levels.empty()) faults.push_back({"levels", "have no meaning here"});
    if (!args.beans.empty()) faults.push_back({"beans", "have no meaning here"});
    if (!faults.empty()) return faults;
    blank(state);
    State& s = of(state);
    s.seed = args.seed;
    s.game = args.game;
    deal_hands(s);
    Draws chance(s.seed, s.game, Stream::chance);
    if (!args.from_play) {
        const u32 drawn = chance.below(static_cast<u32>(seats()));
        auction.open(s, static_cast<u8>(args.first >= 0 ? args.first : static_cast<int>(drawn)));
        return {};
    }
    s.first = s.dealer = s.bidder = s.burier = static_cast<u8>(args.first >= 0 ? args.first : 0);
    s.bid = static_cast<u8>(auction.ladder().first);
    s.trump = static_cast<u8>(chance.below(4));
    begin_play(s);
    return {};
}

int Auction::rungs_left(const State& s) const {
    return s.bidder == nobody ? ladder_.rungs() : (ladder_.last - s.bid) / ladder_.step;
}

u64 Auction::count(const State& s) const {
    return static_cast<u64>(s.phase == Phase::bid ? rungs_left(s) + 1 : names_);
}

Action Auction::unrank(const State& s, u64 index) const {
    Action action;
    if (s.phase == Phase::name) {
        action.kind = ActionKind::name;
        action.number = static_cast<i32>(index);
        return action;
    }
    const int left = rungs_left(s), i = static_cast<int>(index);
    action.kind = i < left ? ActionKind::bid : ActionKind::no;
    if (i < left) action.number = ladder_.at(ladder_.rungs() - left + i);
    return action;
}

Code Auction::check(const State& s, const Action& action) const {
    if (s.phase == Phase::name) {
        if (action.kind != ActionKind::name) return Code::wrong_phase;
        const bool suit = action.ids.empty() && 0 <= action.number && action.number < names_;
        return suit ? Code::ok : Code::wrong_name;
    }
    if (action.kind == ActionKind::no) return Code::ok;
    if (action.kind != ActionKind::bid) return Code::wrong_phase;
    if (!ladder_.has(action.number)) return Code::no_bid;
    if (s.bidder == nobody || ladder_.beats(action.number, s.bid)) return Code::ok;
    return ladder_.step < 0 ? Code::bid_too_high : Code::bid_too_low;
}

bool Auction::is_over(const State& s) const {
    const int in = seats_ - count_bits64(s.passed);
    return in == 0 || (s.bidder != nobody && (in == 1 || s.bid == ladder_.last));
}

bool Auction::answer_bid(State& s, const Action& action) const {
    if (action.kind == ActionKind::no) {
        s.passed = static_cast<u8>(s.passed | 1 << s.turn);
    } else {
        s.bid = static_cast<u8>(action.number);
        s.bidder = s.turn;
    }
    if (is_over(s)) {
        s.passed = 0;
        return true;
    }
    do {
        s.turn = static_cast<u8>(s.turn + 1 == seats_ ? 0 : s.turn + 1);
    } while (s.passed >> s.turn & 1);
    return false;
}

void Auction::name(State& s, const Action& action) const {
    s.trump = static_cast<u8>(action.number);
    s.phase = Phase::bury;
}

void Auction::judge(const State& s, std::vector<Fault>& faults) const {
    const auto require = [&](bool good, const char* where, const char* what) {
        if (!good) faults.push_back({where, what});
    };
    require(s.phase != Phase::declare && s.phase != Phase::rob && s.declarer == nobody &&
                s.first_declarer == nobody && s.given_dealer == nobody && !s.shown_size &&
                !s.locked && s.asked == 0,
            "declarer", "is none in games with bids");
    require(s.stake == 1, "stake", "is 1 in games with bids");
    if (s.phase != Phase::bid) {
        require(s.bidder == s.dealer && ladder_.has(s.bid), "bid", "is not the dealer's");
        require(s.passed == 0, "passed", "is told while bids are made");
    } else {
        require(s.bidder == nobody ? s.bid == 0 : ladder_.has(s.bid), "bid", "cannot be made");
        require(s.trump == nobody && s.burier == nobody && s.turned.empty() && s.dealer == s.first,
                "dealer", "is settled by the bids");
        require(!is_over(s) && !(s.passed >> s.turn & 1) && s.turn != s.bidder &&
                    (s.bidder == nobody || !(s.passed >> s.bidder & 1)),
                "turn", "does not follow from the bids");
        // Who was asked since the last bid, or since the start, has passed; before the ladder's
        // first number nobody else was asked.
        const auto between = [&](int from, int to) {
            int seats = 0;
            for (; from != to; from = from + 1 == seats_ ? 0 : from + 1) seats |= 1 << from;
            return seats;
        };
        const bool first_bid = s.bid == ladder_.first;
        const int since = s.bidder == nobody ? between(s.first, s.turn)
                                             : between((s.bidder + 1) % seats_, s.turn);
        const int before = first_bid && s.bidder != nobody ? between(s.first, s.bidder) : 0;
        const bool exact = s.bidder == nobody || first_bid;
        require(exact ? s.passed == (since | before) : (s.passed & since) == since, "passed",
                "does not follow from the bids");
    }
    if (s.phase == Phase::name || s.phase == Phase::bury) {
        require(s.turn == s.dealer && s.burier == nobody, "turn", "is not the dealer");
        require((s.trump == nobody) == (s.phase == Phase::name), "trump", "is named by the dealer");
    }
    if (s.phase == Phase::bid || s.phase == Phase::name || s.phase == Phase::bury)
        require(s.points == 0 && s.tricks[0] + s.tricks[1] == 0, "points", "come from tricks");
    if (s.phase == Phase::play || s.phase == Phase::over)
        require(s.burier == s.dealer, "burier", "is not the dealer");
}

}  // namespace pokerfast
