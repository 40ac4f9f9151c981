// Depth-first search of tricks with open hands: do the attackers still get so many points? Sides
// answer by alpha-beta with windows of one unit; positions between tricks are remembered by
// pattern (docs/algorithms/tricks.md).
#pragma once

#include "solve/proof_search.hpp"
#include "solve/trick_memory.hpp"
#include "solve/trick_moves.hpp"

namespace pokerfast::solve {

// What makes the search shorter; each part can be left out and must not change an answer.
namespace reduction {
enum : u32 {
    memory = 1,      // positions are remembered
    canonical = 2,   // by who holds how many at each place that is not empty
    patterns = 4,    // by the highest places alone, as many as mattered
    classes = 8,     // of equal cards one is looked at
    dynamic = 16,    // and of cards below all that mattered when one of them failed
    dominance = 32,  // who plays last gives points to his side and keeps them from the other
    bounds = 64,     // what is left of the points decides
    order = 128,     // good plays first
    points = 256,    // a position says something of the same one with other points
    probe = 512,     // who plays last looks first at what is known after each play
    all = 1023,
};
}

struct Verdict {
    bool reached;  // the attackers get what was asked
    i32 value;     // and at least this; or if not, at most this
    u64 used;      // slots whose place, and all above, the proof looked at
};

class TrickSearch {
  public:
    TrickSearch(const TrickTable& table, u32 reductions, std::size_t most_bytes,
                const Limits& limits);
    TrickSearch(const TrickSearch&) = delete;
    TrickSearch& operator=(const TrickSearch&) = delete;

    const TrickTable& table() const { return table_; }
    const Slots& slots() const { return slots_; }
    const TrickMoves& moves() const { return moves_; }
    u64 nodes() const { return nodes_; }
    bool stopped() const { return stopped_; }
    // For the questions from now on: so many more nodes, whose end stops nothing for good.
    void allow(u64 more) {
        budget_ = nodes_ + more < nodes_ ? ~0ull : nodes_ + more;
        stopped_ = nodes_ >= limits_.nodes;
    }

    // Whether the attackers get `need` units with this trick and all after it. `bonus`: of the last
    // trick where it triples. A trick without plays is about to be led. Means nothing if a limit
    // stopped it.
    Verdict test(const Copies* hands, const OpenTrick& trick, i32 need, i32 bonus);
    // What the attackers get at most.
    i32 most(const Copies* hands, const OpenTrick& trick, i32 bonus);

  private:
    struct Node {
        u32 record[groups_n];
        u32 generation;
        u8 leader, left;  // cards of each hand
        bool exact;       // cards count by name
        i32 points;       // units in the hands
    };

    // A position after the last play to a trick, looked at beforehand.
    struct Ahead {
        Node node;
        i32 gain;
        u64 used;
        bool to_own_side;
    };

    Verdict lead(Node& node, i32 need);
    Verdict follow(const Node& node, const OpenTrick& trick, i32 need);
    Verdict finish(const Node& node, const OpenTrick& trick, i32 need);
    Node child_of(const Node& node, const OpenTrick& trick);
    bool known(const Node& node, i32 need, Verdict& verdict, PatternKey& key, u64& hash);
    bool look_ahead(const Node& node, const OpenTrick& trick, int seat, i32 need, std::size_t first,
                    Verdict& verdict);
    bool remembers(const Node& node) const {
        return use(reduction::memory) && node.left * table_.seats <= most_remembered;
    }
    Verdict last_cards(const Node& node, i32 need);

    Node node_of(int leader) const;
    void refresh(Node& node);
    PatternKey key_of(const Node& node) const;
    void keep(const Node& node, const PatternKey& key, u64 hash, const Verdict& verdict, u64 work);
    u64 used_by(const PatternEntry& entry) const;
    i32 bonus(const OpenTrick& trick) const;
    i32 most_bonus(const Node& node) const;
    void order_leads(const Node& node, std::size_t first);
    void order_follows(const OpenTrick& trick, int seat, std::size_t first);
    u64 throws_looked_at(int seat) const;
    u64 with_twins(u64 used, std::size_t first) const;
    u64 trick_used(const OpenTrick& trick) const;
    bool attacks(int seat) const { return table_.attackers >> seat & 1; }
    int after(int seat) const { return seat + 1 == table_.seats ? 0 : seat + 1; }
    bool use(u32 part) const { return reductions_ & part; }
    u64 others(int seat) const {
        return (seat ? hands_[0].one : 0) | (seat != 1 ? hands_[1].one : 0) |
               (seat != 2 ? hands_[2].one : 0) | (seat != 3 ? hands_[3].one : 0);
    }
    // The lowest slot of a group that counts: from there on all are known.
    int cut_of(u64 used, int group) const {
        const u64 mask = used & slots_.group[group];
        return mask ? lowest(mask) : 64;
    }
    bool out_of_limits() {
        if (nodes_ >= limits_.nodes || nodes_ >= budget_) return stopped_ = true;
        if ((++nodes_ & 1023) == 0 && limits_.poll && limits_.poll(limits_.with, nodes_)) {
            limits_.nodes = nodes_;  // for good
            stopped_ = true;
        }
        return stopped_;
    }

    class Covers;

    const TrickTable table_;
    const Slots slots_;
    const TrickMoves moves_;
    u32 reductions_;
    Limits limits_;
    u64 budget_ = ~0ull;  // nodes
    GroupStore groups_;
    PatternMemory memory_;
    TrickPlays plays_;
    std::vector<Ahead> ahead_;
    Copies hands_[trick::seats_n];
    i32 single_factor_ = 0, pair_factor_[most_places + 1] = {},
        triple_factor_[most_places + 1] = {};
    i32 kitty_ = 0;  // units buried
    i32 bonus_ = 0;
    u64 nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace pokerfast::solve
