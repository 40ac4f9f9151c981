// What the Cython binder calls for observations.
#pragma once

#include "encode/douzero.hpp"
#include "encode/encoding.hpp"

namespace pokerfast::bind {

inline void observe(const Encoding& encoding, const Game& game, const AnyState& state,
                    const std::vector<Action>& actions, const std::vector<unsigned char>& states,
                    int viewer, signed char* out) {
    encoding.observe(state, trace_of(game, encoding, actions, states.data(), state), viewer,
                     reinterpret_cast<i8*>(out));
}

// x of one seat with zeros behind it where it is the landlord's, then z.
inline void observe_douzero(const AnyState& state, const std::vector<Action>& actions,
                            const std::vector<unsigned char>& states, int viewer,
                            signed char* out) {
    const doudizhu::State& s = DouDizhu::of(state);
    const douzero::Moves moves = douzero::moves_of(actions, states.data(), sizeof s);
    i8* const bytes = reinterpret_cast<i8*>(out);
    douzero::write_x(s, moves, viewer, bytes);
    douzero::write_z(moves, bytes + douzero::x_size);
}

inline void encode_douzero(const Action& action, signed char* out) {
    douzero::write_cards(narrowed(action.play.cards), reinterpret_cast<i8*>(out));
}

// The legal actions of a position in play, a row each.
inline void encode_all_douzero(const Game& game, const AnyState& state, u64 count,
                               signed char* out) {
    for (u64 i = 0; i < count; ++i)
        encode_douzero(game.unrank(state, i), out + douzero::cards_size * i);
}

}  // namespace pokerfast::bind
