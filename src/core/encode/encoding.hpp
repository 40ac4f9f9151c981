// A position as numbers for a network: what one seat may know, and what its actions are. Fixed size
// for a game with its options.
#pragma once

#include "encode/page.hpp"
#include "encode/trace.hpp"

#include <memory>
#include <span>

namespace pokerfast {

class Encoding {
  public:
    virtual ~Encoding() = default;

    int size() const { return size_; }
    int action_size() const { return action_size_; }
    std::span<const EncodedField> fields() const { return fields_; }
    std::span<const EncodedField> action_fields() const { return action_fields_; }

    // An action that leads from one state to another; not for those from outside the game.
    virtual void note(Trace& trace, const AnyState& before, const Action& action,
                      const AnyState& after) const = 0;

    void observe(const AnyState& state, const Trace& trace, int viewer, i8* out) const {
        std::memset(out, 0, static_cast<std::size_t>(size_));
        Page page(out);
        write(state, trace, viewer, page);
    }
    // A checked or unranked action.
    void encode(const Action& action, i8* out) const {
        std::memset(out, 0, static_cast<std::size_t>(action_size_));
        Page page(out);
        write_action(action, page);
    }

  protected:
    virtual void write(const AnyState& state, const Trace& trace, int viewer, Page& page) const = 0;
    virtual void write_action(const Action& action, Page& page) const = 0;
    // Makes the tables of fields; at the end of constructors.
    void lay_out(const Game& game);
    // "what: a, b, c": what the places of a choice mean.
    static std::string listed(const char* what, std::span<const char* const> names);

    std::string phases_, words_;

  private:
    int size_ = 0, action_size_ = 0;
    std::vector<EncodedField> fields_, action_fields_;
};

// For any game, which must outlive it.
std::unique_ptr<Encoding> general_encoding(const Game& game);

// The trace of a log: each action with the state before it, `states` of `size` bytes; `now` is the
// state after the last.
Trace trace_of(const Game& game, const Encoding& encoding, std::span<const Action> actions,
               const unsigned char* states, const AnyState& now);

}  // namespace pokerfast
