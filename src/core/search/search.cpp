#include "search/search.hpp"

#include "belief/belief.hpp"
#include "game/trick.hpp"

#include <algorithm>
#include <memory>

namespace pokerfast::search {

namespace {

struct Candidate {
    Action action;
    double sum = 0;
    int tried = 0;

    double mean() const { return tried ? sum / tried : -1e300; }
};

class Search {
  public:
    Search(const Game& game, const Log& log, Draws& draws, const Budget& budget)
        : game_(game),
          log_(log),
          draws_(draws),
          budget_(budget),
          seat_(game.seat(log.now())),
          baseline_(*pokerfast::find_policy(*find_driver(game.name()), "greedy")),
          seed_(draws.below_wide(1ull << 63)) {
        if (const auto* tricks = dynamic_cast<const TrickGame*>(&game);
            tricks && tricks->counts_points())
            tricks_ = tricks;
    }

    Action choose() {
        const u64 count = game_.count(log_.now());
        const Action usual = baseline_.choose(game_, log_.now(), draws_);
        // Burials are too many and too alike for few deals to tell them apart.
        if (count == 1 || usual.kind == ActionKind::bury) return usual;
        gather(usual, count);
        // Each round halves what is left; all see the same deals.
        std::size_t alive = candidates_.size();
        int rounds = 1;
        for (std::size_t n = alive; n > 2; n = (n + 1) / 2) ++rounds;
        int world = 0;
        for (int round = 0; round < rounds && alive > 1; ++round) {
            const int each = std::max(1, budget_.rollouts / rounds / static_cast<int>(alive));
            for (int i = 0; i < each; ++i, ++world) {
                const AnyState* deal = deal_at(world);
                if (!deal) return usual;
                for (std::size_t c = 0; c < alive; ++c) try_out(candidates_[c], *deal, world);
            }
            std::stable_sort(
                candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(alive),
                [](const Candidate& a, const Candidate& b) { return a.mean() > b.mean(); });
            alive = (alive + 1) / 2;
        }
        return candidates_.front().action;
    }

  private:
    // The baseline's action comes first, so that it wins ties.
    void gather(const Action& usual, u64 count) {
        candidates_.push_back({usual, 0, 0});
        const u64 most = static_cast<u64>(budget_.candidates);
        const auto add = [&](u64 index) {
            const Action action = game_.unrank(log_.now(), index);
            const bool same = action.kind == usual.kind && action.number == usual.number &&
                              action.ids == usual.ids && action.play.cards == usual.play.cards &&
                              action.play.reading == usual.play.reading;
            if (!same) candidates_.push_back({action, 0, 0});
        };
        if (count <= most) {
            for (u64 i = 0; i < count; ++i) add(i);
            return;
        }
        // One of each of as many equal stretches of the list.
        for (u64 i = 0; i < most; ++i) {
            const u64 from = count / most * i;
            add(from + draws_.below_wide(count / most));
        }
    }

    const AnyState* deal_at(int world) {
        if (!belief_) belief_ = belief::make_belief(game_, log_, seat_);
        const std::size_t i = static_cast<std::size_t>(world % budget_.worlds);
        if (i < deals_.size()) return &deals_[i];
        Log deal;
        const u64 seed = seed_ + i;
        if (!strict_failed_ && belief_->sample(seed, budget_.attempts, deal)) {
            deals_.push_back(deal.now());
            return &deals_.back();
        }
        // Where history can't be met in time, what can be counted must do.
        strict_failed_ = true;
        AnyState state;
        if (belief_->sample_loosely(seed, budget_.attempts, state)) {
            deals_.push_back(state);
            return &deals_.back();
        }
        return deals_.empty() ? nullptr : &deals_[i % deals_.size()];
    }

    void try_out(Candidate& candidate, const AnyState& deal, int world) const {
        AnyState state = deal;
        Action action = candidate.action;
        if (game_.check(state, action) != Code::ok) return;
        game_.apply(state, action);
        Draws draws(seed_, static_cast<u64>(world), Stream::policy, 1);
        while (!game_.over(state)) game_.apply(state, baseline_.choose(game_, state, draws));
        double returns[most_seats];
        game_.returns(state, returns);
        double value = returns[seat_];
        if (tricks_) {
            const trick::State& s = TrickGame::of(state);
            const double points = budget_.point * static_cast<double>(s.points);
            value += tricks_->attacks(s, seat_) ? points : -points;
        }
        candidate.sum += value;
        ++candidate.tried;
    }

    const Game& game_;
    const Log& log_;
    Draws& draws_;
    const Budget& budget_;
    int seat_;
    const Policy& baseline_;
    u64 seed_;
    const TrickGame* tricks_ = nullptr;
    std::unique_ptr<belief::Belief> belief_;
    std::vector<AnyState> deals_;
    std::vector<Candidate> candidates_;
    bool strict_failed_ = false;
};

}  // namespace

Action choose(const Game& game, const Log& log, Draws& draws, const Budget& budget) {
    return Search(game, log, draws, budget).choose();
}

Action choose_usually(const Game& game, const Log& log, Draws& draws) {
    return choose(game, log, draws, Budget{});
}

}  // namespace pokerfast::search
