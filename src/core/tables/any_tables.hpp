// Tables of any game, through what every game offers.
#pragma once

#include "game/climb.hpp"
#include "game/trick.hpp"
#include "tables/tables.hpp"

namespace pokerfast {

class AnyTables final : public Tables {
  public:
    explicit AnyTables(const TablesSpec& spec);

    void state(int table, AnyState& out) const override;

  protected:
    void start_some(int first, int last, int worker, const TablesOut& out) override;
    void step_some(int first, int last, int worker, const i64* choice,
                   const TablesOut& out) override;
    void list_some(int first, int last, int worker, const TablesOut& out) override;

  private:
    void start(int table);
    void look(int table, const TablesOut& out);
    // visit(i, action) for every legal action of a state.
    template <class Visit>
    void each_action(const AnyState& state, u64 count, std::vector<Combo>& combos,
                     Visit&& visit) const;
    void pack(const Action& action, u64* out) const;

    const Game& game_;
    const ClimbGame* climb_;
    const TrickGame* tricks_;
    std::unique_ptr<Encoding> encoding_;
    std::vector<AnyState> states_;
    std::vector<Trace> traces_;
};

}  // namespace pokerfast
