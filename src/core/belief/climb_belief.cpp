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
    CardIds all;
    for (int p = 0; p < CardPlaces::piles_n; ++p) {
        reach[p] = static_cast<Places>(1 << p);
        sizes[p] = start.pile[p].size();
        all = all | start.pile[p];
    }
    for_each_id(all, [&](int id) {
        may[id] = 63;
        settled[id] = false;
    });
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
    if (const auto sure = game.sure_copies(state(0)); sure.least > 0)
        dealt_.need(sure.kind, static_cast<Places>(1 << sure.seat), sure.least);
    CardIds before;
    for (int t = 0; t <= size(); ++t) {
        const CardIds fresh = seen(t) - before;
        before = before | fresh;
        ever_seen_ = ever_seen_ | seen(t) | game.public_cards(state(t));
        sight(fresh, places(t));
        if (t == size()) break;
        // What is seen first thing after the action lay somewhere before it, too.
        sight(seen(t + 1) - before, places(t));
        const Action& action = this->action(t);
        if (!hidden(t) && action.play.size) {
            sight(action.ids, places(t));
            ever_seen_ = ever_seen_ | action.ids;
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
    // In the order of their ids: the true deal may not matter in any way.
    for_each_id(all, [&](int id) { dealt_.add(id, may[id]); });
    possible_ = dealt_.build(sizes);
    const CardPlaces& end = places(size());
    CardIds left;
    for (int p = 0; p < CardPlaces::piles_n; ++p) {
        left = left | end.pile[p];
        certain_[p] = (end.pile[p] - start.pile[p]) & (ever_seen_ | (end.pile[p] - all));
    }
    settled_ = all - left;
    for (const CardIds& ids : certain_) settled_ = settled_ | ids;
}

bool ClimbBelief::propose(Draws& draws, Proposal& out) const {
    if (!possible_) return false;
    out.first = places(0);
    dealt_.draw(draws, out.first.pile);
    out.last = places(size());
    for (int p = 0; p < CardPlaces::piles_n; ++p)
        out.last.pile[p] = certain_[p] | (out.first.pile[p] - settled_);
    move_unseen(draws, out.last);
    return order_first(draws, out);
}

// Cards that went from hand to hand unseen may be any that were not seen; all know how many.
void ClimbBelief::move_unseen(Draws& draws, CardPlaces& last) const {
    std::vector<int> given, own;
    for (int p = 0; p < CardPlaces::piles_n; ++p) {
        const int most = places(size()).pile[p].size();
        if (last.pile[p].size() <= most) continue;
        own.clear();
        for_each_id(last.pile[p] - ever_seen_, [&](int id) { own.push_back(id); });
        shuffle(draws, own);
        for (; last.pile[p].size() > most && !own.empty(); own.pop_back()) {
            given.push_back(own.back());
            last.pile[p].deck[own.back() / kinds_n] ^= 1ull << own.back() % kinds_n;
        }
    }
    shuffle(draws, given);
    for (int p = 0; p < CardPlaces::piles_n; ++p)
        for (; last.pile[p].size() < places(size()).pile[p].size() && !given.empty();
             given.pop_back())
            last.pile[p].add(given.back());
}

}  // namespace pokerfast::belief
