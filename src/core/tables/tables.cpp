#include "tables/tables.hpp"

#include "game/doudizhu.hpp"
#include "tables/any_tables.hpp"
#include "tables/deck_tables.hpp"

#include <algorithm>
#include <exception>

namespace pokerfast {

Tables::Tables(const TablesSpec& spec)
    : spec_(spec),
      counts_(at(spec.tables)),
      games_(at(spec.tables)),
      offsets_(at(spec.tables) + 1),
      crew_(std::min(spec.workers, spec.tables)) {}

template <class Job>
void Tables::share(Job&& job) {
    const int workers = crew_.workers();
    if (workers == 1) return job(0, spec_.tables, 0);
    const auto border = [&](int worker) {
        return static_cast<int>(static_cast<i64>(spec_.tables) * worker / workers);
    };
    std::vector<std::exception_ptr> failed(at(workers));
    crew_.run([&](int worker) {
        try {
            job(border(worker), border(worker + 1), worker);
        } catch (...) {  // out of memory
            failed[at(worker)] = std::current_exception();
        }
    });
    for (const std::exception_ptr& error : failed)
        if (error) std::rethrow_exception(error);
}

void Tables::reset(const TablesOut& out) {
    std::fill(out.done, out.done + spec_.tables, u8{0});
    std::fill(out.rewards, out.rewards + at(spec_.tables) * at(spec_.game->seats()), 0.0);
    for (int i = 0; i < spec_.tables; ++i) games_[at(i)] = i;
    share([&](int first, int last, int worker) { start_some(first, last, worker, out); });
    place(out);
}

int Tables::find_fault(const i64* choice) const {
    for (int i = 0; i < spec_.tables; ++i)
        if (static_cast<u64>(choice[i]) >= counts_[at(i)]) return i;
    return -1;
}

void Tables::step(const i64* choice, const TablesOut& out) {
    share([&](int first, int last, int worker) { step_some(first, last, worker, choice, out); });
    place(out);
}

void Tables::place(const TablesOut& out) {
    i64 total = 0;
    for (int i = 0; i < spec_.tables; ++i) {
        const u64 count = counts_[at(i)];
        out.counts[i] = static_cast<i64>(count);
        out.game[i] = games_[at(i)];
        out.offsets[i] = offsets_[at(i)] = total;
        if (may_list(count)) total += static_cast<i64>(count);
    }
    out.offsets[spec_.tables] = offsets_.back() = total;
}

void Tables::list(const TablesOut& out) {
    if (spec_.listing == Listing::count) return;
    share([&](int first, int last, int worker) { list_some(first, last, worker, out); });
}

std::unique_ptr<Tables> make_tables(const TablesSpec& spec) {
    const auto* doudizhu = dynamic_cast<const DouDizhu*>(spec.game);
    const bool general = spec.watching == Watching::general ||
                         (spec.watching == Watching::nothing && spec.listing == Listing::features);
    if (doudizhu && spec.from_play && !general)
        return std::make_unique<DeckTables>(spec, *doudizhu);
    return std::make_unique<AnyTables>(spec);
}

}  // namespace pokerfast
