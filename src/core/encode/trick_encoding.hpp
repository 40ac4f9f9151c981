#pragma once

#include "encode/encoding.hpp"
#include "game/trick.hpp"

namespace pokerfast {

class TrickEncoding final : public Encoding {
  public:
    explicit TrickEncoding(const TrickGame& game);

    void note(Trace& trace, const AnyState& before, const Action& action,
              const AnyState& after) const override;

  protected:
    void write(const AnyState& state, const Trace& trace, int viewer, Page& page) const override;
    void write_action(const Action& action, Page& page) const override;

  private:
    void write_deal(const trick::State& s, int viewer, Page& page) const;
    void write_trick(const trick::State& s, int viewer, Page& page) const;

    const TrickGame& game_;
};

}  // namespace pokerfast
