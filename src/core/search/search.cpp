#include "search/search.hpp"

#include "belief/belief.hpp"
#include "game/trick.hpp"

#include <algorithm>
#include <memory>

namespace pokerfast::search {

namespace {

struct Candidate {
    Action action;
    std::vector<double> values;  // deal by deal
    double sum = 0;

    double mean() const { return sum / static_cast<double>(values.size()); }
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
        if (candidates_.size() == 1) return usual;
        // Each round halves what is left; all see the same deals.
        std::size_t alive = candidates_.size();
        int rounds = 1;
        for (std::size_t n = alive; n > 2; n = (n + 1) / 2) ++rounds;
        int world = 0;
        for (int round = 0; round < rounds; ++round) {
            const int each = std::max(1, budget_.rollouts / rounds / static_cast<int>(alive));
            for (int i = 0; i < each; ++i, ++world) {
                const AnyState* deal = deal_at(world);
                if (!deal) return usual;
                for (std::size_t c = 0; c < alive; ++c) try_out(candidates_[c], *deal, world);
            }
            // The baseline's stays to the end: the others are measured by it.
            std::stable_sort(
                candidates_.begin() + 1, candidates_.begin() + static_cast<std::ptrdiff_t>(alive),
                [](const Candidate& a, const Candidate& b) { return a.mean() > b.mean(); });
            alive = std::max<std::size_t>(2, (alive + 1) / 2);
        }
        return is_better(candidates_[1], candidates_[0]) ? candidates_[1].action : usual;
    }

  private:
    // The baseline's action comes first, so that it wins ties.
    void gather(const Action& usual, u64 count) {
        candidates_.push_back({usual, {}, 0});
        const u64 most = static_cast<u64>(budget_.candidates);
        const auto add = [&](u64 index) {
            const Action action = game_.unrank(log_.now(), index);
            const bool same = action.kind == usual.kind && action.number == usual.number &&
                              action.ids == usual.ids && action.play.cards == usual.play.cards &&
                              action.play.reading == usual.play.reading;
            if (!same) candidates_.push_back({action, {}, 0});
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
        if (game_.check(state, action) != Code::ok) action = candidates_[0].action;
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
        candidate.values.push_back(value);
    }

    // The best of many that hardly differ is mostly the luckiest.
    bool is_better(const Candidate& a, const Candidate& b) const {
        const double n = static_cast<double>(a.values.size());
        const double mean = a.mean() - b.mean();
        double squares = 0;
        for (std::size_t i = 0; i < a.values.size(); ++i) {
            const double d = a.values[i] - b.values[i] - mean;
            squares += d * d;
        }
        return mean > 0 && mean * mean * n * n >= budget_.margin * budget_.margin * squares;
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
