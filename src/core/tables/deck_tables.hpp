// Tables of 斗地主 from the start of play, the quick way: plays by rank only, each list of plays
// found once, observations as DouZero has them.
#pragma once

#include "climb/doudizhu/sinks.hpp"
#include "encode/douzero.hpp"
#include "tables/tables.hpp"

namespace pokerfast {

class DeckTables final : public Tables {
  public:
    DeckTables(const TablesSpec& spec, const DouDizhu& game);

    void state(int table, AnyState& out) const override;

  protected:
    void start_some(int first, int last, int worker, const TablesOut& out) override;
    void step_some(int first, int last, int worker, const i64* choice,
                   const TablesOut& out) override;
    void list_some(int first, int last, int worker, const TablesOut& out) override;

  private:
    // Of a state's cards only the counts are kept up to date; which physical ones are left follows
    // from those that were dealt, since a play takes the lowest.
    struct Table {
        doudizhu::State s;
        u64 dealt[3];
        douzero::Moves moves;
        u32 listed;  // number of its first play in the worker's list
    };
    // The plays of a worker's tables, and the list that is being made from them.
    struct Lists {
        std::vector<DeckCombo> now, next;
        std::size_t size = 0;  // of the next

        DeckCombo* room(std::size_t count);
    };

    void start(int table);
    void look(int table, Lists& lists, const TablesOut& out);
    DeckCombo chosen(const Table& table, u64 choice) const;
    void advance(Table& table, const DeckCombo& combo) const;

    const DouDizhu& game_;
    std::vector<Table> tables_;
    std::vector<Lists> lists_;
};

}  // namespace pokerfast
