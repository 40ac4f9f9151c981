# distutils: language = c++
# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, binding=False, embedsignature=True, embedsignature.format=clinic
"""Cards, plays, positions: everything called once per move or once per hand. See ``_fast.pyi`` for the signatures."""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cpython.bool cimport PyBool_Check
from libc.string cimport memcpy, strcmp
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.string cimport string
from libcpp.string_view cimport string_view
from libcpp.vector cimport vector

from collections.abc import Sequence
from operator import index as _index

from pokerfast import notation
from pokerfast.errors import Legality as _Legality
from pokerfast.errors import NotationError, RulesError, SnapshotError, refusal

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1
    const char* PyUnicode_AsUTF8AndSize(object, Py_ssize_t*) except NULL
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1

cdef extern from *:
    """
    // For long work without the GIL: False once a signal has raised something.
    static bool go_on() {
        const PyGILState_STATE held = PyGILState_Ensure();
        const bool good = PyErr_CheckSignals() == 0;
        PyGILState_Release(held);
        return good;
    }
    static int raise_pending() { return PyErr_Occurred() ? -1 : 0; }
    """
    cbool go_on() nogil
    int raise_pending() except -1

cdef extern from "_fast.hpp" namespace "pokerfast" nogil:
    cdef enum class Kind(uint8_t):
        solo
        count_
    cdef enum class ActionKind(uint8_t):
        no
        call
        rob
        show
        double_
        bid
        play
        administer
        declare
        bury
        take
        name
        yield_ "yield"
        surrender
        count_
    # `pass` is no name in this language.
    Kind KIND_PASS "pokerfast::Kind::pass"
    ActionKind ACTION_PASS "pokerfast::ActionKind::pass"
    cdef enum class Code(uint8_t):
        ok
        not_held
        two_groups
        index
        count_
    const char* kind_names[]
    const char* action_words[]
    const char* code_names[]
    uint64_t full_deck
    int most_packs
    int no_rank_compared

    cdef cppclass RankCounts:
        uint64_t word[2]
        int of(int)
        cbool empty()
        int total()
        cbool holds(const RankCounts&)
        cbool operator==(const RankCounts&)

    cdef struct Reading:
        Kind kind
        uint8_t rank
        uint8_t length
    cdef struct Combo_ "pokerfast::Combo":
        RankCounts cards
        Reading reading
        uint8_t size
    cdef cppclass Copies:
        uint64_t one
        uint64_t two
        uint64_t three
        int total()
        int of(int)
        Copies within(uint64_t)
        cbool holds(const Copies&)
        cbool operator==(const Copies&)
    cdef cppclass Pile:
        uint64_t deck[3]
        int size()
        cbool empty()
        Copies copies()
        cbool operator==(const Pile&)
    cdef cppclass CardIds:
        uint64_t deck[4]
        Pile pile()
        int size()
        int copies(int)
        cbool empty()
        cbool holds(const CardIds&)
        cbool operator==(const CardIds&)
    CardIds card_ids_of_pile "pokerfast::CardIds::of"(const Pile&)
    cdef cppclass Action_ "pokerfast::Action":
        ActionKind kind
        int number
        Combo_ play
        CardIds ids
        cbool exact
    cdef struct AnyState:
        unsigned char bytes[512]
    cdef enum class FieldType(uint8_t):
        cards
        word64
        pile
        packs
    cdef struct Field:
        const char* name
        FieldType type
        uint16_t count
    cdef struct Fault:
        string where
        string what
    cdef cppclass StartArgs:
        uint64_t seed
        uint64_t game
        cbool from_play
        int first
        vector[int64_t] beans
        int last_winner
        int dealer
        vector[int64_t] levels
    cdef cppclass CardsArg:
        CardIds ids
        cbool exact
    cdef cppclass SetupArgs:
        vector[CardsArg] held
        int to_move
        cbool has_table
        CardsArg table_ids
        Reading table
        int table_by
        int landlord
        int64_t multiplier
        vector[int] finished
        vector[int] sides
        int big_suit
        int declarer
        cbool exposed
        cbool open
        int emperor
        int guard
        vector[CardsArg] plays
        CardsArg kitty
        int trump
        int level
        int dealer
        int64_t points
        int bid
    cdef cppclass FieldSpan "std::span<const pokerfast::Field>":
        size_t size()
        const Field& operator[](size_t)
    cdef cppclass NameSpan "std::span<const char* const>":
        size_t size()
        const char* operator[](size_t)
    cdef cppclass OptionSpan "std::span<const pokerfast::i64>":
        size_t size()
        int64_t operator[](size_t)
    cdef cppclass Game_ "pokerfast::Game":
        const char* name()
        OptionSpan options()
        int seats()
        size_t state_size()
        FieldSpan fields()
        NameSpan phase_names()
        void blank(AnyState&)
        vector[Fault] start(AnyState&, const StartArgs&)
        vector[Fault] setup(AnyState&, const SetupArgs&)
        vector[Fault] validate(AnyState&)
        int phase(const AnyState&)
        int seat(const AnyState&)
        int players(const AnyState&)
        cbool over(const AnyState&)
        void returns(const AnyState&, double*)
        int64_t multiplier(const AnyState&)
        uint64_t count(const AnyState&)
        Action_ unrank(const AnyState&, uint64_t)
        Code check(const AnyState&, Action_&)
        void apply(AnyState&, const Action_&)
        Code administer(AnyState&, int, int)
        void redact(AnyState&, int)
        cbool hides(const AnyState&, int, const AnyState&, int)
    cdef cppclass GameEntry:
        vector[Fault] (*check)(const vector[int64_t]&)
        unique_ptr[Game_] (*make)(vector[int64_t])
    const GameEntry* find_game(const string&)
    string pack_state(const Game_&, const AnyState&)
    cdef cppclass SnapshotHead:
        string game
        vector[int64_t] options
        string_view fields
    string read_head(string_view, SnapshotHead&)
    vector[Fault] unpack_state(const Game_&, string_view, AnyState&)
    int decks_of(FieldType)
    int64_t read_field(const AnyState&, const Field&, int)
    cbool write_field(AnyState&, const Field&, int, int64_t)

