// 斗地主 as a world for the proof search: the landlord attacks. Who cannot answer passes without
// being a position of its own, and whoever can play his whole hand has won.
#pragma once

#include "climb/doudizhu/readings.hpp"
#include "climb/doudizhu/sinks.hpp"
#include "solve/deck_standing.hpp"

#include <vector>

namespace pokerfast::solve {

// How many plays a hand takes, about: chains out, the rest by rank. Not a bound.
class PlaysNeeded {
  public:
    PlaysNeeded() : kept_(size) {}
    int operator()(u64 hand);

  private:
    struct Kept {
        u64 hand = 0;
        int plays = 0;
    };
    static constexpr int size_bits = 16;
    static constexpr std::size_t size = 1 << size_bits;
    std::vector<Kept> kept_;
};

class DeckWorld {
  public:
    using Position = DeckPosition;
    using Key = DeckKey;
    using Move = DeckCombo;
    struct Met {
        Standing standing;
        u64 hash;
    };

    DeckWorld(const Plan& plan, std::size_t most_bytes) : plan_(plan), standings_(most_bytes) {}

    static Outcome side(int seat) { return seat == 0 ? Outcome::attacker : Outcome::defender; }

    bool attacks(const Position& p) const { return p.turn == 0; }
    Key key(const Position& p) const { return key_of(p); }
    Numbers guess(const Position& p);
    Met meet(const Position& p, const Key&) const {
        Met met{standing_of(p), 0};
        met.hash = met.standing.group_hash();
        standings_.fetch(met.hash);
        return met;
    }
    Outcome known(const Key&, const Met& met) const {
        return standings_.find(met.standing, met.hash);
    }
    void learn(const Key&, const Met& met, Outcome outcome, u64 work) {
        standings_.keep(met.standing, met.hash, outcome, work);
    }

    // The play that empties the hand of the seat to move, kind pass if there is none.
    Reading last_play(const Position& p) const {
        Reading found;
        each_reading(plan_, p.hand[p.turn], [&](Reading reading) {
            if (!p.leading() && !reading_beats(reading, p.table)) return false;
            found = reading;
            return true;
        });
        return found;
    }
    bool can_answer(const Position& p) const {
        return count_follows(plan_, planes_of(p.hand[p.turn]), p.table) != 0;
    }
    // Passes for those who cannot answer; who wins if the seat then to move goes out at once.
    Outcome settle(Position& p) const {
        for (;;) {
            if (last_play(p).kind != Kind::pass) return side(p.turn);
            if (p.leading() || can_answer(p)) return Outcome::open;
            p.pass();
        }
    }
    // The same after a move of the seat to move; kind pass: it passes.
    Outcome after(Position& p, const DeckCombo& move) const {
        const int seat = p.turn;
        if (move.reading.kind == Kind::pass) {
            p.pass();
            return settle(p);
        }
        p.play(move);
        return p.hand[seat] == 0 ? side(seat) : settle(p);
    }

    // All moves of the seat to move, in the order of legal actions: plays, then a pass.
    void list(const Position& p, std::vector<DeckCombo>& out) const {
        const std::size_t first = out.size();
        out.resize(first + list_into(p, out, first));
    }

    template <class Visit>
    void expand(const Position& p, Visit&& visit) {
        const std::size_t first = top_, n = list_into(p, moves_, first);
        top_ += n;
        bool done = false;
        for (std::size_t i = first; i < first + n && !done; ++i) {
            Position next = p;
            const Outcome outcome = after(next, moves_[i]);
            done = visit(moves_[i], next, outcome);
        }
        top_ = first;
    }

  private:
    // Writes moves from `first` on, growing the vector as needed; how many there are.
    std::size_t list_into(const Position& p, std::vector<DeckCombo>& out, std::size_t first) const {
        const Planes hand = planes_of(p.hand[p.turn]);
        const std::size_t plays =
            p.leading() ? count_leads(plan_, hand) : count_follows(plan_, hand, p.table);
        if (out.size() < first + plays + 1) out.resize(2 * (first + plays + 1));
        Lister lister{out.data() + first};
        if (p.leading()) {
            walk_leads(plan_, hand, lister);
            return plays;
        }
        walk_follows(plan_, hand, p.table, lister);
        out[first + plays] = {};
        return plays + 1;
    }

    const Plan& plan_;
    StandingTable<Standing> standings_;
    PlaysNeeded needed_;
    std::vector<DeckCombo> moves_;
    std::size_t top_ = 0;
};

}  // namespace pokerfast::solve
