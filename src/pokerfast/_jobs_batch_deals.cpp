// Deals and random games in arrays.
#include "_jobs_batch.hpp"
#include "batch/deals.hpp"
#include "game/snapshot.hpp"

namespace pokerfast::bind {

namespace {

// Multiples of draw_lanes.
constexpr u64 deal_block = 512, game_block = 128;

class DealArrays {
  public:
    static constexpr const char* handle_name = "deal_arrays";

    DealArrays(const std::string& name, const std::vector<i64>& values)
        : game_(batch_game(name, values)), driver_(find_driver(name)) {
        if (!driver_ || !batch::game_faults(*game_).empty())
            throw py::value_error("no whole games by these rules");
    }

    void deal(u64 seed, u64 first, bool from_play, const py::object& hands, const py::object& kitty,
              int workers) const {
        const Memory own(hands, true), rest(kitty, true);
        const u64 hand_words = static_cast<u64>(batch::hand_words(*game_));
        const u64 n = rest.rows(8 * hand_words);
        u64* bottoms = rest.of<u64>(n, hand_words);
        u64* held = own.of<u64>(n, hand_words * seats());
        const batch::DealRange range{seed, first, from_play};
        Rows(workers).each(n, deal_block, [&](u64 from, u64 to) {
            batch::deal(*game_, range, held, bottoms, from, to);
        });
    }
    void play_deals(u64 seed, u64 first, bool from_play, const py::object& out, int workers) const {
        const Memory returns(out, true);
        const u64 n = returns.rows(8 * seats());
        double* made = returns.of<double>(n, seats());
        const batch::DealRange range{seed, first, from_play};
        Rows(workers).each(n, game_block, [&](u64 from, u64 to) {
            batch::play_deals(*game_, *driver_, range, made, from, to);
        });
    }
    void play_states(const std::vector<std::string>& snapshots, u64 repeats, u64 seed, u64 first,
                     const py::object& out, int workers) const {
        const Memory returns(out, true);
        const u64 n = snapshots.size() * repeats;
        double* made = returns.of<double>(n, seats());
        std::vector<AnyState> states(snapshots.size());
        for (std::size_t i = 0; i < states.size(); ++i) {
            SnapshotHead head;
            if (!read_head(snapshots[i], head).empty() || head.game != game_->name() ||
                !unpack_state(*game_, head.fields, states[i]).empty())
                throw py::value_error("bad position");
        }
        Rows(workers).each(n, game_block, [&](u64 from, u64 to) {
            batch::play_states(*game_, *driver_, states.data(), repeats, seed, first, made, from,
                               to);
        });
    }

    // 斗地主 by rows of hands. (row, number of the fault), or (-1, 0).
    std::pair<i64, int> check_positions(const py::object& hands, int players,
                                        const py::object& to_move, const py::object& landlord,
                                        const py::object& tables, const py::object& table_by,
                                        int workers) const {
        const Positions at(hands, players, to_move, landlord, tables, table_by);
        const Plan& plan = doudizhu().plan();
        const i64 row = Rows(workers).first_bad(at.n, deal_block, [&](u64 from, u64 to) {
            u64 i = from;
            while (i < to && fault_of(plan, at.positions, i) == batch::PositionFault::none) ++i;
            return i;
        });
        if (row < 0) return {-1, 0};
        return {row, static_cast<int>(fault_of(plan, at.positions, static_cast<u64>(row)))};
    }
    void play_positions(const py::object& hands, int players, const py::object& to_move,
                        const py::object& landlord, const py::object& tables,
                        const py::object& table_by, u64 seed, u64 first, const py::object& out,
                        int workers) const {
        const Positions at(hands, players, to_move, landlord, tables, table_by);
        const Memory returns(out, true);
        double* made = returns.of<double>(at.n, static_cast<u64>(players));
        const DouDizhu& game = doudizhu();
        Rows(workers).each(at.n, game_block, [&](u64 from, u64 to) {
            batch::play_positions(game, *driver_, at.positions, seed, first, made, from, to);
        });
    }

  private:
    struct Positions {
        Memory hands, to_move, landlord, table_by;
        std::unique_ptr<Memory> tables;
        u64 n;
        batch::DeckPositions positions;

        Positions(const py::object& cards, int players, const py::object& turn,
                  const py::object& lord, const py::object& on, const py::object& owner)
            : hands(cards, false),
              to_move(turn, false),
              landlord(lord, false),
              table_by(owner, false) {
            if (players < 2 || players > 3) throw py::value_error("two or three hands");
            const u64 seats = static_cast<u64>(players);
            n = hands.rows(8 * seats);
            positions.hands = hands.of<const u64>(n, seats);
            positions.players = players;
            positions.to_move = seats_of(to_move);
            positions.landlord = seats_of(landlord);
            positions.table_by = seats_of(table_by);
            if (on.is_none()) return;
            tables = std::make_unique<Memory>(on, false);
            constexpr u64 row = sizeof(batch::PlayRow<1>);
            positions.tables = {tables->data(), step_of(*tables, row, n)};
        }
        batch::DeckPositions::Seats seats_of(const Memory& memory) const {
            return {static_cast<const std::int8_t*>(memory.data()), step_of(memory, 1, n)};
        }
    };

    u64 seats() const { return static_cast<u64>(game_->seats()); }
    const DouDizhu& doudizhu() const {
        const auto* found = dynamic_cast<const DouDizhu*>(game_.get());
        if (!found) throw py::value_error("not 斗地主");
        return *found;
    }

    std::unique_ptr<Game> game_;
    const Driver* driver_;
};

}  // namespace

void bind_batch_deals(py::module_& m) {
    const auto handle = py::arg("handle"), seed = py::arg("seed"), first = py::arg("first"),
               out = py::arg("out"), workers = py::arg("workers"), from_play = py::arg("from_play"),
               hands = py::arg("hands"), players = py::arg("players"), to_move = py::arg("to_move"),
               landlord = py::arg("landlord"), tables = py::arg("tables"),
               table_by = py::arg("table_by");
    m.def(
        "deal_arrays",
        [](const std::string& name, const std::vector<i64>& values) {
            return handle_of(std::make_unique<DealArrays>(name, values));
        },
        py::arg("game"), py::arg("values"), "What deals and random games in arrays work with");
    m.def("deal_cards", &Handled<&DealArrays::deal>::call, handle, seed, first, from_play, hands,
          py::arg("kitty"), workers, "Games first, first + 1 … of a seed");
    m.def("play_deals", &Handled<&DealArrays::play_deals>::call, handle, seed, first, from_play,
          out, workers, "The same games played at random");
    m.def("play_states", &Handled<&DealArrays::play_states>::call, handle, py::arg("snapshots"),
          py::arg("repeats"), seed, first, out, workers,
          "Positions played at random, each so many times");
    m.def("check_positions", &Handled<&DealArrays::check_positions>::call, handle, hands, players,
          to_move, landlord, tables, table_by, workers,
          "斗地主: the first row that is no position, and the number of what is wrong; (-1, 0)");
    m.def("play_positions", &Handled<&DealArrays::play_positions>::call, handle, hands, players,
          to_move, landlord, tables, table_by, seed, first, out, workers,
          "斗地主: positions played at random");
}

}  // namespace pokerfast::bind
