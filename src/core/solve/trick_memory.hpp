// What a search of tricks remembers: bounds on what the attackers still get, for all positions of
// one pattern. A pattern is who leads, what each hand holds of each group apart from the order
// between hands, and who holds what at the highest places of each group, as many as mattered. What
// cards are worth is no part of it: a bound holds for other points, less what they differ by.
#pragma once

#include "solve/trick_groups.hpp"

#include <algorithm>

namespace pokerfast::solve {

// A position as the memory sees it.
struct PatternKey {
    u32 shape[groups_n];
    u32 head;  // leader, and all else that counts
    const GroupRecord* record[groups_n];
    const GroupCut* cuts[groups_n];

    u64 hash() const {
        u64 mixed = head * 0x9E3779B97F4A7C15ull;
        mixed = (mixed ^ (u64{shape[0]} | u64{shape[1]} << 32)) * 0xBF58476D1CE4E5B9ull;
        mixed =
            (mixed ^ mixed >> 29 ^ (u64{shape[2]} | u64{shape[3]} << 32)) * 0x94D049BB133111EBull;
        mixed = (mixed ^ mixed >> 31 ^ shape[4]) * 0x9E3779B97F4A7C15ull;
        return mixed ^ mixed >> 32;
    }
};

inline constexpr i32 no_bound = 1 << 30;

inline constexpr int most_remembered = 64;  // cards of all hands

struct PatternEntry {
    u32 shape[groups_n];
    u32 prefix[groups_n];
    u32 head;
    i32 least, most;  // what the attackers still get
    u32 work;         // plays looked at for it
    u64 some, more;   // worths of the cards, group after group
    u32 next;         // in its chain, 0: none
    u8 cut[groups_n];

    PF_INLINE bool covers(const PatternKey& key) const {
        u32 differ = head ^ key.head;
        for (int g = 0; g < groups_n; ++g) differ |= shape[g] ^ key.shape[g];
        if (differ) return false;
        for (int g = 0; g < groups_n; ++g)
            if (!(key.record[g]->whole >> cut[g] & 1) || key.cuts[g][cut[g]].prefix != prefix[g])
                return false;
        return true;
    }
    // The worths of a position's cards, cut as this is.
    PF_INLINE void worths(const PatternKey& key, u64& its_some, u64& its_more) const {
        its_some = its_more = 0;
        int at = 0;
        for (int g = 0; g < groups_n; ++g) {
            if (key.record[g]->cards == 0) continue;
            its_some |= key.cuts[g][cut[g]].some << at;
            its_more |= key.cuts[g][cut[g]].more << at;
            at += key.record[g]->cards;
        }
    }
    bool same_pattern(const PatternEntry& other) const {
        return std::memcmp(shape, other.shape, sizeof shape) == 0 && head == other.head &&
               std::memcmp(cut, other.cut, sizeof cut) == 0 &&
               std::memcmp(prefix, other.prefix, sizeof prefix) == 0;
    }
};
static_assert(sizeof(PatternEntry) == 88);

// What points a lacks of b's, card by card.
PF_INLINE i32 lacking(u64 some_a, u64 more_a, u64 some_b, u64 more_b) {
    return count_bits64(some_b & ~some_a) + count_bits64(more_b & ~more_a);
}

struct Remembered {
    const PatternEntry* entry = nullptr;
    i32 value = 0;  // the bound that decides
    bool reached = false;
};

// Entries stand in chains, one for each hash of a shape, the newest or last of use first. When
// there is no room the half with less work behind it is dropped.
class PatternMemory {
  public:
    explicit PatternMemory(std::size_t most_bytes) : most_bytes_(most_bytes) { clear(); }

    void clear() {
        entries_.assign(1, {});
        entries_.shrink_to_fit();
        heads_.assign(1 << 10, 0);
        heads_.shrink_to_fit();
    }
    std::size_t bytes() const {
        return entries_.capacity() * sizeof(PatternEntry) + heads_.capacity() * sizeof(u32);
    }

