// What is solved, for all positions that are at least as good for the winner. A Standing has
//
//   fits()             false: nothing can be said of it
//   group_hash()       of what must be equal for two to be compared
//   comparable(other)  whether that is equal
//   within(other)      whether everything good for the attacker in this is so in the other
//   and is empty when default made
#pragma once

#include "solve/proof_search.hpp"

#include <vector>

namespace pokerfast::solve {

// Bits one after the other, as many as fit.
struct BitWriter {
    u64* word;
    int room;  // bits
    int size = 0;

    PF_INLINE void add(u64 bits, int n) {
        const int at = size >> 6, shift = size & 63;
        size += n;
        if (n == 0 || size > room) return;
        word[at] |= bits << shift;
        if (shift + n > 64) word[at + 1] |= bits >> (64 - shift);
    }
    PF_INLINE bool fits() const { return size <= room; }
};

template <class Standing>
class StandingTable {
  public:
    explicit StandingTable(std::size_t most_bytes) : most_bytes_(most_bytes), buckets_(1 << 8) {}

    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

    // The hash is the standing's group_hash; what is fetched is asked soon.
    void fetch(u64 hash) const {
        const Bucket& bucket = buckets_[hash & (buckets_.size() - 1)];
        __builtin_prefetch(&bucket);
    }

    Outcome find(const Standing& standing, u64 hash) const {
        if (!standing.fits()) return Outcome::open;
        const Bucket& bucket = buckets_[hash & (buckets_.size() - 1)];
        for (int i = 0; i < ways; ++i) {
            if (bucket.tag[i] != tag_of(hash)) continue;
            const Entry& entry = bucket.at[i];
            if (!entry.standing.comparable(standing)) continue;
            if (says(entry.outcome, entry.standing, standing)) return entry.outcome;
        }
        return Outcome::open;
    }

    void keep(const Standing& standing, u64 hash, Outcome outcome, u64 work) {
        if (!standing.fits()) return;
        if (2 * used_ > ways * buckets_.size() && 2 * bytes() <= most_bytes_) grow();
        Bucket& bucket = buckets_[hash & (buckets_.size() - 1)];
        int place = 0;
        for (int i = 0; i < ways; ++i) {
            const Entry& entry = bucket.at[i];
            if (bucket.tag[i] == tag_of(hash) && entry.outcome == outcome &&
                entry.standing.comparable(standing)) {
                if (says(outcome, entry.standing, standing)) return;
                if (says(outcome, standing, entry.standing)) {
                    place = i;
                    break;
                }
            }
            if (entry.work < bucket.at[place].work) place = i;
        }
        const u32 kept = static_cast<u32>(work < 0xffffffff ? work : 0xffffffff);
        put({standing, kept, outcome}, hash, bucket, place);
    }

  private:
    static constexpr int ways = 8;

    struct Entry {
        Standing standing{};
        u32 work = 0;
        Outcome outcome = Outcome::open;
    };
    struct Bucket {
        u32 tag[ways] = {};
        Entry at[ways];
    };

    static u32 tag_of(u64 hash) { return static_cast<u32>(hash >> 32) | 1; }
    // Whether the outcome of one position is that of another, comparable one.
    static bool says(Outcome outcome, const Standing& one, const Standing& other) {
        return outcome == Outcome::attacker ? one.within(other) : other.within(one);
    }

    void put(const Entry& entry, u64 hash, Bucket& bucket, int place) {
        used_ += bucket.tag[place] == 0;
        bucket.tag[place] = tag_of(hash);
        bucket.at[place] = entry;
    }

    void grow() {
        std::vector<Bucket> old(2 * buckets_.size());
        old.swap(buckets_);
        used_ = 0;
        for (const Bucket& bucket : old)
            for (int i = 0; i < ways; ++i) {
                if (!bucket.tag[i]) continue;
                const u64 hash = bucket.at[i].standing.group_hash();
                Bucket& into = buckets_[hash & (buckets_.size() - 1)];
                int place = 0;
                for (int j = 0; j < ways; ++j)
                    if (into.at[j].work < into.at[place].work) place = j;
                put(bucket.at[i], hash, into, place);
            }
    }

    std::size_t most_bytes_, used_ = 0;
    std::vector<Bucket> buckets_;
};

}  // namespace pokerfast::solve
