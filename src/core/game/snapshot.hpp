// States as bytes: options in full, every field of the state, a checksum. Little-endian, versioned,
// position-free.
//
//   "PKFS"  u8 format  u8 n, n bytes: game name  u16 options, i64 each  u16 fields' bytes, fields
//   in table order u32 CRC-32 of all before
#pragma once

#include "game/game.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pokerfast {

inline constexpr u8 snapshot_format = 1;

std::string pack_state(const Game& game, const AnyState& state);

// What a snapshot says before its state is looked at.
struct SnapshotHead {
    std::string game;
    std::vector<i64> options;
    std::string_view fields;
};

// An empty string, or why the bytes are no snapshot of this version.
std::string read_head(std::string_view bytes, SnapshotHead& head);

// Fills the state and validates it; faults as for a setup.
std::vector<Fault> unpack_state(const Game& game, std::string_view fields, AnyState& state);

// Masks of one card set of that type, a deck each; 1 for what is no set.
int decks_of(FieldType type);

// One value of a field; `i` below its count times the masks of its type (deck by deck).
// Numbers that don't fit the field make write_field answer false.
i64 read_field(const AnyState& state, const Field& field, int i);
bool write_field(AnyState& state, const Field& field, int i, i64 value);

}  // namespace pokerfast