    // An entry that decides whether the attackers get `need`; `exact`: of the same points.
    // It becomes the first of its chain.
    Remembered find(const PatternKey& key, u64 hash, i32 need, bool exact) {
        u32& head = heads_[hash & (heads_.size() - 1)];
        int left = most_looked_at;
        u32 before = 0;
        for (u32 at = head; at && left > 0; before = at, at = entries_[at].next, --left) {
            PatternEntry& entry = entries_[at];
            if (entry.least < need && entry.most >= need) continue;
            if (!entry.covers(key)) continue;
            u64 some, more;
            entry.worths(key, some, more);
            const bool same = some == entry.some && more == entry.more;
            if (exact && !same) continue;
            // An entry holds one bound or both; either may decide.
            const i32 least = entry.least - lacking(some, more, entry.some, entry.more);
            const i32 most = entry.most + lacking(entry.some, entry.more, some, more);
            if (least < need && most >= need) continue;
            if (before) {
                entries_[before].next = entry.next;
                entry.next = head;
                head = at;
            }
            return {&entry, least >= need ? least : most, least >= need};
        }
        return {};
    }

    void keep(PatternEntry entry, u64 hash) {
        u32* link = &heads_[hash & (heads_.size() - 1)];
        int left = most_looked_at;
        for (u32 at = *link; at && left > 0; at = entries_[at].next, --left) {
            PatternEntry& old = entries_[at];
            if (!old.same_pattern(entry)) continue;
            if (old.some == entry.some && old.more == entry.more) {
                old.least = std::max(old.least, entry.least);
                old.most = std::min(old.most, entry.most);
                old.work = std::max(old.work, entry.work);
                return;
            }
            // What the new one says of its points may say as much of the old one's.
            if (entry.least - lacking(old.some, old.more, entry.some, entry.more) >= old.least &&
                entry.most + lacking(entry.some, entry.more, old.some, old.more) <= old.most) {
                entry.next = old.next;
                old = entry;
                return;
            }
        }
        if (entries_.size() == entries_.capacity() && 2 * bytes() > most_bytes_ &&
            entries_.size() > least_kept) {
            drop();
            link = &heads_[hash & (heads_.size() - 1)];
        }
        entry.next = *link;
        *link = static_cast<u32>(entries_.size());
        entries_.push_back(entry);
        if (entries_.size() > heads_.size()) chain(2 * heads_.size());
    }

  private:
    static constexpr std::size_t least_kept = 1 << 10;
    static constexpr int most_looked_at = 40;  // of a chain

    static u64 hash_of(const PatternEntry& entry) {
        PatternKey key;
        std::memcpy(key.shape, entry.shape, sizeof key.shape);
        key.head = entry.head;
        return key.hash();
    }

    void chain(std::size_t heads) {
        heads_.assign(heads, 0);
        for (u32 i = 1; i < entries_.size(); ++i) {
            u32& head = heads_[hash_of(entries_[i]) & (heads - 1)];
            entries_[i].next = head;
            head = i;
        }
    }

    void drop() {
        std::vector<u32> work;
        for (std::size_t i = 1; i < entries_.size(); ++i) work.push_back(entries_[i].work);
        const auto middle = work.begin() + static_cast<std::ptrdiff_t>(work.size() / 2);
        std::nth_element(work.begin(), middle, work.end());
        const u32 least = *middle;
        // Of those with just so much work only as many as make half.
        std::size_t room = work.size() / 2;
        for (const u32 each : work) room -= each > least && room > 0;
        std::size_t to = 1;
        for (std::size_t i = 1; i < entries_.size(); ++i) {
            const PatternEntry& entry = entries_[i];
            if (entry.work < least || (entry.work == least && room == 0)) continue;
            room -= entry.work == least;
            entries_[to++] = entry;
        }
        entries_.resize(to);
        chain(heads_.size());
    }

    std::size_t most_bytes_;
    std::vector<PatternEntry> entries_;
    std::vector<u32> heads_;
};

}  // namespace pokerfast::solve