cdef extern from "_fast.hpp" namespace "pokerfast::search" nogil:
    cdef cppclass Policy_ "pokerfast::Policy":
        pass
    cdef cppclass Log_ "pokerfast::Log":
        pass
    const Policy_* player_named(const Game_&, const string&)
    Action_ ask(const Game_&, const Log_&, const Policy_&, uint64_t, uint64_t)

cdef extern from "_fast.hpp" namespace "pokerfast::belief" nogil:
    Log_ unpack_log(const Game_&, const AnyState&, const vector[Action_]&, const vector[unsigned char]&)
    cbool resample(const Game_&, AnyState&, vector[Action_]&, vector[unsigned char]&, int, uint64_t, int, cbool (*)())

cdef extern from "_fast.hpp" namespace "pokerfast::bind" nogil:
    cdef cppclass Cards:
        RankCounts counts
        CardIds named
        CardIds plain
        cbool suited()
        void forget_suits()
        int copies(int)
        cbool add(int, int)
        CardIds resolved(const CardIds&)
        CardIds ids()
    Cards cards_of_card_ids "pokerfast::bind::cards_of_ids"(const CardIds&, uint64_t)
    cdef cppclass PackLimits:
        RankCounts ranks
        int decks
        uint64_t kinds
        cbool fits(const Cards&)
    PackLimits any_limits()
    cbool read_ranks(const char*, size_t, const PackLimits&, RankCounts&)
    void append_ranks(string&, const RankCounts&)
    void append_ids(string&, const CardIds&, uint64_t, int)

include "_fast_cards.pxi"
include "_fast_suited.pxi"
include "_fast_game.pxi"
include "_fast_climbing.pxi"
include "_fast_trick.pxi"
include "_fast_state.pxi"
include "_fast_climbing_state.pxi"
include "_fast_trick_state.pxi"
include "_fast_encode.pxi"
