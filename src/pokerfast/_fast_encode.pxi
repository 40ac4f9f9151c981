# Positions and actions as numbers for networks.

cdef extern from "_fast_encode.hpp" namespace "pokerfast" nogil:
    cdef struct EncodedField:
        string name
        string meaning
        int offset
        int rows
        int columns
    cdef cppclass EncodedFieldSpan "std::span<const pokerfast::EncodedField>":
        size_t size()
        const EncodedField& operator[](size_t)
    cdef cppclass Encoding_ "pokerfast::Encoding":
        int size()
        int action_size()
        EncodedFieldSpan fields()
        EncodedFieldSpan action_fields()
        void encode(const Action_&, signed char*)
    unique_ptr[Encoding_] general_encoding(const Game_&)
    void observe "pokerfast::bind::observe"(
        const Encoding_&, const Game_&, const AnyState&, const vector[Action_]&, const vector[unsigned char]&, int,
        signed char*)

    void observe_douzero "pokerfast::bind::observe_douzero"(
        const AnyState&, const vector[Action_]&, const vector[unsigned char]&, int, signed char*)
    void encode_douzero "pokerfast::bind::encode_douzero"(const Action_&, signed char*)
    void encode_all_douzero "pokerfast::bind::encode_all_douzero"(const Game_&, const AnyState&, uint64_t, signed char*)


cdef list encoded_fields(EncodedFieldSpan fields):
    cdef size_t i
    return [(fields[i].name.decode(), fields[i].offset, fields[i].rows, fields[i].columns, fields[i].meaning.decode())
            for i in range(fields.size())]


cdef class CoreEncoding:
    """The general encoding of a game's positions and actions."""

    cdef readonly CoreGame game
    cdef unique_ptr[Encoding_] encoding

    def __cinit__(self, CoreGame game not None):
        self.game = game
        self.encoding = general_encoding(game.g[0])

    @property
    def size(self):
        """Bytes of an observation."""
        return self.encoding.get().size()

    @property
    def action_size(self):
        """Bytes of an action."""
        return self.encoding.get().action_size()

    def _fields(self):
        """(name, offset, rows, columns, meaning) of each part of an observation."""
        return encoded_fields(self.encoding.get().fields())

    def _action_fields(self):
        """The same of an action."""
        return encoded_fields(self.encoding.get().action_fields())

    def _observe(self, CoreState state not None, int viewer, signed char[::1] out not None):
        """Write what a seat may know; the game, the seat and the length of ``out`` are checked by the caller."""
        observe(self.encoding.get()[0], self.game.g[0], state.state, state.done, state.befores, viewer, &out[0])

    def _encode(self, Action action not None, signed char[::1] out not None):
        """Write an action; the length of ``out`` is checked by the caller."""
        self.encoding.get().encode(action.a, &out[0])


def _observe_douzero(CoreState state not None, int viewer, signed char[::1] out not None):
    """Write DouZero's x (430 bytes) and z (810) of a seat; all checked by the caller."""
    observe_douzero(state.state, state.done, state.befores, viewer, &out[0])


def _encode_douzero(Action action not None, signed char[::1] out not None):
    """Write the 54 bytes of an action; all checked by the caller."""
    encode_douzero(action.a, &out[0])


def _encode_all_douzero(CoreState state not None, signed char[:, ::1] out not None):
    """Write the 54 bytes of every legal action; all checked by the caller."""
    encode_all_douzero(state.g[0], state.state, state.counted(), &out[0, 0])
