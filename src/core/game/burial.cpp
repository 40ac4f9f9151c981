#include "game/burial.hpp"

namespace pokerfast {

namespace {

// The least points that k cards can have.
int least_points(const Copies& hand, int k) {
    const int none = hand.within(~(five_kinds | ten_kinds)).total();
    const int fives = hand.within(five_kinds).total();
    k -= none;
    if (k <= 0) return 0;
    return k <= fives ? 5 * k : 5 * fives + 10 * (k - fives);
}

}  // namespace

Burial::Burial(const Copies& hand, int cards, i64 most_points)
    : hand_(hand), cards_(cards), most_points_(most_points) {
    if (most_points < 0) return;
    const i64 least = least_points(hand, cards);
    if (most_points_ < least) most_points_ = least;
}

template <class Visit>
void Burial::each(Visit&& visit) const {
    const int k = cards_;
    const i64 limit = most_points_;
    for (int tens = 0; tens <= k && 10 * tens <= limit; ++tens)
        for (int fives = 0; fives + tens <= k && 5 * fives + 10 * tens <= limit; ++fives) {
            const Take none{hand_.within(~(five_kinds | ten_kinds)), k - fives - tens, 0, 0};
            const Take five{hand_.within(five_kinds), fives, 0, 0};
            const Take ten{hand_.within(ten_kinds), tens, 0, 0};
            const u64 ways = none.count() * five.count() * ten.count();
            if (ways && visit(none, five, ten, ways)) return;
        }
}

u64 Burial::count() const {
    if (most_points_ < 0) return Take{hand_, cards_, 0, 0}.count();
    u64 sum = 0;
    each([&](const Take&, const Take&, const Take&, u64 ways) {
        sum += ways;
        return false;
    });
    return sum;
}

Copies Burial::at(u64 index) const {
    if (most_points_ < 0) return Take{hand_, cards_, 0, 0}.at(index);
    Copies cards;
    each([&](const Take& none, const Take& five, const Take& ten, u64 ways) {
        if (index >= ways) {
            index -= ways;
            return false;
        }
        cards = none.at(index % none.count());
        index /= none.count();
        cards = cards + five.at(index % five.count()) + ten.at(index / five.count());
        return true;
    });
    return cards;
}

Next Burial::next(const Copies& chosen) const {
    if (chosen.total() == cards_) return {0, true};
    return {next_kinds(hand_, chosen, [&](const Step& at) {
        if (at.most < cards_) return false;
        if (most_points_ < 0) return true;
        return points_of(at.cards) + least_points(at.rest, cards_ - at.size) <= most_points_;
    })};
}

Code Burial::check(const Copies& cards) const {
    if (cards.total() != cards_) return Code::wrong_size;
    if (most_points_ < 0) return Code::ok;
    return points_of(cards) <= most_points_ ? Code::ok : Code::too_many_points;
}

}  // namespace pokerfast
