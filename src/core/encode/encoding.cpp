#include "encode/climb_encoding.hpp"
#include "encode/trick_encoding.hpp"

#include <algorithm>

namespace pokerfast {

namespace {

constexpr std::size_t largest_page = 1 << 16;

}  // namespace

std::string Encoding::listed(const char* what, std::span<const char* const> names) {
    std::string text = what;
    const char* before = ": ";
    for (const char* const name : names) {
        text += before;
        text += name;
        before = ", ";
    }
    return text;
}

void Encoding::lay_out(const Game& game) {
    phases_ = listed("phase", game.phase_names());
    words_ = listed("what is done", action_words);
    std::vector<i8> scratch(largest_page);
    AnyState state;
    game.blank(state);
    Page page(scratch.data(), &fields_);
    write(state, Trace{}, 0, page);
    size_ = page.size();
    std::fill(scratch.begin(), scratch.end(), i8{0});
    Page action(scratch.data(), &action_fields_);
    write_action(Action{}, action);
    action_size_ = action.size();
}

std::unique_ptr<Encoding> general_encoding(const Game& game) {
    if (const auto* climb = dynamic_cast<const ClimbGame*>(&game))
        return std::make_unique<ClimbEncoding>(*climb);
    return std::make_unique<TrickEncoding>(dynamic_cast<const TrickGame&>(game));
}

Trace trace_of(const Game& game, const Encoding& encoding, std::span<const Action> actions,
               const unsigned char* states, const AnyState& now) {
    const std::size_t size = game.state_size();
    Trace trace;
    AnyState before, after = now;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        if (actions[i].kind == ActionKind::administer) continue;
        std::memcpy(before.bytes, states + size * i, size);
        if (i + 1 < actions.size())
            std::memcpy(after.bytes, states + size * (i + 1), size);
        else
            after = now;
        encoding.note(trace, before, actions[i], after);
    }
    return trace;
}

}  // namespace pokerfast
