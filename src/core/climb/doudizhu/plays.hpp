// 斗地主's plays as every climbing game offers them; the searches are in walk.hpp.
#pragma once

#include "climb/doudizhu/plan.hpp"
#include "climb/plays.hpp"

namespace pokerfast {

class DouDizhuPlays final : public Plays {
  public:
    explicit DouDizhuPlays(const DouDizhuRules& rules);

    const Plan& plan() const { return plan_; }

    const RankCounts& pack() const override { return pack_; }
    int decks() const override { return 1; }
    u64 kinds() const override;
    void readings(const RankCounts& cards, std::vector<Reading>& out) const override;
    Reading classify(const RankCounts& cards) const override;
    bool beats(const Combo& play, const Combo& table) const override;
    Reading best_beating(const RankCounts& cards, const Combo& table) const override;
    Reading reading_of_kind(const RankCounts& cards, Kind kind) const override;
    u64 count_leads(const RankCounts& hand) const override;
    u64 count_follows(const RankCounts& hand, const Combo& table) const override;
    void leads(const RankCounts& hand, std::vector<Combo>& out) const override;
    void follows(const RankCounts& hand, const Combo& table,
                 std::vector<Combo>& out) const override;
    Combo lead_at(const RankCounts& hand, u64 i) const override;
    Combo follow_at(const RankCounts& hand, const Combo& table, u64 i) const override;
    Code check(const RankCounts& hand, const Combo* table, Combo& play) const override;

  private:
    Plan plan_;
    RankCounts pack_;
};

}  // namespace pokerfast
