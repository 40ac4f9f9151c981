// Depth-first proof-number search over any world of positions with two sides: does the attacker
// win? A World has
//
//   Position, Move, Key (with hash() and equality)
//   bool attacks(position)                  whether the attacker is to move
//   Key key(position)                       equal for positions that are the same game
//   Numbers guess(position)                 of a position not looked at yet
//   expand(position, visit)                 visit(move, next, Outcome) for every move, until it
//                                           answers true
//   Met meet(position, key)                 what is asked of solved positions of other keys; made a
//                                           while before it is asked, so that memory can be fetched
//   Outcome known(key, met)                 what they say
//   learn(key, met, Outcome, work)          a position was solved
//
// Positions never repeat on a line: every move takes cards away or answers.
#pragma once

#include "solve/proof_table.hpp"

#include <algorithm>

namespace pokerfast::solve {

enum class Outcome : u8 { open, attacker, defender };

PF_INLINE Outcome other(Outcome side) {
    return side == Outcome::attacker ? Outcome::defender : Outcome::attacker;
}

// How far a search may go. `poll` is asked now and then with the nodes so far, and answers true to
// stop.
struct Limits {
    u64 nodes = ~0ull;
    bool (*poll)(void* with, u64 nodes) = nullptr;
    void* with = nullptr;
};

template <class World>
class ProofSearch {
  public:
    using Position = typename World::Position;
    using Key = typename World::Key;
    using Met = typename World::Met;
    using Move = typename World::Move;

    // `slack`: how far a child's numbers may pass its best sibling's before the search turns to
    // that, in quarters.
    ProofSearch(World& world, std::size_t most_bytes, const Limits& limits, u32 slack)
        : world_(world), table_(most_bytes), limits_(limits), slack_(slack) {}

    u64 nodes() const { return nodes_; }
    bool stopped() const { return stopped_; }

    // Who wins; open: a limit was reached.
    Outcome prove(const Position& position) {
        const Key key = world_.key(position);
        const u64 hash = key.hash();
        Numbers numbers;
        if (const Numbers* found = table_.find(key, hash)) numbers = *found;
        if (numbers.proof && numbers.disproof) {
            const Met met = world_.meet(position, key);
            const Outcome known = world_.known(key, met);
            if (known != Outcome::open) return known;
            numbers = search({position, key, hash, met, true}, {infinite, infinite}, 0);
        }
        if (numbers.proof == 0) return Outcome::attacker;
        return numbers.disproof == 0 ? Outcome::defender : Outcome::open;
    }

    // What is known without a search, and what it took.
    Outcome remembered(const Position& position, u32& work) const {
        const Key key = world_.key(position);
        const u64 hash = key.hash();
        work = table_.work(key, hash);
        if (const Numbers* found = table_.find(key, hash)) {
            if (found->proof == 0) return Outcome::attacker;
            if (found->disproof == 0) return Outcome::defender;
        }
        return world_.known(key, world_.meet(position, key));
    }

  private:
    struct Child {
        Position position;
        Key key;
        u64 hash;
        Met met;
        bool is_met;
    };

    static Numbers numbers_of(Outcome outcome) {
        return outcome == Outcome::attacker ? Numbers{0, infinite} : Numbers{infinite, 0};
    }

    bool out_of_limits() {
        if (nodes_ >= limits_.nodes) return stopped_ = true;
        if ((++nodes_ & 1023) == 0 && limits_.poll && limits_.poll(limits_.with, nodes_))
            stopped_ = true;
        return stopped_;
    }

    // The children of a position, from `first` on in the stack: true if one decides it for the side
    // to move. Tables are asked in steps, each for all children, so that memory is on its way.
    bool expand(const Position& position, bool attacks, std::size_t first, std::size_t& end) {
        const Outcome own = attacks ? Outcome::attacker : Outcome::defender;
        bool won = false;
        std::size_t last = first;
        world_.expand(position, [&](const Move&, const Position& next, Outcome outcome) {
            if (outcome == own) return won = true;
            if (outcome != Outcome::open) return false;
            if (children_.size() <= last) {
                children_.resize(2 * last + 64);
                numbers_.resize(2 * last + 64);
            }
            Child& child = children_[last++];
            child.position = next;
            child.key = world_.key(next);
            child.hash = child.key.hash();
            child.is_met = false;
            table_.fetch(child.hash);
            return false;
        });
        end = first;
        if (won) return true;
        const auto decides = [&](Numbers numbers) {
            return (attacks ? numbers.proof : numbers.disproof) == 0;
        };
        const auto hopeless = [&](Numbers numbers) {
            return (attacks ? numbers.disproof : numbers.proof) == 0;
        };
        for (std::size_t i = first; i < last; ++i) {
            Child& child = children_[i];
            bool again = false;
            for (std::size_t k = first; k < end && !again; ++k)
                again = children_[k].hash == child.hash && children_[k].key == child.key;
            if (again) continue;
            if (const Numbers* found = table_.find(child.key, child.hash)) {
                if (decides(*found)) return true;
                if (hopeless(*found)) continue;
                numbers_[end] = *found;
            } else {
                child.met = world_.meet(child.position, child.key);
                child.is_met = true;
            }
            if (end != i) children_[end] = child;
            ++end;
        }
        last = end;
        end = first;
        for (std::size_t i = first; i < last; ++i) {
            Child& child = children_[i];
            Numbers numbers = numbers_[i];
            if (child.is_met) {
                const Outcome known = world_.known(child.key, child.met);
                numbers = known == Outcome::open ? world_.guess(child.position) : numbers_of(known);
                if (decides(numbers)) return true;
                if (hopeless(numbers)) continue;
            }
            if (end != i) children_[end] = child;
            numbers_[end++] = numbers;
        }
        return false;
    }

