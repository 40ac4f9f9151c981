// 保皇's plays as every climbing game offers them.
#pragma once

#include "climb/baohuang/plan.hpp"
#include "climb/plays.hpp"

namespace pokerfast {

class BaohuangPlays final : public OneReadingPlays {
  public:
    explicit BaohuangPlays(const BaohuangRules& rules);

    const BaohuangPlan& plan() const { return plan_; }

    const RankCounts& pack() const override { return pack_; }
    int decks() const override { return 4; }
    u64 kinds() const override { return kinds_; }
    Reading classify(const RankCounts& cards) const override;
    bool beats(const Combo& play, const Combo& table) const override;
    u64 count_leads(const RankCounts& hand) const override;
    u64 count_follows(const RankCounts& hand, const Combo& table) const override;
    void leads(const RankCounts& hand, std::vector<Combo>& out) const override;
    void follows(const RankCounts& hand, const Combo& table,
                 std::vector<Combo>& out) const override;
    void every(std::vector<Combo>& out) const override;
    u32 related(const RankCounts&) const override { return plan_.bound | ~plain_slots; }
    Combo lead_at(const RankCounts& hand, u64 i) const override;
    Combo follow_at(const RankCounts& hand, const Combo& table, u64 i) const override;

  protected:
    Code judge(const RankCounts& hand, const Combo* table, const Combo& play) const override;

  private:
    BaohuangPlan plan_;
    RankCounts pack_;
    u64 kinds_;
};

}  // namespace pokerfast
