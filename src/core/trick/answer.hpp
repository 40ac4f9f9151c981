// The follow ladder: the best answer that cards of the led group can give to a lead, as a list that
// compares from the left. A follow is legal if its own best answer is the hand's.
#pragma once

#include "trick/shape.hpp"

#include <cstring>
#include <unordered_map>

namespace pokerfast {

// What an entry of an answer tells of.
enum class Duty : u8 {
    end,
    whole,    // a titanic of three or more triples: 1 taken as it is, 0 answered in parts
    titanic,  // rung of a titanic of two: 7 … 0
    triple,   // rung of a triple: 2 triple, 1 pair, 0 nothing
    tractor,  // length of a tractor, 0 for none
    pairs,    // further pairs
};

inline constexpr int most_entries = 48;

struct Answer {
    u8 duty[most_entries];
    u8 value[most_entries];  // zero past the last entry
    int size;

    PF_INLINE void clear() {
        std::memset(value, 0, sizeof value);
        size = 0;
    }

    PF_INLINE void push(Duty what, int number) {
        duty[size] = static_cast<u8>(what);
        value[size++] = static_cast<u8>(number);
    }
};

// -1, 0, 1 as a is worse, as good, better.
PF_INLINE int compare(const Answer& a, const Answer& b) {
    const int difference = std::memcmp(a.value, b.value, sizeof a.value);
    return (difference > 0) - (difference < 0);
}

// What the rungs of a titanic of two are called, by their number under `tractor_first`; under
// `triples_first` numbers 6 and 5 change places.
namespace rung {
enum : int { six, pair, two_pairs, triple, triple_pair, two_triples, tractor, titanic };
}

// A lead's duties, sorted out once: what the ladder reads.
struct Ladder {
    Ladder() = default;
    explicit Ladder(const Lead& lead);

    u8 wholes, titanics, triples, tractors;
    u8 pairs;                 // all led pairs, those in tractors included
    u8 whole[most_shapes];    // lengths of titanics of three and more, longest first
    u8 tractor[most_shapes];  // lengths of tractors, longest first

    PF_INLINE int parts() const { return wholes + titanics + triples + tractors; }
    PF_INLINE bool only_pairs() const { return !(wholes | titanics | triples); }
};

// Ends of answers to one lead, by what is left of a line: for leads of several parts, and for many
// lines of one hand.
class AnswerMemo {
  public:
    struct Key {
        Line line;
        u32 stage;
        friend bool operator==(const Key& a, const Key& b) {
            return a.line.two == b.line.two && a.line.three == b.line.three && a.stage == b.stage;
        }
    };

    const Answer* find(const Key& key) const;
    void keep(const Key& key, const Answer& answer);

  private:
    struct Hash {
        std::size_t operator()(const Key& key) const {
            u64 mixed = key.line.two * 0x9E3779B97F4A7C15ull ^ key.line.three;
            mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9ull ^ key.stage;
            return static_cast<std::size_t>((mixed ^ mixed >> 32) * 0x94D049BB133111EBull >> 7);
        }
    };

    static constexpr std::size_t most_kept = 1 << 20;  // about 150 MB; then it starts anew

    std::unordered_map<Key, Answer, Hash> ends_;
};

// The best answer of a line of the led group.
Answer best_answer(const TrickRules& rules, const Ladder& ladder, const Line& line, u64 linked,
                   AnswerMemo* memo = nullptr);

// Kinds with a pair or more that an answer takes, at least.
int pairs_in(const Answer& answer, const Ladder& ladder);

// Whether it rests on neighbouring places, so that numbers of pairs and triples don't decide it.
bool uses_chains(const TrickRules& rules, const Answer& answer);

}  // namespace pokerfast