    // Until one number reaches its bound. Children stand in one stack, a node's from `first` on.
    Numbers search(const Child& node, Numbers bound, std::size_t first) {
        if (out_of_limits()) return {};
        const u64 before = nodes_;
        const bool attacks = world_.attacks(node.position);
        const Outcome own = attacks ? Outcome::attacker : Outcome::defender;
        std::size_t end = first;
        const bool won = expand(node.position, attacks, first, end);
        const auto settle = [&](Outcome outcome) {
            const u64 work = nodes_ - before + 1;
            table_.keep(node.key, node.hash, numbers_of(outcome), work);
            const Met met = node.is_met ? node.met : world_.meet(node.position, node.key);
            world_.learn(node.key, met, outcome, work);
            return numbers_of(outcome);
        };
        if (won) return settle(own);

        for (;;) {
            // From the mover's side: phi is what it takes to win for him, delta to refute it.
            u32 best = infinite + 1, second = infinite;
            u64 sum = 0;
            std::size_t chosen = first;
            for (std::size_t i = first; i < end; ++i) {
                const Numbers numbers = numbers_[i];
                const u32 phi = attacks ? numbers.proof : numbers.disproof;
                const u32 delta = attacks ? numbers.disproof : numbers.proof;
                if (delta == 0) continue;
                if (phi < best) {
                    second = best < infinite ? best : infinite;
                    best = phi;
                    chosen = i;
                } else if (phi < second) {
                    second = phi;
                }
                sum += delta;
            }
            if (best > infinite) return settle(other(own));
            if (best == 0) return settle(own);
            const u32 phi = best, delta = static_cast<u32>(sum < infinite ? sum : infinite - 1);
            const Numbers now = attacks ? Numbers{phi, delta} : Numbers{delta, phi};
            if (now.proof >= bound.proof || now.disproof >= bound.disproof) {
                table_.keep(node.key, node.hash, now, nodes_ - before + 1);
                return now;
            }
            const Child child = children_[chosen];
            const u32 most_phi = attacks ? bound.proof : bound.disproof;
            const u32 most_delta = attacks ? bound.disproof : bound.proof;
            const u64 near = second + u64{second} * slack_ / 4 + 1;
            const u64 next_phi = near < most_phi ? near : most_phi;
            const u32 own_delta = attacks ? numbers_[chosen].disproof : numbers_[chosen].proof;
            u64 next_delta =
                most_delta >= infinite ? infinite : u64{most_delta} - delta + own_delta;
            if (next_delta > infinite) next_delta = infinite;
            if (next_delta <= own_delta) next_delta = u64{own_delta} + 1;
            const u32 a = static_cast<u32>(next_phi), b = static_cast<u32>(next_delta);
            const Numbers found = search(child, attacks ? Numbers{a, b} : Numbers{b, a}, end);
            if (stopped_) return {};
            numbers_[chosen] = found;
        }
    }

    World& world_;
    ProofTable<Key> table_;
    Limits limits_;
    u32 slack_;
    u64 nodes_ = 0;
    bool stopped_ = false;
    std::vector<Child> children_;
    std::vector<Numbers> numbers_;  // theirs, apart: they are all looked at again and again
};

// Moves of a position, those that look best for its side first.
template <class World>
std::vector<std::size_t> by_hope(World& world, const typename World::Position& root,
                                 const std::vector<typename World::Move>& moves) {
    const bool attacks = world.attacks(root);
    const Outcome own = attacks ? Outcome::attacker : Outcome::defender;
    std::vector<std::pair<u64, std::size_t>> ranked;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        typename World::Position next = root;
        const Outcome outcome = world.after(next, moves[i]);
        u64 hope = 0;
        if (outcome == Outcome::open) {
            const Numbers numbers = world.guess(next);
            hope = attacks ? numbers.proof : numbers.disproof;
        } else if (outcome != own) {
            hope = infinite;
        }
        ranked.push_back({hope, i});
    }
    std::sort(ranked.begin(), ranked.end());
    std::vector<std::size_t> order;
    for (const auto& [hope, i] : ranked) order.push_back(i);
    return order;
}

}  // namespace pokerfast::solve
