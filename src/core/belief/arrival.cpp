#include "belief/arrival.hpp"

#include <algorithm>
#include <iterator>

namespace pokerfast::belief {

namespace {

void list_ids(const CardIds& ids, std::vector<int>& out) {
    for (int deck = 0; deck < most_packs; ++deck)
        for (u64 left = ids.deck[deck]; left; left &= left - 1)
            out.push_back(kinds_n * deck + lowest(left));
}

}  // namespace

double HandOrder::likelihood(int w) const {
    // Watched cards one by one: open slots over all slots left.
    double p = 1;
    int free = size - clear, all = size;
    if (first >= 0) {
        if (w == 0) return 0;
        p *= static_cast<double>(w) / all;
        free = size - first - 1;
        --all;
        --w;
    }
    for (int i = 0; i < w; ++i) p *= static_cast<double>(std::max(0, free - i)) / (all - i);
    return p;
}

double Arrival::best(const HandOrder& order) const {
    double most = 0;
    for (int w = 0; w <= order.size && w <= count_bits64(watched.kinds) * most_packs; ++w)
        most = std::max(most, order.likelihood(w));
    return most;
}

bool Arrival::fill(Draws& draws, const HandOrder& order, int n, std::vector<int>& watched_ids,
                   std::vector<int>& rest, u8* slot) {
    shuffle(draws, watched_ids);
    shuffle(draws, rest);
    bool taken[most_packs * kinds_n] = {};
    std::size_t next = 0;
    int from = order.clear;
    if (order.first >= 0 && order.first < n) {
        if (watched_ids.empty()) return false;
        slot[order.first] = static_cast<u8>(watched_ids[next++]);
        taken[order.first] = true;
        from = order.first + 1;
    }
    std::vector<int> open;
    for (int i = from; i < n; ++i) open.push_back(i);
    if (open.size() < watched_ids.size() - next) return false;
    shuffle(draws, open);
    for (std::size_t i = 0; next < watched_ids.size(); ++i) {
        slot[open[i]] = static_cast<u8>(watched_ids[next++]);
        taken[open[i]] = true;
    }
    next = 0;
    for (int i = 0; i < n; ++i)
        if (!taken[i]) slot[i] = static_cast<u8>(rest[next++]);
    return true;
}

bool Arrival::draw(Draws& draws, const CardPlaces& original, int seats, CardPlaces& places) const {
    std::vector<int> cards, rest;
    for (int j = 0; j < seats; ++j) {
        const HandOrder& order = hand[j];
        u8* slot = places.order + order.begin;
        const u8* was = original.order + order.begin;
        if (!order.hidden()) {
            CardIds left = places.pile[j];
            cards.clear();
            for (int i = 0; i < order.exact; ++i) {
                if (!left.has(was[i])) return false;
                if (i < order.loose) cards.push_back(was[i]);
                slot[i] = was[i];
                left.deck[was[i] / kinds_n] &= ~(1ull << was[i] % kinds_n);
            }
            // Not as they came: that is not known.
            std::sort(cards.begin(), cards.end());
            rest.clear();
            const auto is_watched = [&](int id) { return watched.kinds >> id % kinds_n & 1; };
            std::copy_if(cards.begin(), cards.end(), std::back_inserter(rest),
                         [&](int id) { return !is_watched(id); });
            std::erase_if(cards, [&](int id) { return !is_watched(id); });
            if (!fill(draws, order, order.loose, cards, rest, slot)) return false;
            cards.clear();
            list_ids(left, cards);
            shuffle(draws, cards);
            for (std::size_t i = 0; i < cards.size(); ++i)
                slot[static_cast<std::size_t>(order.exact) + i] = static_cast<u8>(cards[i]);
            continue;
        }
        cards.clear();
        rest.clear();
        list_ids(places.pile[j].within(watched.kinds), cards);
        list_ids(places.pile[j].within(~watched.kinds), rest);
        if (order.first >= 0 || order.clear > 0) {
            const double chance = order.likelihood(static_cast<int>(cards.size())) / best(order);
            if (draw_fraction(draws) >= chance) return false;
        }
        if (!fill(draws, order, order.size, cards, rest, slot)) return false;
    }
    constexpr int kitty = CardPlaces::kitty;
    u8* slot = places.order + original.begin[kitty];
    const u8* was = original.order + original.begin[kitty];
    const int n = original.begin[kitty + 1] - original.begin[kitty];
    cards.clear();
    list_ids(places.pile[kitty] - turned, cards);
    shuffle(draws, cards);
    std::size_t next = 0;
    for (int i = 0; i < n; ++i) {
        if (turned.has(was[i])) {
            slot[i] = was[i];
            continue;
        }
        if (next == cards.size()) return false;
        slot[i] = static_cast<u8>(cards[next++]);
    }
    return true;
}

}  // namespace pokerfast::belief
