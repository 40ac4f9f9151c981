// Single plays of climbing games in arrays.
#include "_jobs_batch.hpp"
#include "batch/climb.hpp"
#include "game/climb.hpp"

namespace pokerfast::bind {

namespace {

constexpr u64 block = 2048;

class ClimbArrays {
  public:
    static constexpr const char* handle_name = "climb_arrays";

    ClimbArrays(const std::string& name, const std::vector<i64>& values)
        : game_(batch_game(name, values)) {
        const auto* climb = dynamic_cast<const ClimbGame*>(game_.get());
        if (!climb) throw py::value_error(name + " is no climbing game");
        arrays_ = batch::make_climb_arrays(climb->plays());
    }

    int words() const { return arrays_->words(); }

    i64 check_hands(const py::object& hands, int workers) const {
        const Memory own(hands, false);
        const u64 n = own.rows(hand_bytes());
        const u64* rows = hands_of(own, n);
        return Rows(workers).first_bad(
            n, block, [&](u64 from, u64 to) { return arrays_->bad_hand(rows, from, to); });
    }
    i64 check_plays(const py::object& plays, int workers) const {
        const Memory own(plays, false);
        const void* rows = own.data();
        return Rows(workers).first_bad(own.rows(play_bytes()), block, [&](u64 from, u64 to) {
            return arrays_->bad_play(rows, from, to);
        });
    }

    void classify(const py::object& cards, const py::object& out, int workers) const {
        const Memory own(cards, false), plays(out, true);
        const u64 n = own.rows(hand_bytes());
        const u64* rows = hands_of(own, n);
        void* made = plays.exactly(n, play_bytes());
        Rows(workers).each(n, block,
                           [&](u64 from, u64 to) { arrays_->classify(rows, made, from, to); });
    }
    void beats(const py::object& plays, const py::object& tables, const py::object& out,
               int workers) const {
        const Memory own(plays, false), answers(out, true);
        const u64 n = own.rows(play_bytes());
        const Tables on(*this, tables, n);
        if (!on.given()) throw py::type_error("tables are needed");
        const void* rows = own.data();
        u8* made = answers.of<u8>(n);
        Rows(workers).each(
            n, block, [&](u64 from, u64 to) { arrays_->beats(rows, on.array, made, from, to); });
    }
    void cards_beat(const py::object& cards, const py::object& tables, const py::object& out,
                    int workers) const {
        const Memory own(cards, false), answers(out, true);
        const u64 n = own.rows(hand_bytes());
        const Tables on(*this, tables, n);
        if (!on.given()) throw py::type_error("tables are needed");
        const u64* rows = hands_of(own, n);
        u8* made = answers.of<u8>(n);
        Rows(workers).each(n, block, [&](u64 from, u64 to) {
            arrays_->cards_beat(rows, on.array, made, from, to);
        });
    }
    void count(const py::object& hands, const py::object& tables, const py::object& out,
               int workers) const {
        const Memory own(hands, false), counts(out, true);
        const u64 n = own.rows(hand_bytes());
        const Tables on(*this, tables, n);
        const u64* rows = hands_of(own, n);
        i64* made = counts.of<i64>(n);
        Rows(workers).each(
            n, block, [&](u64 from, u64 to) { arrays_->count(rows, on.given(), made, from, to); });
    }
    void list(const py::object& hands, const py::object& tables, const py::object& offsets,
              const py::object& out, int workers) const {
        const Memory own(hands, false), places(offsets, false), plays(out, true);
        const u64 n = own.rows(hand_bytes());
        const Tables on(*this, tables, n);
        const u64* rows = hands_of(own, n);
        const i64* at = places.of<i64>(n + 1);
        void* made = plays.exactly(static_cast<u64>(at[n]), play_bytes());
        Rows(workers).each(n, block, [&](u64 from, u64 to) {
            arrays_->list(rows, on.given(), at, made, from, to);
        });
    }
    i64 check_indices(const py::object& hands, const py::object& tables, const py::object& indices,
                      int workers) const {
        const Memory own(hands, false), numbers(indices, false);
        const u64 n = own.rows(hand_bytes());
        const Tables on(*this, tables, n);
        const u64* rows = hands_of(own, n);
        const i64* wanted = numbers.of<i64>(n);
        return Rows(workers).first_bad(n, block, [&](u64 from, u64 to) {
            return arrays_->bad_index(rows, on.given(), wanted, from, to);
        });
    }
    void unrank(const py::object& hands, const py::object& tables, const py::object& indices,
                const py::object& out, int workers) const {
        const Memory own(hands, false), numbers(indices, false), plays(out, true);
        const u64 n = own.rows(hand_bytes());
        const Tables on(*this, tables, n);
        const u64* rows = hands_of(own, n);
        const i64* wanted = numbers.of<i64>(n);
        void* made = plays.exactly(n, play_bytes());
        Rows(workers).each(n, block, [&](u64 from, u64 to) {
            arrays_->unrank(rows, on.given(), wanted, made, from, to);
        });
    }

