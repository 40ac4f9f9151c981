#include "solve/single_search.hpp"

namespace pokerfast::solve {

using namespace single;

namespace {

u64 lanes_of(u64 kinds) {
    u64 cards = 0;
    for (int s = 0; s < 4; ++s) cards |= (kinds >> (13 * s) & suit_mask) << (16 * s);
    return cards;
}

int card_of(int kind) {
    return 16 * (kind / 13) + kind % 13;
}

PF_INLINE bool beats(int card, int best, u64 trumps) {
    return (card ^ best) < 16 ? card > best : trumps >> card & 1;
}

// What the winner of a full trick rests on: nothing if no other card is of its suit.
PF_INLINE Ranks rank_of(const Trick& trick) {
    return (trick.cards & suit_of(trick.best)) == bit(trick.best) ? 0 : bit(trick.best);
}

}  // namespace

SingleSearch::SingleSearch(const SinglePosition& root, std::size_t most_bytes, const Limits& limits,
                           u32 reductions)
    : table_(most_bytes), limits_(limits), reductions_(reductions) {
    u64 held[4];
    for (int seat = 0; seat < 4; ++seat) held[seat] = lanes_of(root.hand[seat]);
    for (int i = 0; i < root.played; ++i)
        held[(root.leader + i) & 3] |= bit(card_of(root.trick[i]));
    for (u32 seat = 0; seat < 4; ++seat)
        for (u64 rest = held[seat]; rest; rest &= rest - 1) {
            const int card = lowest(rest);
            state_.owners[card >> 4] |= seat << (2 * (card & 15));
        }
    if (root.trump >= 0) state_.trumps = suit(root.trump);
}

bool SingleSearch::out_of_limits() {
    if (nodes_ >= limits_.nodes || nodes_ >= budget_) return stopped_ = true;
    if ((++nodes_ & 255) == 0 && limits_.poll && limits_.poll(limits_.with, nodes_)) {
        limits_.nodes = nodes_;  // for good
        stopped_ = true;
    }
    return stopped_;
}

std::optional<bool> SingleSearch::tries(const SinglePosition& position, int target, u64 more) {
    if (stopped_) return {};
    budget_ = nodes_ + more;
    const bool reached = reaches(position, target);
    budget_ = ~0ull;
    if (!stopped_) return reached;
    stopped_ = nodes_ >= limits_.nodes;
    return {};
}

bool SingleSearch::reaches(const SinglePosition& position, int target) {
    const int tricks = position.tricks();
    if (target <= 0) return true;
    if (target > tricks || stopped_) return false;
    state_.shape = 0;
    for (int seat = 0; seat < 4; ++seat) {
        state_.hand[seat] = lanes_of(position.hand[seat]);
        for (int s = 0; s < 4; ++s)
            state_.shape |= static_cast<u64>(count_bits64(state_.hand[seat] & suit(s)))
                            << (16 * seat + 4 * s);
    }
    Ranks ranks = 0;
    if (position.played == 0) return lead(position.leader, tricks, target, ranks);
    Trick trick;
    trick.leader = trick.winner = position.leader;
    trick.best = card_of(position.trick[0]);
    trick.led = suit_of(trick.best);
    trick.cards = bit(trick.best);
    for (int i = 1; i < position.played; ++i) {
        const int card = card_of(position.trick[i]);
        trick.cards |= bit(card);
        if (!beats(card, trick.best, state_.trumps)) continue;
        trick.best = card;
        trick.winner = (position.leader + i) & 3;
    }
    if (position.played == 1) return follow<1>(trick, tricks, target, ranks);
    if (position.played == 2) return follow<2>(trick, tricks, target, ranks);
    return follow<3>(trick, tricks, target, ranks);
}

bool SingleSearch::last_trick(int leader, int target, Ranks& ranks) const {
    int winner = leader, best = lowest(state_.hand[leader]);
    for (int i = 1; i < 4; ++i) {
        const int seat = (leader + i) & 3, card = lowest(state_.hand[seat]);
        if (!beats(card, best, state_.trumps)) continue;
        best = card;
        winner = seat;
    }
    if ((state_.all() & suit_of(best)) != bit(best)) ranks |= bit(best);
    return ((winner & 1) == 0) == (target == 1);
}

// Between tricks, without a search. `target` is from 1 to `tricks`, or the answer is known.
SingleSearch::Answer SingleSearch::known(int leader, int tricks, int target, Ranks& ranks,
                                         Place& at) {
    if (target <= 0) return yes;
    if (target > tricks) return no;
    if (tricks == 1) return last_trick(leader, target, ranks) ? yes : no;
    at.shape = state_.key(leader);
    if (reductions_ & reduce_table) table_.fetch(at.shape);
    if (reductions_ & reduce_table) {
        const u64 all = state_.all();
        at.owners = state_.owners_now();
        Answer answer = open;
        table_.find(at.shape, at.owners, [&](const SingleOwners& pattern, int low, int high) {
            if (low < target && high >= target) return false;
            answer = low >= target ? yes : no;
            for (int s = 0; s < 4; ++s) {
                const u32 lane = static_cast<u32>(pattern.word[s >> 1] >> (32 * (s & 1)));
                const int most = (31 - lowest(lane)) / 2;
                if (most == 0) continue;
                const u32 held = static_cast<u32>(all >> (16 * s)) & 0xffffu;
                ranks |=
                    1ull << (16 * s + select_bit(held, static_cast<u32>(count_bits(held) - most)));
            }
            return true;
        });
        if (answer != open) return answer;
    }
    const int side = leader & 1;
    // What each side needs for an answer.
    const int need[2] = {target, tricks - target + 1};
    if (reductions_ & reduce_quick) {
        if (quick_tricks(state_, leader, tricks, need[side], ranks) >= need[side])
            return side == 0 ? yes : no;
    }
    if (reductions_ & reduce_sure) {
        for (const int which : {side ^ 1, side})
            if (sure_tricks(state_, leader, which, need[which], ranks) >= need[which])
                return which == 0 ? yes : no;
    }
    return open;
}

// A position between tricks of which nothing is known.
bool SingleSearch::expand(int leader, int tricks, int target, Ranks& ranks, const Place& at) {
    if (out_of_limits()) return false;
    const int side = leader & 1;
    Ranks used = 0, lost_ranks = 0;
    Trick trick;
    trick.leader = trick.winner = leader;
    const u64 all = state_.all();
    u64 leads = state_.hand[leader];
    if (reductions_ & reduce_sure) {
        const int other = side == 0 ? tricks - target + 1 : target;
        leads &= ~lost_leads(state_, leader, tricks, other, lost_ranks);
    }
    bool answer = side == 1;
    if (leads)
        answer = choose<0>(trick, leader, leads, all ^ state_.hand[leader], tricks, target, used);
    if (stopped_) return false;
    if (answer == (side == 1)) used |= lost_ranks;
    ranks |= used;
    if (reductions_ & reduce_table)
        remember(at.shape, at.owners, reductions_ & reduce_patterns ? used : all,
                 answer ? target : 0, answer ? tricks : target - 1);
    return answer;
}

bool SingleSearch::lead(int leader, int tricks, int target, Ranks& ranks) {
    Place at;
    const Answer answer = known(leader, tricks, target, ranks, at);
    return answer == open ? expand(leader, tricks, target, ranks, at) : answer == yes;
}

void SingleSearch::remember(u64 shape, const SingleOwners& owners, Ranks ranks, int low, int high) {
    const u64 all = state_.all();
    SingleOwners pattern{};
    for (int s = 0; s < 4; ++s) {
        const u64 here = ranks & suit(s);
        const int most = here ? count_bits64(all & suit(s) & ~(lowest_bit(here) - 1)) : 0;
        const u64 lane = owners.word[s >> 1] >> (32 * (s & 1)) & 0xffffffffull;
        pattern.word[s >> 1] |=
            ((lane & ~(0xffffffffull >> (2 * most))) | 0x80000000ull >> (2 * most))
            << (32 * (s & 1));
    }
    table_.keep(shape, pattern, low, high);
}

template <int place>
bool SingleSearch::follow(const Trick& trick, int tricks, int target, Ranks& ranks) {
    const int seat = (trick.leader + place) & 3;
    const u64 hand = state_.hand[seat], following = hand & trick.led;
    const u64 legal = following ? following : hand;
    if ((legal & (legal - 1)) == 0)
        return play<place>(trick, seat, lowest(legal), tricks, target, ranks);
    return choose<place>(trick, seat, legal, (state_.all() ^ hand) | bit(trick.best), tricks,
                         target, ranks);
}

// Plays a card to the trick.
template <int place>
PF_INLINE void SingleSearch::put(Trick& trick, int seat, int card) {
    trick.cards |= bit(card);
    if constexpr (place == 0) {
        trick.best = card;
        trick.led = suit_of(card);
    } else if (beats(card, trick.best, state_.trumps)) {
        trick.best = card;
        trick.winner = seat;
    }
    state_.take(seat, card);
}

template <int place>
PF_INLINE bool SingleSearch::play(Trick trick, int seat, int card, int tricks, int target,
                                  Ranks& ranks) {
    put<place>(trick, seat, card);
    bool answer;
    if constexpr (place < 3) {
        answer = follow<place + 1>(trick, tricks, target, ranks);
    } else {
        answer = lead(trick.winner, tricks - 1, target - ((trick.winner & 1) == 0), ranks);
        ranks |= rank_of(trick);
    }
    state_.put_back(seat, card);
    return answer;
}

int SingleSearch::list(u64 legal, u64 others, Move* moves) const {
    int count = 0;
    for (u64 rest = legal; rest; ++count) {
        const int top = highest64(rest);
        u64 kinds = bit(top);
        if (reductions_ & reduce_classes) {
            const u64 below = others & suit_of(top) & (bit(top) - 1);
            kinds = rest & suit_of(top);
            if (below) kinds &= ~at_most(highest64(below));
        }
        moves[count] = {top, -count, kinds};
        rest &= ~kinds;
    }
    return count;
}

// Tries the legal cards of a seat. `others`: cards that a class must not reach across.
template <int place>
bool SingleSearch::choose(const Trick& trick, int seat, u64 legal, u64 others, int tricks,
                          int target, Ranks& ranks) {
    Move moves[13];
    const int count = list(legal, others, moves);
    if ((reductions_ & reduce_order) && count > 1) {
        if constexpr (place == 0)
            weigh_leads(state_, seat, moves, count);
        else
            weigh_follows(state_, trick, place, moves, count);
        for (int i = 1; i < count; ++i) {
            const Move move = moves[i];
            int j = i;
            for (; j > 0 && moves[j - 1].weight < move.weight; --j) moves[j] = moves[j - 1];
            moves[j] = move;
        }
    }
    const bool wanted = (seat & 1) == 0;
    Ranks all_ranks = 0;
    u64 skipped = 0;
    const auto failed = [&](const Move& move, Ranks used) {
        const u64 here = used & suit_of(move.card);
        if (here & at_most(move.card)) {
            // The card's place mattered: so do those of its equals.
            used |= lowest_bit(move.kinds);
        } else if (reductions_ & reduce_failed) {
            skipped |= here ? suit_of(move.card) & (lowest_bit(here) - 1) : suit_of(move.card);
        }
        all_ranks |= used;
    };
    if constexpr (place == 3) {
        // First a look for a move after which the answer is known.
        Peek peeks[13];
        int open_n = 0;
        for (int i = 0; i < count; ++i) {
            const int card = moves[i].card;
            if (skipped >> card & 1) continue;
            Peek& peek = peeks[open_n];
            Trick next = trick;
            put<3>(next, seat, card);
            peek.winner = next.winner;
            peek.target = target - ((next.winner & 1) == 0);
            peek.ranks = 0;
            const Answer answer =
                reductions_ & reduce_peek
                    ? known(next.winner, tricks - 1, peek.target, peek.ranks, peek.at)
                    : open;
            peek.ranks |= rank_of(next);
            state_.put_back(seat, card);
            if (answer == open) {
                moves[open_n++] = moves[i];
            } else if ((answer == yes) == wanted) {
                ranks |= peek.ranks;
                return wanted;
            } else {
                failed(moves[i], peek.ranks);
            }
        }
        for (int i = 0; i < open_n; ++i) {
            const int card = moves[i].card;
            if (skipped >> card & 1) continue;
            Peek& peek = peeks[i];
            state_.take(seat, card);
            const bool answer =
                reductions_ & reduce_peek
                    ? expand(peek.winner, tricks - 1, peek.target, peek.ranks, peek.at)
                    : lead(peek.winner, tricks - 1, peek.target, peek.ranks);
            state_.put_back(seat, card);
            if (stopped_) return false;
            if (answer == wanted) {
                ranks |= peek.ranks;
                return wanted;
            }
            failed(moves[i], peek.ranks);
        }
    } else {
        for (int i = 0; i < count; ++i) {
            if (skipped >> moves[i].card & 1) continue;
            Ranks used = 0;
            const bool answer = play<place>(trick, seat, moves[i].card, tricks, target, used);
            if (stopped_) return false;
            if (answer == wanted) {
                ranks |= used;
                return wanted;
            }
            failed(moves[i], used);
        }
    }
    ranks |= all_ranks;
    return !wanted;
}

}  // namespace pokerfast::solve
