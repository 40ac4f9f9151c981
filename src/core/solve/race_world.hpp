// A climbing game for five as a world for the proof search: does the deal come to at least a
// certain value? Side 0 attacks. Who cannot answer passes without being a position of its own.
#pragma once

#include "solve/race_position.hpp"
#include "solve/standing_table.hpp"

#include <vector>

namespace pokerfast::solve {

class RaceWorld {
  public:
    using Position = RacePosition;
    using Key = RaceKey;
    using Move = RaceMove;
    struct Met {
        u64 hash;
    };

    // `game` must outlive the world; `state` is in play.
    RaceWorld(const RaceGame& game, const AnyState& state, std::size_t most_bytes);

    const FinishOrders& orders() const { return orders_; }
    Position root() const;
    // The question from now on, by number of the value.
    void ask(int value) { value_ = value; }

    bool attacks(const Position& p) const { return attackers_ >> p.turn & 1; }
    Key key(const Position& p) const {
        return keys_(p, {attackers_, orders_.like(p.order, value_), static_cast<u8>(value_)});
    }
    Numbers guess(const Position& p) const;
    // Keys are standings too.
    Met meet(const Position&, const Key& key) const {
        const u64 hash = key.group_hash();
        standings_.fetch(hash);
        return {hash};
    }
    Outcome known(const Key& key, Met met) const { return standings_.find(key, met.hash); }
    void learn(const Key& key, Met met, Outcome outcome, u64 work) {
        standings_.keep(key, met.hash, outcome, work);
    }

    // What the order of those who are out tells.
    Outcome judged(const Position& p) const {
        const FinishOrders::Node& node = orders_.at(p.order);
        if (node.lower >= value_) return Outcome::attacker;
        return node.upper < value_ ? Outcome::defender : Outcome::open;
    }
    // A move of the seat to move, and nothing more: false if the deal is over.
    bool step(Position& p, const RaceMove& move) const;
    // Passes for those who cannot answer.
    void settle(Position& p) const;
    // Both, with what is then known.
    Outcome after(Position& p, const RaceMove& move) const;

    // All moves of the seat to move, in the order of legal actions.
    void list(const Position& p, std::vector<RaceMove>& out) const;

    template <class Visit>
    void expand(const Position& p, Visit&& visit) {
        list(p, moves_);
        for (const RaceMove& move : moves_) {
            Position next = p;
            const Outcome outcome = after(next, move);
            if (visit(move, next, outcome)) return;
        }
    }

  private:
    void pass(Position& p) const;
    bool can_answer(const Position& p) const;
    bool can_take(const Position& p, Combo& take) const;

    const RaceGame& game_;
    const Plays& plays_;
    FinishOrders orders_;
    RaceKeys keys_;
    StandingTable<RaceKey> standings_;
    u32 attackers_ = 0;  // seats, bits
    int value_ = 0;
    Position root_;
    mutable AnyState scratch_;  // for questions to the game
    mutable std::vector<Combo> found_;
    std::vector<RaceMove> moves_;
};

}  // namespace pokerfast::solve