  private:
    // None: leads.
    struct Tables {
        std::unique_ptr<Memory> memory;
        batch::PlayArray array;

        Tables(const ClimbArrays& arrays, const py::object& tables, u64 n) {
            if (tables.is_none()) return;
            memory = std::make_unique<Memory>(tables, false);
            array = {memory->data(), step_of(*memory, arrays.play_bytes(), n)};
        }
        const batch::PlayArray* given() const { return memory ? &array : nullptr; }
    };

    u64 hand_bytes() const { return 8 * static_cast<u64>(words()); }
    u64 play_bytes() const { return arrays_->row_bytes(); }
    const u64* hands_of(const Memory& memory, u64 n) const {
        return memory.of<const u64>(n, static_cast<u64>(words()));
    }

    std::unique_ptr<Game> game_;
    std::unique_ptr<batch::ClimbArrays> arrays_;
};

}  // namespace

void bind_batch_climb(py::module_& m) {
    const auto handle = py::arg("handle"), hands = py::arg("hands"), tables = py::arg("tables"),
               out = py::arg("out"), workers = py::arg("workers"), cards = py::arg("cards"),
               plays = py::arg("plays"), indices = py::arg("indices"), offsets = py::arg("offsets");
    m.def(
        "climb_arrays",
        [](const std::string& name, const std::vector<i64>& values) {
            return handle_of(std::make_unique<ClimbArrays>(name, values));
        },
        py::arg("game"), py::arg("values"),
        "What array calls of a climbing game work with; rows must have passed the checks");
    m.def("climb_words", &Handled<&ClimbArrays::words>::call, handle, "64-bit words of a hand");
    m.def("climb_check_hands", &Handled<&ClimbArrays::check_hands>::call, handle, hands, workers,
          "The first row that the pack does not have, or -1");
    m.def("climb_check_plays", &Handled<&ClimbArrays::check_plays>::call, handle, plays, workers,
          "The first row that is no play's, or -1");
    m.def("climb_classify", &Handled<&ClimbArrays::classify>::call, handle, cards, out, workers,
          "The reading that leads by default");
    m.def("climb_beats", &Handled<&ClimbArrays::beats>::call, handle, plays, tables, out, workers,
          "Whether each play as it is read beats its table");
    m.def("climb_cards_beat", &Handled<&ClimbArrays::cards_beat>::call, handle, cards, tables, out,
          workers, "Whether any reading of the cards beats the table");
    m.def("climb_count", &Handled<&ClimbArrays::count>::call, handle, hands, tables, out, workers,
          "Numbers of leads (no tables) or follows");
    m.def("climb_list", &Handled<&ClimbArrays::list>::call, handle, hands, tables, offsets, out,
          workers, "Leads or follows, row after row");
    m.def("climb_check_indices", &Handled<&ClimbArrays::check_indices>::call, handle, hands, tables,
          indices, workers, "The first row whose hand has no play of that number, or -1");
    m.def("climb_unrank", &Handled<&ClimbArrays::unrank>::call, handle, hands, tables, indices, out,
          workers, "The plays with these numbers");
}

}  // namespace pokerfast::bind
