// What four hands hold of one group, looked at once and remembered: the parts that keys are made
// of. Equal contents have equal numbers, which are given out by full comparison.
#pragma once

#include "solve/trick_table.hpp"

#include <cstring>
#include <vector>

namespace pokerfast::solve {

// A group cut after its highest places. Points stand by card, in an order that two groups of equal
// shape and prefix share: first the places above the cut from the highest down, then hand by hand
// single cards, pairs and chains, the dearer first.
struct GroupCut {
    u64 some, more;  // cards worth a unit or more, two units
    u32 prefix;      // number of who holds what above the cut
};

struct GroupRecord {
    u64 content[trick::seats_n];  // by hand: slots with one, two, three copies, 21 bits each
    u32 shape;                    // number of what each hand holds, without the order between hands
    u32 whole;                    // bit k: the highest k places can be cut off
    u32 cuts;                     // number of the first cut, k = 0
    u8 places;                    // that hold a card
    u8 cards;                     // in all
    u8 pairs, triples;            // longest chains of a hand
};

// Sequences of words, numbered: equal numbers are equal sequences.
class Sequences {
  public:
    Sequences() { clear(); }
    u32 next(u32 before, u64 word);
    void clear();
    std::size_t bytes() const {
        return nodes_.capacity() * sizeof(Entry) + index_.capacity() * sizeof(u32);
    }

  private:
    struct Entry {
        u64 word;
        u32 before;
    };
    static std::size_t hash(u32 before, u64 word) {
        u64 mixed = (word ^ u64{before} * 0x9E3779B97F4A7C15ull) * 0xBF58476D1CE4E5B9ull;
        return static_cast<std::size_t>(mixed ^ mixed >> 29);
    }
    void grow();

    std::vector<Entry> nodes_;
    std::vector<u32> index_;
};

class GroupStore {
  public:
    GroupStore(const Slots& slots, std::size_t most_bytes)
        : slots_(slots), most_bytes_(most_bytes) {
        clear();
    }

    const GroupRecord& operator[](u32 number) const { return records_[number]; }
    const GroupCut* cuts(const GroupRecord& record) const { return cuts_.data() + record.cuts; }
    // Number of the record of a group of these hands.
    u32 find(int group, const Copies* hands);

    // Numbers are void after clear(); `generation` tells.
    u32 generation() const { return generation_; }
    bool full() const { return bytes() > most_bytes_; }
    std::size_t bytes() const {
        return records_.capacity() * sizeof(GroupRecord) + index_.capacity() * sizeof(u32) +
               cuts_.capacity() * sizeof(GroupCut) + sequences_.bytes();
    }
    void clear();

  private:
    void fill(GroupRecord& record, int group, const Copies* hands);
    void grow();
    static std::size_t hash(const u64* content) {
        u64 mixed = content[0] * 0x9E3779B97F4A7C15ull;
        mixed = (mixed ^ mixed >> 32 ^ content[1]) * 0xBF58476D1CE4E5B9ull;
        mixed = (mixed ^ mixed >> 29 ^ content[2]) * 0x94D049BB133111EBull;
        mixed = (mixed ^ mixed >> 31 ^ content[3]) * 0x9E3779B97F4A7C15ull;
        return static_cast<std::size_t>(mixed ^ mixed >> 32);
    }

    const Slots& slots_;
    std::size_t most_bytes_;
    u32 generation_ = 0;
    std::vector<GroupRecord> records_;
    std::vector<GroupCut> cuts_;
    std::vector<u32> index_;
    Sequences sequences_;
};

}  // namespace pokerfast::solve
