// What a proof search remembers: proof and disproof numbers by the full key of a position, never by
// a hash alone. Buckets of four, of which the entry with the least work behind it makes room; the
// table grows with use up to a limit.
#pragma once

#include "base/bits.hpp"

#include <cstddef>
#include <vector>

namespace pokerfast::solve {

struct Numbers {
    u32 proof = 1, disproof = 1;
};

inline constexpr u32 infinite = 1u << 30;

// Key: `hash()`, equality, and a value that no position has when default made.
template <class Key>
class ProofTable {
  public:
    explicit ProofTable(std::size_t most_bytes) : most_bytes_(most_bytes), buckets_(1 << 10) {}

    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

    // To be asked soon.
    void fetch(u64 hash) const { __builtin_prefetch(&buckets_[hash & (buckets_.size() - 1)]); }
    const Numbers* find(const Key& key, u64 hash) const {
        const Entry* entry = entry_of(key, hash);
        return entry ? &entry->numbers : nullptr;
    }
    // Positions looked at for what is remembered of one; 0 if nothing is.
    u32 work(const Key& key, u64 hash) const {
        const Entry* entry = entry_of(key, hash);
        return entry ? entry->work : 0;
    }

    void keep(const Key& key, u64 hash, Numbers numbers, u64 work) {
        if (used_ > (ways - 1) * buckets_.size() && 2 * bytes() <= most_bytes_) grow();
        put({key, numbers, static_cast<u32>(work < 0xffffffff ? work : 0xffffffff)}, hash);
    }

  private:
    struct Entry {
        Key key{};
        Numbers numbers;
        u32 work = 0;
    };
    static constexpr int ways = 4;
    // The tags, parts of the hash, save looking at keys that differ.
    struct Bucket {
        u32 tag[ways] = {};
        Entry at[ways];
    };

    static u32 tag_of(u64 hash) { return static_cast<u32>(hash >> 32); }

    const Entry* entry_of(const Key& key, u64 hash) const {
        const Bucket& bucket = buckets_[hash & (buckets_.size() - 1)];
        for (int i = 0; i < ways; ++i)
            if (bucket.tag[i] == tag_of(hash) && bucket.at[i].key == key) return &bucket.at[i];
        return nullptr;
    }

    void put(const Entry& entry, u64 hash) {
        Bucket& bucket = buckets_[hash & (buckets_.size() - 1)];
        int place = 0;
        for (int i = 0; i < ways; ++i) {
            if (bucket.tag[i] == tag_of(hash) && bucket.at[i].key == entry.key) {
                place = i;
                break;
            }
            if (bucket.at[i].work < bucket.at[place].work) place = i;
        }
        used_ += bucket.at[place].work == 0;
        bucket.tag[place] = tag_of(hash);
        bucket.at[place] = entry;
    }

    void grow() {
        std::vector<Bucket> old(2 * buckets_.size());
        old.swap(buckets_);
        used_ = 0;
        for (const Bucket& bucket : old)
            for (const Entry& entry : bucket.at)
                if (entry.work) put(entry, entry.key.hash());
    }

    std::size_t most_bytes_, used_ = 0;
    std::vector<Bucket> buckets_;
};

}  // namespace pokerfast::solve
