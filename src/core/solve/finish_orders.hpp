// What a deal of five is worth by the order in which players go out: every order there still can
// be, as a tree, with what it leads to.
#pragma once

#include "game/race.hpp"

#include <vector>

namespace pokerfast::solve {

class FinishOrders {
  public:
    // From those who are out in `state` on. What is worth something is what the chief of side 0
    // gets.
    FinishOrders(const RaceGame& game, const AnyState& state);

    static constexpr u16 root = 0;
    struct Node {
        u16 after[race::seats_n];   // with that seat out too
        u8 place[race::seats_n];    // as in race::Round
        u8 lower = 255, upper = 0;  // of the values, by number; equal if nothing is open
        bool over = false;
        u32 out() const;  // seats, bits
    };

    const Node& at(u16 node) const { return nodes_[node]; }
    // Every value there can be, from the least.
    const std::vector<double>& values() const { return values_; }
    // Equal for nodes from which on the same orders lead to at least the value with that number:
    // which of those who are out went first does not matter there. With the number of values: for
    // nodes from which on every order leads to the same.
    u16 like(u16 node, int value) const {
        return likes_[static_cast<std::size_t>(value) * nodes_.size() + node];
    }
    // Bit s: once the seats of the set s, all of one side, are the next to go out, it is settled
    // for them whether the deal comes to that value.
    u32 enough(u16 node, int value) const {
        return enough_[static_cast<std::size_t>(value) * nodes_.size() + node];
    }

  private:
    u16 grow(const RaceGame& game, AnyState& scratch, std::vector<double>& worth);
    void find_likes();
    void find_enough(u32 attackers);

    std::vector<Node> nodes_;
    std::vector<double> values_;
    std::vector<u16> likes_;
    std::vector<u32> enough_;
};

}  // namespace pokerfast::solve
