#include "belief/spread.hpp"

#include <algorithm>
#include <cstring>
#include <map>

namespace pokerfast::belief {

namespace {

constexpr int places_n = Spread::places_n;
constexpr int most_of_all = most_packs * kinds_n;
constexpr u64 most_steps = 4'000'000;

// 216! is beyond a double.
const long double* factorials() {
    static const auto table = [] {
        std::vector<long double> f(most_of_all + 1, 1.0L);
        for (int i = 1; i <= most_of_all; ++i)
            f[static_cast<std::size_t>(i)] = f[static_cast<std::size_t>(i - 1)] * i;
        return f;
    }();
    return table.data();
}

int room_of(u64 room, int place) {
    return static_cast<int>(room >> (8 * place) & 255);
}

u64 one_at(int place, int n = 1) {
    return static_cast<u64>(n) << (8 * place);
}

bool fits(u64 taken, u64 room) {
    for (int p = 0; p < places_n; ++p)
        if (room_of(taken, p) > room_of(room, p)) return false;
    return true;
}

}  // namespace

double draw_fraction(Draws& draws) {
    return static_cast<double>(draws.below_wide(1ull << 53)) * 0x1p-53;
}

void shuffle(Draws& draws, std::vector<int>& ids) {
    for (std::size_t i = ids.size(); i > 1; --i)
        std::swap(ids[i - 1], ids[draws.below(static_cast<u32>(i))]);
}

void Spread::limit(int kind, int place, int most) {
    u8& now = limits_[kind].most[place];
    now = std::min(now, static_cast<u8>(most));
}

void Spread::need(int kind, Places places, int least) {
    limits_[kind].needs.push_back({places, least});
}

// Cards of kinds with limits between nothing and all are parts of their own; all others are put
// together by where they may be.
void Spread::make_parts(bool pairs, bool needs) {
    parts_.clear();
    rest_.clear();
    Places open = 0;
    for (int p = 0; p < places_n; ++p)
        if (room_of(room_, p)) open = static_cast<Places>(open | 1 << p);
    std::map<int, std::vector<Card>> kinds;
    for (const Card& card : cards_) kinds[card.id % kinds_n].push_back(card);
    std::map<Places, std::vector<int>> by_places;
    for (auto& [kind, cards] : kinds) {
        Limits limits;
        if (const auto found = limits_.find(kind); found != limits_.end()) limits = found->second;
        Places shut = 0;
        if (!needs) limits.needs.clear();
        bool binding = false;
        for (const Need& need : limits.needs) binding |= need.least > 0;
        for (int p = 0; p < places_n; ++p) {
            int able = 0;
            for (const Card& card : cards) able += card.places >> p & 1;
            if (limits.most[p] == 0)
                shut = static_cast<Places>(shut | 1 << p);
            else if (!pairs)
                limits.most[p] = any;
            binding |= limits.most[p] > 0 && limits.most[p] < able;
        }
        for (Card& card : cards) card.places = static_cast<Places>(card.places & open & ~shut);
        if (binding) {
            Part part;
            part.by_card = true;
            for (const Card& card : cards) part.ids.push_back(card.id);
            add_ways_by_card(part, cards, limits);
            parts_.push_back(std::move(part));
            continue;
        }
        for (const Card& card : cards)
            (card.places == open ? rest_ : by_places[card.places]).push_back(card.id);
    }
    for (auto& [places, ids] : by_places) {
        Part part;
        part.ids = std::move(ids);
        add_ways(part, places);
        parts_.push_back(std::move(part));
    }
    // What can go few ways comes first: fewer rooms to count from.
    std::stable_sort(parts_.begin(), parts_.end(),
                     [](const Part& a, const Part& b) { return a.ways.size() < b.ways.size(); });
}

void Spread::add_ways(Part& part, Places places) const {
    std::vector<int> where;
    for (int p = 0; p < places_n; ++p)
        if (places >> p & 1) where.push_back(p);
    if (where.empty()) return;
    const long double* f = factorials();
    const auto divide = [&](auto&& self, std::size_t i, int left, u64 taken,
                            long double ways) -> void {
        const int room = room_of(room_, where[i]);
        if (i + 1 == where.size()) {
            if (left <= room)
                part.ways.push_back({taken + one_at(where[i], left), ways / f[left], 0});
            return;
        }
        for (int n = 0; n <= left && n <= room; ++n)
            self(self, i + 1, left - n, taken + one_at(where[i], n), ways / f[n]);
    };
    divide(divide, 0, static_cast<int>(part.ids.size()), 0, f[part.ids.size()]);
}

void Spread::add_ways_by_card(Part& part, const std::vector<Card>& cards,
                              const Limits& limits) const {
    int taken[places_n] = {};
    const auto place = [&](auto&& self, std::size_t i, u32 where) -> void {
        if (i == cards.size()) {
            u64 sum = 0;
            for (int p = 0; p < places_n; ++p) sum += one_at(p, taken[p]);
            for (const Need& need : limits.needs) {
                int here = 0;
                for (int p = 0; p < places_n; ++p)
                    if (need.places >> p & 1) here += taken[p];
                if (here < need.least) return;
            }
            part.ways.push_back({sum, 1, where});
            return;
        }
        for (int p = 0; p < places_n; ++p) {
            if (!(cards[i].places >> p & 1) || taken[p] >= limits.most[p]) continue;
            ++taken[p];
            self(self, i + 1, where | static_cast<u32>(p) << (4 * i));
            --taken[p];
        }
    };
    place(place, 0, 0);
}

long double Spread::ways_left(std::size_t part, u64 room) const {
    if (part < parts_.size()) {
        const auto found = tables_[part].find(room);
        return found == tables_[part].end() ? 0 : found->second;
    }
    const long double* f = factorials();
    int sum = 0;
    long double ways = 1;
    for (int p = 0; p < places_n; ++p) {
        sum += room_of(room, p);
        ways /= f[room_of(room, p)];
    }
    return ways * f[sum];
}

long double Spread::count(std::size_t part, u64 room) {
    if (part == parts_.size()) return ways_left(part, room);
    if (const auto found = tables_[part].find(room); found != tables_[part].end())
        return found->second;
    long double sum = 0;
    for (const Way& way : parts_[part].ways)
        if (fits(way.taken, room)) sum += way.ways * count(part + 1, room - way.taken);
    steps_ += parts_[part].ways.size();
    tables_[part].emplace(room, sum);
    return sum;
}

// Cards that can be at one place only.
bool Spread::take_fixed(const int (&sizes)[places_n]) {
    int room[places_n];
    int sum = 0;
    for (int p = 0; p < places_n; ++p) {
        room[p] = sizes[p];
        sum += sizes[p];
    }
    if (sum != static_cast<int>(cards_.size())) return false;
    std::vector<Card> open;
    for (const Card& card : cards_) {
        if (card.places & (card.places - 1)) {
            open.push_back(card);
            continue;
        }
        if (card.places == 0) return false;
        const int p = lowest(static_cast<u32>(card.places));
        if (room[p]-- == 0) return false;
        fixed_[p].add(card.id);
        if (const auto found = limits_.find(card.id % kinds_n); found != limits_.end()) {
            u8& most = found->second.most[p];
            if (most == 0) return false;
            if (most < any) --most;
            for (Need& need : found->second.needs)
                if (need.places >> p & 1) --need.least;
        }
    }
    cards_ = std::move(open);
    room_ = 0;
    for (int p = 0; p < places_n; ++p) room_ += one_at(p, room[p]);
    return true;
}

bool Spread::build(const int (&sizes)[places_n]) {
    // In which order they were added may tell where they are.
    std::sort(cards_.begin(), cards_.end(),
              [](const Card& a, const Card& b) { return a.id < b.id; });
    if (!take_fixed(sizes)) return false;
    for (int relaxed = 0; relaxed < 3; ++relaxed) {
        make_parts(relaxed < 1, relaxed < 2);
        // An estimate of the work before any is done: rooms reached by the parts before.
        long double rooms = 1, work = 0;
        for (const Part& part : parts_) {
            work += rooms * static_cast<long double>(part.ways.size());
            long double most = 1;
            for (int p = 0; p < places_n; ++p) most *= room_of(room_, p) + 1;
            rooms = std::min(rooms * static_cast<long double>(std::max<std::size_t>(
                                         part.by_card ? std::min<std::size_t>(part.ways.size(), 4)
                                                      : part.ways.size(),
                                         1)),
                             most / 8);
        }
        if (work > most_steps && relaxed < 2) continue;
        tables_.assign(parts_.size(), {});
        total_ = count(0, room_);
        if (total_ > 0) return true;
        return false;
    }
    return false;
}

void Spread::draw(Draws& draws, CardIds (&out)[places_n]) const {
    for (int p = 0; p < places_n; ++p) out[p] = fixed_[p];
    u64 room = room_;
    const auto deal = [&](std::vector<int> ids, u64 taken) {
        shuffle(draws, ids);
        std::size_t next = 0;
        for (int p = 0; p < places_n; ++p)
            for (int n = room_of(taken, p); n > 0; --n) out[p].add(ids[next++]);
    };
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        long double at = static_cast<long double>(draw_fraction(draws)) * ways_left(i, room);
        const Way* chosen = nullptr;
        for (const Way& way : part.ways) {
            if (!fits(way.taken, room)) continue;
            const long double weight = way.ways * ways_left(i + 1, room - way.taken);
            if (weight <= 0) continue;
            chosen = &way;
            if (at < weight) break;
            at -= weight;
        }
        room -= chosen->taken;
        if (!part.by_card) {
            deal(part.ids, chosen->taken);
            continue;
        }
        for (std::size_t k = 0; k < part.ids.size(); ++k)
            out[chosen->where >> (4 * k) & 15].add(part.ids[k]);
    }
    deal(rest_, room);
}

}  // namespace pokerfast::belief
