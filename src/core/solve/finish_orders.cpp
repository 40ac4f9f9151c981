#include "solve/finish_orders.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

namespace pokerfast::solve {

using race::seats_n;

u32 FinishOrders::Node::out() const {
    u32 seats = 0;
    for (int i = 0; i < seats_n; ++i)
        if (place[i]) seats |= 1u << i;
    return seats;
}

FinishOrders::FinishOrders(const RaceGame& game, const AnyState& state) {
    AnyState scratch = state;
    // Who left the table plays on as well as anybody.
    std::memset(RaceGame::round(scratch).away, 0, seats_n);
    std::vector<double> worth;
    grow(game, scratch, worth);
    values_ = worth;
    std::sort(values_.begin(), values_.end());
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
    // Children have higher numbers than their parents.
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        Node& node = nodes_[i];
        if (node.over) {
            const auto place = std::lower_bound(values_.begin(), values_.end(), worth[i]);
            node.lower = node.upper = static_cast<u8>(place - values_.begin());
            continue;
        }
        for (int seat = 0; seat < seats_n; ++seat) {
            if (node.place[seat]) continue;
            node.lower = std::min(node.lower, nodes_[node.after[seat]].lower);
            node.upper = std::max(node.upper, nodes_[node.after[seat]].upper);
        }
    }
    find_likes();
    u32 attackers = 0;
    for (int seat = 0; seat < seats_n; ++seat)
        if (game.side_of(state, seat) == 0) attackers |= 1u << seat;
    find_enough(attackers);
}

// Adds the node of the places in `scratch`, and all after it.
u16 FinishOrders::grow(const RaceGame& game, AnyState& scratch, std::vector<double>& worth) {
    race::Round& r = RaceGame::round(scratch);
    const u16 number = static_cast<u16>(nodes_.size());
    Node node;
    std::memcpy(node.place, r.place, seats_n);
    std::memset(node.after, 0, sizeof node.after);
    node.over = game.finished(scratch);
    nodes_.push_back(node);
    worth.push_back(0);
    if (node.over) {
        double returns[most_seats];
        const u8 phase = r.phase;
        r.phase = race::over;
        game.returns(scratch, returns);
        r.phase = phase;
        worth[number] = returns[game.chief(scratch)];
        return number;
    }
    const u8 next = static_cast<u8>(r.out() + 1);
    for (int seat = 0; seat < seats_n; ++seat) {
        if (r.place[seat]) continue;
        r.place[seat] = next;
        const u16 child = grow(game, scratch, worth);
        r.place[seat] = 0;
        nodes_[number].after[seat] = child;
        worth[number] = worth[child];  // not looked at, but a value there is
    }
    return number;
}

void FinishOrders::find_likes() {
    const std::size_t n = nodes_.size(), all = values_.size();
    likes_.resize(n * (all + 1));
    for (std::size_t value = 0; value <= all; ++value) {
        std::map<std::array<u16, seats_n>, u16> known;
        u16* likes = &likes_[value * n];
        for (std::size_t i = n; i-- > 0;) {
            const Node& node = nodes_[i];
            if (value == all ? node.lower == node.upper
                             : node.lower >= value || node.upper < value) {
                likes[i] = value == all ? node.lower : node.lower >= value;
                continue;
            }
            std::array<u16, seats_n> after{};
            for (std::size_t seat = 0; seat < seats_n; ++seat)
                after[seat] = node.place[seat] ? u16{0xffff} : likes[node.after[seat]];
            const u16 fresh = static_cast<u16>(known.size() + all + 2);
            likes[i] = known.try_emplace(after, fresh).first->second;
        }
    }
}

void FinishOrders::find_enough(u32 attackers) {
    const std::size_t n = nodes_.size();
    enough_.resize(n * values_.size());
    for (std::size_t value = 0; value < values_.size(); ++value)
        for (std::size_t i = 0; i < n; ++i) {
            u32 enough = 0;
            for (u32 seats = 1; seats < 1u << seats_n; ++seats) {
                const bool attack = (seats & ~attackers) == 0;
                if (seats & nodes_[i].out() || (!attack && seats & attackers)) continue;
                // Which of them goes first matters little: this only guides the search.
                const Node* node = &nodes_[i];
                for (u32 left = seats; left && !node->over; left &= left - 1)
                    node = &nodes_[node->after[lowest(left)]];
                if (attack ? node->lower >= value : node->upper < value) enough |= 1u << seats;
            }
            enough_[value * n + i] = enough;
        }
}

}  // namespace pokerfast::solve
