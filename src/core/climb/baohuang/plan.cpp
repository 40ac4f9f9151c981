#include "climb/baohuang/plan.hpp"

namespace pokerfast {

namespace {

consteval SpareJokers make_spare(bool kao) {
    SpareJokers spare{};
    for (int A = 0; A <= most_jokers; ++A)
        for (int B = 0; B <= most_jokers; ++B)
            for (int a = 0; a <= most_jokers; ++a)
                for (int b = 0; b <= most_jokers; ++b)
                    // i of the big jokers are beaten by WW, the others by www; c of the small ones
                    // by W, the others by ww.
                    for (int i = 0; i <= A; ++i)
                        for (int c = 0; c <= B; ++c) {
                            if (!kao && (A > 0 || c < B)) continue;
                            const int left_big = a - 2 * i - c;
                            const int left_small = b - 3 * (A - i) - 2 * (B - c);
                            if (left_big < 0 || left_small < 0) continue;
                            u16& mask = spare.of[A][B][a][b];
                            mask = static_cast<u16>(mask | 1u << (left_big + left_small));
                        }
    return spare;
}

constexpr SpareJokers plain_spare = make_spare(false), kao_spare = make_spare(true);

}  // namespace

BaohuangPlan::BaohuangPlan(const BaohuangRules& rules)
    : spare(rules.kao ? &kao_spare : &plain_spare), bound(rules.bie6 ? 1u << slot_six : 0) {}

}  // namespace pokerfast
