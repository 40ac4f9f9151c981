#include "belief/climb_belief.hpp"

namespace pokerfast::belief {

namespace {

// Cards that were taken from the table are known to be in a hand. Whoever plays one of several
// cards alike may have played one of those, and nobody else can tell: so let it be so. From there
// on the two cards have changed places.
class Retold {
  public:
    Retold(const ClimbGame& game, Log& log, int viewer) : game_(game), log_(log), viewer_(viewer) {
        for (std::size_t t = 0; t < log_.actions.size(); ++t) tell(t);
    }

  private:
    static void swap_in(CardIds& ids, int a, int b) {
        const bool has_a = ids.has(a), has_b = ids.has(b);
        if (has_a == has_b) return;
        ids.deck[a / kinds_n] ^= 1ull << a % kinds_n;
        ids.deck[b / kinds_n] ^= 1ull << b % kinds_n;
    }

    // Whether the viewer holds one of the two later, and so knows which it is.
    bool is_held_later(std::size_t t, int a, int b) const {
        if (viewer_ < 0) return false;
        for (; t < log_.states.size(); ++t) {
            const CardIds held = game_.held(log_.states[t], viewer_);
            if (held.has(a) || held.has(b)) return true;
        }
        return false;
    }

    void tell(std::size_t t) {
        Action& action = log_.actions[t];
        if (action.kind != ActionKind::play && action.kind != ActionKind::take) return;
        const AnyState& before = log_.states[t];
        const int seat = game_.seat(before);
        CardIds& known = known_[seat];
        if (seat != viewer_ && !known.empty()) {
            const CardIds marked = game_.marked_cards(before);
            const u64 big = game_.big_kinds(before);
            for_each_id(action.ids - known - marked, [&](int id) {
                const CardIds free = (known - action.ids).within(1ull << id % kinds_n);
                if (free.empty() || big >> id % kinds_n & 1) return;
                int other = -1;
                for_each_id(free, [&](int found) { other = found; });
                if (is_held_later(t, id, other)) return;
                swap(t, id, other);
            });
        }
        known = known - action.ids;
        if (action.kind == ActionKind::take) {
            const AnyState& after = log_.states[t + 1];
            known = known | (game_.held(after, seat) - game_.held(before, seat));
        }
    }

    // In the action and in all that follows it.
    void swap(std::size_t t, int id, int other) {
        swap_in(log_.actions[t].ids, id, other);
        for (std::size_t k = t + 1; k < log_.states.size(); ++k) {
            for (const Field& field : game_.fields()) {
                if (field.type != FieldType::packs) continue;
                CardIds* ids = reinterpret_cast<CardIds*>(log_.states[k].bytes + field.offset);
                for (int i = 0; i < field.count; ++i) swap_in(ids[i], id, other);
            }
            if (k < log_.actions.size() && log_.actions[k].play.size)
                swap_in(log_.actions[k].ids, id, other);
        }
    }

    const ClimbGame& game_;
    Log& log_;
    int viewer_;
    CardIds known_[most_seats];
};

Log retold(const ClimbGame& game, Log log, int viewer) {
    Retold(game, log, viewer);
    return log;
}

}  // namespace

ClimbBelief::ClimbBelief(const ClimbGame& game, Log log, int viewer)
    : Belief(game, retold(game, std::move(log), viewer), viewer) {
    constexpr int cards_n = most_packs * kinds_n;
    Places may[cards_n] = {}, reach[CardPlaces::piles_n];
    bool settled[cards_n];
    int sizes[CardPlaces::piles_n];
    const CardPlaces& start = places(0);
    for (bool& s : settled) s = true;
    for (int p = 0; p < CardPlaces::piles_n; ++p) {
        reach[p] = static_cast<Places>(1 << p);
        sizes[p] = start.pile[p].size();
        for_each_id(start.pile[p], [&](int id) {
            may[id] = 63;
            settled[id] = false;
        });
    }
    // `reach`: from where the cards of a pile may have come by then.
    const auto sight = [&](const CardIds& ids, const CardPlaces& at) {
        for_each_id(ids, [&](int id) {
            const int p = at.pile_of(id);
            // Where one place is left it is the right one, whatever way the card took since.
            if (p >= 0 && !settled[id] && (may[id] & (may[id] - 1)))
                may[id] = static_cast<Places>(may[id] & reach[p]);
        });
    };
    sight(game.public_cards(state(0)), start);
    CardIds before;
    for (int t = 0; t <= size(); ++t) {
        const CardIds fresh = seen(t) - before;
        before = before | fresh;
        sight(fresh, places(t));
        if (t == size()) break;
        // What is seen first thing after the action lay somewhere before it, too.
        sight(seen(t + 1) - before, places(t));
        const Action& action = this->action(t);
        if (!hidden(t) && action.play.size) {
            sight(action.ids, places(t));
            for_each_id(action.ids, [&](int id) { settled[id] = true; });
        }
        const int named = hidden(t) ? 0 : game.named_copies(state(t), action);
        if (const int seat = actor(t); named && reach[seat] == (1 << seat))
            dealt_.need(lowest(action.ids.kinds()), static_cast<Places>(1 << seat), named);
        Places wider[CardPlaces::piles_n];
        for (int q = 0; q < CardPlaces::piles_n; ++q) {
            wider[q] = reach[q];
            for (int p = 0; p < CardPlaces::piles_n; ++p) {
                const CardIds moved = places(t).pile[p] & places(t + 1).pile[q];
                if (p != q && !(moved - game.public_cards(state(t))).empty())
                    wider[q] = static_cast<Places>(wider[q] | reach[p]);
            }
        }
        for (int q = 0; q < CardPlaces::piles_n; ++q) reach[q] = wider[q];
    }
    for (int p = 0; p < CardPlaces::piles_n; ++p)
        for_each_id(start.pile[p], [&](int id) { dealt_.add(id, may[id]); });
    possible_ = dealt_.build(sizes);
}

bool ClimbBelief::propose(Draws& draws, Proposal& out) const {
    if (!possible_) return false;
    out.first = places(0);
    dealt_.draw(draws, out.first.pile);
    // What has moved since lies where it lies, all else where it was dealt.
    out.last = places(size());
    CardIds moved;
    for (int p = 0; p < CardPlaces::piles_n; ++p)
        moved = moved | (places(0).pile[p] - places(size()).pile[p]);
    for (int p = 0; p < CardPlaces::piles_n; ++p)
        out.last.pile[p] =
            (places(size()).pile[p] & moved) | (out.first.pile[p] - moved) |
            (places(size()).pile[p] - (places(0).pile[0] | places(0).pile[1] | places(0).pile[2] |
                                       places(0).pile[3] | places(0).pile[4] | places(0).pile[5]));
    return order_first(draws, out);
}

}  // namespace pokerfast::belief
