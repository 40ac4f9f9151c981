#include "game/snapshot.hpp"

#include <cstring>

namespace pokerfast {

namespace {

constexpr std::string_view magic = "PKFS";

int width_of(FieldType type) {
    switch (type) {
        case FieldType::number8: return 1;
        case FieldType::number16: return 2;
        default: return 8;
    }
}

void put(std::string& out, u64 value, int width) {
    for (int i = 0; i < width; ++i) out.push_back(static_cast<char>(value >> (8 * i) & 0xff));
}

u64 get(std::string_view bytes, std::size_t at, int width) {
    u64 value = 0;
    for (int i = 0; i < width; ++i)
        value |=
            static_cast<u64>(static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]))
            << (8 * i);
    return value;
}

struct CrcTable {
    u32 of[256];
};

consteval CrcTable make_crc_table() {
    CrcTable table{};
    for (u32 byte = 0; byte < 256; ++byte) {
        u32 crc = byte;
        for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (0xedb88320u & (~(crc & 1) + 1));
        table.of[byte] = crc;
    }
    return table;
}

constexpr CrcTable crc_table = make_crc_table();

u32 crc32(std::string_view bytes) {
    u32 crc = ~0u;
    for (const char c : bytes)
        crc = crc >> 8 ^ crc_table.of[(crc ^ static_cast<unsigned char>(c)) & 0xff];
    return ~crc;
}

std::size_t fields_size(const Game& game) {
    std::size_t size = 0;
    for (const Field& field : game.fields())
        size += static_cast<std::size_t>(width_of(field.type) * decks_of(field.type) * field.count);
    return size;
}

}  // namespace

int decks_of(FieldType type) {
    return type == FieldType::pile ? most_decks : type == FieldType::packs ? most_packs : 1;
}

i64 read_field(const AnyState& state, const Field& field, int i) {
    const int width = width_of(field.type);
    const unsigned char* at = state.bytes + field.offset + i * width;
    if (width == 1) return *at;
    if (width == 2) {
        u16 value;
        std::memcpy(&value, at, sizeof value);
        return value;
    }
    i64 value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

bool write_field(AnyState& state, const Field& field, int i, i64 value) {
    const int width = width_of(field.type);
    unsigned char* at = state.bytes + field.offset + i * width;
    if (width < 8 && (value < 0 || value >> (8 * width))) return false;
    if (width == 1) {
        *at = static_cast<unsigned char>(value);
    } else if (width == 2) {
        const u16 narrow = static_cast<u16>(value);
        std::memcpy(at, &narrow, sizeof narrow);
    } else {
        std::memcpy(at, &value, sizeof value);
    }
    return true;
}

std::string pack_state(const Game& game, const AnyState& state) {
    std::string out(magic);
    const std::string_view name = game.name();
    put(out, snapshot_format, 1);
    put(out, name.size(), 1);
    out += name;
    put(out, game.options().size(), 2);
    for (const i64 value : game.options()) put(out, static_cast<u64>(value), 8);
    put(out, fields_size(game), 2);
    for (const Field& field : game.fields())
        for (int i = 0; i < decks_of(field.type) * field.count; ++i)
            put(out, static_cast<u64>(read_field(state, field, i)), width_of(field.type));
    put(out, crc32(out), 4);
    return out;
}

std::string read_head(std::string_view bytes, SnapshotHead& head) {
    if (bytes.size() < 14 || bytes.substr(0, 4) != magic) return "not a snapshot (no PKFS mark)";
    const unsigned format = static_cast<unsigned char>(bytes[4]);
    if (format != snapshot_format)
        return "snapshot format " + std::to_string(format) + ", this build reads " +
               std::to_string(snapshot_format);
    if (crc32(bytes.substr(0, bytes.size() - 4)) !=
        static_cast<u32>(get(bytes, bytes.size() - 4, 4)))
        return "damaged or truncated (checksum)";
    bytes.remove_suffix(4);
    std::size_t at = 6;
    const auto has = [&](std::size_t n) { return bytes.size() - at >= n; };
    const std::size_t name = static_cast<unsigned char>(bytes[5]);
    if (!has(name + 2)) return "truncated";
    head.game = bytes.substr(at, name);
    at += name;
    const std::size_t options = get(bytes, at, 2);
    at += 2;
    if (!has(8 * options + 2)) return "truncated";
    head.options.clear();
    for (std::size_t i = 0; i < options; ++i, at += 8)
        head.options.push_back(static_cast<i64>(get(bytes, at, 8)));
    const std::size_t size = get(bytes, at, 2);
    at += 2;
    if (bytes.size() - at != size) return "truncated";
    head.fields = bytes.substr(at);
    return {};
}

std::vector<Fault> unpack_state(const Game& game, std::string_view fields, AnyState& state) {
    if (fields.size() != fields_size(game)) return {{"snapshot", "has fields of another version"}};
    AnyState made;
    std::memset(made.bytes, 0, sizeof made.bytes);
    std::size_t at = 0;
    for (const Field& field : game.fields()) {
        const int width = width_of(field.type);
        for (int i = 0; i < decks_of(field.type) * field.count;
             ++i, at += static_cast<std::size_t>(width))
            write_field(made, field, i, static_cast<i64>(get(fields, at, width)));
    }
    std::vector<Fault> faults = game.validate(made);
    if (faults.empty()) state = made;
    return faults;
}

}  // namespace pokerfast
