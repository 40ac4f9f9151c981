#include "solve/single_position.hpp"

namespace pokerfast::solve {

const char* SinglePosition::fault() const {
    if (trump < -1 || trump > 3) return "no such trump suit";
    if (leader < 0 || leader > 3) return "no such leader";
    if (played < 0 || played > 3) return "a trick has at most three cards";
    u64 seen = 0;
    for (int i = 0; i < played; ++i) {
        if (trick[i] < 0 || trick[i] >= kind_small_joker) return "no such card";
        if (seen >> trick[i] & 1) return "a card twice";
        seen |= 1ull << trick[i];
    }
    const int size = tricks();
    if (size > 13) return "a hand of more than 13 cards";
    for (int i = 0; i < 4; ++i) {
        const u64 cards = hand[(leader + i) & 3];
        if (cards >> kind_small_joker) return "no such card";
        if (cards & seen) return "a card twice";
        seen |= cards;
        if (count_bits64(cards) != size - (i < played)) return "hands of different size";
        if (i > 0 && i < played && trick[i] / 13 != trick[0] / 13 &&
            (cards & kinds_of_suit(trick[0] / 13)))
            return "a hand did not follow suit";
    }
    return nullptr;
}

u64 SinglePosition::legal() const {
    const u64 cards = hand[turn()];
    if (played == 0) return cards;
    const u64 following = cards & kinds_of_suit(trick[0] / 13);
    return following ? following : cards;
}

namespace {

// Whether the later card takes the trick from the one that was winning.
bool beats(int card, int winning, int trump) {
    return card / 13 == winning / 13 ? card > winning : card / 13 == trump;
}

}  // namespace

void SinglePosition::play(int kind) {
    hand[turn()] &= ~(1ull << kind);
    if (played < 3) {
        trick[played++] = kind;
        return;
    }
    int winner = 0, best = trick[0];
    for (int i = 1; i < 4; ++i) {
        const int card = i < 3 ? trick[i] : kind;
        if (!beats(card, best, trump)) continue;
        best = card;
        winner = i;
    }
    leader = (leader + winner) & 3;
    ++won[leader & 1];
    played = 0;
    for (int& card : trick) card = 0;
}

std::vector<SingleMove> single_moves(const SinglePosition& position) {
    const u64 legal = position.legal();
    // Cards that a class must not reach across.
    u64 others = 0;
    for (int seat = 0; seat < 4; ++seat)
        if (seat != position.turn()) others |= position.hand[seat];
    if (position.played) {
        int best = position.trick[0];
        for (int i = 1; i < position.played; ++i)
            if (beats(position.trick[i], best, position.trump)) best = position.trick[i];
        others |= 1ull << best;
    }
    std::vector<SingleMove> moves;
    for (int suit = 0; suit < 4; ++suit) {
        u64 rest = legal & kinds_of_suit(suit);
        while (rest) {
            const int top = highest64(rest);
            const u64 below = others & kinds_of_suit(suit) & ((1ull << top) - 1);
            const u64 kinds = below ? rest & ~((2ull << highest64(below)) - 1) : rest;
            moves.push_back({top, kinds});
            rest &= ~kinds;
        }
    }
    return moves;
}

}  // namespace pokerfast::solve
