// What a search of open-hand whist remembers. An entry holds for all positions with
//
//   the same shape    who leads, and how many cards of each suit each hand has
//   the same pattern  for each suit the owners of its highest cards, as many as mattered
//
// and says that side 0 takes at least `low` and at most `high` of the tricks to come. Shapes and
// patterns are compared whole; the hash only chooses a chain.
#pragma once

#include "base/bits.hpp"

#include <cstddef>
#include <vector>

namespace pokerfast::solve {

// Two suits a word, 32 bits each: owners from the highest card down, two bits each, from the top
// bits on. In a table's pattern a set bit follows the last of them, in a position's owners nothing.
struct SingleOwners {
    u64 word[2];
};

class SingleTable {
  public:
    static constexpr int entries_n = 6;

    struct alignas(64) Block {
        u64 shape = 0;
        u32 next = none, before = none;  // in its chain
        u8 count = 0;
        u8 bounds[entries_n] = {};  // low + 16 * high
        SingleOwners pattern[entries_n];

        int low(int i) const { return bounds[i] & 15; }
        int high(int i) const { return bounds[i] >> 4; }
    };
    static constexpr u32 none = ~0u;
    static constexpr std::size_t heads_n = 4;  // chains for each block

    explicit SingleTable(std::size_t most_bytes)
        : most_blocks_(most_bytes / (sizeof(Block) + heads_n * sizeof(u32))),
          heads_(heads_n << 9, none) {
        if (most_blocks_ < 2) most_blocks_ = 2;
        const std::size_t room = heads_.size() / heads_n;
        blocks_.reserve(room < most_blocks_ ? room : most_blocks_);
    }

    std::size_t entries() const { return entries_; }
    std::size_t bytes() const {
        return blocks_.capacity() * sizeof(Block) + heads_.size() * sizeof(u32);
    }

    // Before find(): memory is slower than what there is to do until then.
    PF_INLINE void fetch(u64 shape) const {
        const u32 at = heads_[place(shape)];
        if (at == none) return;
        __builtin_prefetch(&blocks_[at]);
        __builtin_prefetch(&blocks_[at].pattern[entries_n - 1]);
    }

    // visit(pattern, low, high) for every entry that holds for the owners, until it answers true.
    template <class Visit>
    PF_INLINE bool find(u64 shape, const SingleOwners& owners, Visit&& visit) const {
        for (u32 at = heads_[place(shape)]; at != none; at = blocks_[at].next) {
            const Block& block = blocks_[at];
            if (block.shape != shape) continue;
            for (int i = 0; i < block.count; ++i)
                if (holds(block.pattern[i], owners) &&
                    visit(block.pattern[i], block.low(i), block.high(i)))
                    return true;
        }
        return false;
    }

    void keep(u64 shape, const SingleOwners& pattern, int low, int high) {
        u32 open = none;
        for (u32 at = heads_[place(shape)]; at != none; at = blocks_[at].next) {
            Block& block = blocks_[at];
            if (block.shape != shape) continue;
            for (int i = block.count - 1; i >= 0; --i) {
                if (!covers(pattern, block.pattern[i])) continue;
                if (covers(block.pattern[i], pattern)) {
                    if (block.low(i) > low) low = block.low(i);
                    if (block.high(i) < high) high = block.high(i);
                } else if (block.low(i) > low || block.high(i) < high) {
                    continue;
                }
                --block.count;
                --entries_;
                block.pattern[i] = block.pattern[block.count];
                block.bounds[i] = block.bounds[block.count];
            }
            if (block.count < entries_n) open = at;
        }
        if (open == none) open = new_block(shape);
        Block& block = blocks_[open];
        block.pattern[block.count] = pattern;
        block.bounds[block.count++] = static_cast<u8>(low + 16 * high);
        ++entries_;
    }

    // Whether the first pattern holds wherever the second does.
    static PF_INLINE bool covers(const SingleOwners& one, const SingleOwners& two) {
        u64 differs = 0;
        for (int i = 0; i < 2; ++i) {
            const u64 a = one.word[i], after = a ^ (a - 0x100000001ull);
            const u64 b = two.word[i], end = b ^ (b - 0x100000001ull);
            differs |= ((a ^ b) & ~after) | (end & ~after);
        }
        return !differs;
    }

    static PF_INLINE bool holds(const SingleOwners& pattern, const SingleOwners& owners) {
        // Both halves of a word have a set bit, so the subtraction borrows from neither; what it
        // changes is the closing bit and those after it.
        u64 differs = 0;
        for (int i = 0; i < 2; ++i) {
            const u64 word = pattern.word[i], after = word ^ (word - 0x100000001ull);
            differs |= (word ^ owners.word[i]) & ~after;
        }
        return !differs;
    }

  private:
    std::size_t place(u64 shape) const {
        return static_cast<std::size_t>((shape * 0x9E3779B97F4A7C15ull) >> 32) &
               (heads_.size() - 1);
    }

    // The newest of a chain stands first. When memory is used up, the oldest block makes room.
    u32 new_block(u64 shape) {
        u32 at;
        if (blocks_.size() < most_blocks_) {
            if (blocks_.size() == heads_.size() / heads_n) grow();
            at = static_cast<u32>(blocks_.size());
            blocks_.emplace_back();
        } else {
            at = oldest_;
            oldest_ = oldest_ + 1 < blocks_.size() ? oldest_ + 1 : 0;
            unlink(at);
            entries_ -= blocks_[at].count;
            blocks_[at].count = 0;
        }
        blocks_[at].shape = shape;
        link(at);
        return at;
    }

    void link(u32 at) {
        u32& head = heads_[place(blocks_[at].shape)];
        blocks_[at].next = head;
        blocks_[at].before = none;
        if (head != none) blocks_[head].before = at;
        head = at;
    }

    void unlink(u32 at) {
        const Block& block = blocks_[at];
        if (block.before != none)
            blocks_[block.before].next = block.next;
        else
            heads_[place(block.shape)] = block.next;
        if (block.next != none) blocks_[block.next].before = block.before;
    }

    void grow() {
        heads_.assign(2 * heads_.size(), none);
        const std::size_t room = heads_.size() / heads_n;
        blocks_.reserve(room < most_blocks_ ? room : most_blocks_);
        for (u32 at = 0; at < blocks_.size(); ++at) link(at);
    }

    std::size_t most_blocks_, entries_ = 0;
    u32 oldest_ = 0;
    std::vector<Block> blocks_;
    std::vector<u32> heads_;
};

}  // namespace pokerfast::solve
