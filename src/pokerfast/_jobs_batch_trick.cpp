// Single plays of trick-taking games in arrays.
#include "_jobs_batch.hpp"
#include "batch/trick.hpp"

namespace pokerfast::bind {

namespace {

// A row can take long where neighbours decide.
constexpr u64 block = 64, check_block = 2048;
constexpr u64 row_bytes = sizeof(batch::TrickWords);

class TrickArrays {
  public:
    static constexpr const char* handle_name = "trick_arrays";

    TrickArrays(const std::string& name, const std::vector<i64>& values, int suit, int level)
        : game_(batch_game(name, values)) {
        const auto* tricks = dynamic_cast<const TrickGame*>(game_.get());
        if (!tricks) throw py::value_error(name + " is no trick-taking game");
        if (suit < 0 || suit > 4 || (tricks->has_levels() && (level < 0 || level > 12)))
            throw py::value_error("no such trump");
        arrays_ = std::make_unique<batch::TrickArrays>(tricks->plan(suit, level), tricks->decks(),
                                                       tricks->kinds());
    }

    i64 check_cards(const py::object& cards, int most, int workers) const {
        const Memory own(cards, false);
        const u64 n = own.rows(row_bytes);
        const auto* rows = own.of<const batch::TrickWords>(n);
        return Rows(workers).first_bad(n, check_block, [&](u64 from, u64 to) {
            return arrays_->bad_cards(rows, most, from, to);
        });
    }
    void count(const py::object& hands, const py::object& leads, const py::object& out,
               int workers) const {
        const Memory own(hands, false), led(leads, false), counts(out, true);
        const u64 n = own.rows(row_bytes);
        const auto* rows = own.of<const batch::TrickWords>(n);
        const batch::CardsArray asked = leads_of(led, n);
        i64* made = counts.of<i64>(n);
        Rows(workers).each(n, block,
                           [&](u64 from, u64 to) { arrays_->count(rows, asked, made, from, to); });
    }
    void list(const py::object& hands, const py::object& leads, const py::object& offsets,
              const py::object& out, int workers) const {
        const Memory own(hands, false), led(leads, false), places(offsets, false), plays(out, true);
        const u64 n = own.rows(row_bytes);
        const auto* rows = own.of<const batch::TrickWords>(n);
        const batch::CardsArray asked = leads_of(led, n);
        const i64* at = places.of<i64>(n + 1);
        auto* made = plays.of<batch::TrickWords>(static_cast<u64>(at[n]));
        Rows(workers).each(
            n, block, [&](u64 from, u64 to) { arrays_->list(rows, asked, at, made, from, to); });
    }
    // The numbers are checked first, so that a bad one leaves `out` as it was.
    i64 unrank(const py::object& hands, const py::object& leads, const py::object& indices,
               const py::object& out, int workers) const {
        const Memory own(hands, false), led(leads, false), numbers(indices, false),
            plays(out, true);
        const u64 n = own.rows(row_bytes);
        const auto* rows = own.of<const batch::TrickWords>(n);
        const batch::CardsArray asked = leads_of(led, n);
        const i64* wanted = numbers.of<i64>(n);
        auto* made = plays.of<batch::TrickWords>(n);
        const i64 bad = Rows(workers).first_bad(n, block, [&](u64 from, u64 to) {
            return arrays_->unrank(rows, asked, wanted, nullptr, from, to);
        });
        if (bad < 0)
            Rows(workers).each(n, block, [&](u64 from, u64 to) {
                arrays_->unrank(rows, asked, wanted, made, from, to);
            });
        return bad;
    }
    void check_follow(const py::object& hands, const py::object& leads, const py::object& plays,
                      const py::object& out, int workers) const {
        const Memory own(hands, false), led(leads, false), given(plays, false), codes(out, true);
        const u64 n = own.rows(row_bytes);
        const auto* rows = own.of<const batch::TrickWords>(n);
        const batch::CardsArray asked = leads_of(led, n);
        const auto* played = given.of<const batch::TrickWords>(n);
        u8* made = codes.of<u8>(n);
        Rows(workers).each(n, block, [&](u64 from, u64 to) {
            arrays_->check(rows, asked, played, made, from, to);
        });
    }
    void winner(const py::object& plays, int seats, const py::object& out, int workers) const {
        if (seats < 1 || seats > 4) throw py::value_error("1 to 4 seats");
        const Memory given(plays, false), winners(out, true);
        const u64 n = given.rows(row_bytes * static_cast<u64>(seats));
        const auto* rows = given.of<const batch::TrickWords>(n, static_cast<u64>(seats));
        auto* made = winners.of<std::int8_t>(n);
        Rows(workers).each(
            n, block, [&](u64 from, u64 to) { arrays_->winners(rows, seats, made, from, to); });
    }

  private:
    static batch::CardsArray leads_of(const Memory& memory, u64 n) {
        return {static_cast<const batch::TrickWords*>(memory.data()),
                step_of(memory, row_bytes, n)};
    }

    std::unique_ptr<Game> game_;
    std::unique_ptr<batch::TrickArrays> arrays_;
};

}  // namespace

void bind_batch_trick(py::module_& m) {
    const auto handle = py::arg("handle"), hands = py::arg("hands"), leads = py::arg("leads"),
               out = py::arg("out"), workers = py::arg("workers"), plays = py::arg("plays"),
               indices = py::arg("indices"), offsets = py::arg("offsets");
    m.def(
        "trick_arrays",
        [](const std::string& name, const std::vector<i64>& values, int suit, int level) {
            return handle_of(std::make_unique<TrickArrays>(name, values, suit, level));
        },
        py::arg("game"), py::arg("values"), py::arg("suit"), py::arg("level"),
        "What array calls under one trump work with; rows must have passed the check");
    m.def("trick_check_cards", &Handled<&TrickArrays::check_cards>::call, handle, py::arg("cards"),
          py::arg("most"), workers,
          "The first row that the pack does not have, or of more cards than that; or -1");
    m.def("trick_count", &Handled<&TrickArrays::count>::call, handle, hands, leads, out, workers,
          "Numbers of legal follows");
    m.def("trick_list", &Handled<&TrickArrays::list>::call, handle, hands, leads, offsets, out,
          workers, "Legal follows, row after row");
    m.def("trick_unrank", &Handled<&TrickArrays::unrank>::call, handle, hands, leads, indices, out,
          workers, "The follows with these numbers; the first row that has none, or -1");
    m.def("trick_check_follow", &Handled<&TrickArrays::check_follow>::call, handle, hands, leads,
          plays, out, workers, "Reason codes");
    m.def("trick_winner", &Handled<&TrickArrays::winner>::call, handle, plays, py::arg("seats"),
          out, workers,
          "Offsets of the winners from the leader; -1 where the first play is no lead");
}

}  // namespace pokerfast::bind
