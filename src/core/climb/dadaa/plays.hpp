// 打大A's plays as every climbing game offers them.
#pragma once

#include "climb/dadaa/plan.hpp"
#include "climb/plays.hpp"

namespace pokerfast {

class DadaaPlays final : public OneReadingPlays {
  public:
    explicit DadaaPlays(const DadaaRules& rules);

    const DadaaPlan& plan() const { return plan_; }

    const RankCounts& pack() const override { return pack_; }
    int decks() const override { return 2; }
    u64 kinds() const override;
    Reading classify(const RankCounts& cards) const override;
    bool beats(const Combo& play, const Combo& table) const override;
    u64 count_leads(const RankCounts& hand) const override;
    u64 count_follows(const RankCounts& hand, const Combo& table) const override;
    void leads(const RankCounts& hand, std::vector<Combo>& out) const override;
    void follows(const RankCounts& hand, const Combo& table,
                 std::vector<Combo>& out) const override;
    Combo lead_at(const RankCounts& hand, u64 i) const override;
    Combo follow_at(const RankCounts& hand, const Combo& table, u64 i) const override;
    Combo take_of(const Combo& table) const override;
    bool may_take(const RankCounts& hand) const override { return hand.of(slot_four) >= 2; }
    bool may_be_taken(const RankCounts& hand) const override;
    u32 related(const RankCounts& hand) const override;
    int strength(int slot) const override;

  protected:
    Code judge(const RankCounts& hand, const Combo* table, const Combo& play) const override;

  private:
    DadaaPlan plan_;
    RankCounts pack_;
};

}  // namespace pokerfast
