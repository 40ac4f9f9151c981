# Cards and plays: reading them from what callers pass, and the objects that hold them.

KIND_NAMES = tuple(kind_names[i].decode() for i in range(playable_kinds)) + ("pass",)
CODE_NAMES = tuple(code_names[i].decode() for i in range(<int>Code.count_))
ACTION_WORDS = tuple(action_words[i].decode() for i in range(<int>ActionKind.count_))

cdef tuple _kind_names = KIND_NAMES
cdef dict _kind_of = {name: i for i, name in enumerate(KIND_NAMES)}
cdef str _glyphs = notation.GLYPHS
cdef dict _slot_of_glyph = {glyph: slot for slot, glyph in enumerate(notation.GLYPHS)}

# Slot of an ASCII character in canonical rank text; 16 = blank, 255 = anything else.
cdef uint8_t _slots[128]
for _i in range(128):
    _slots[_i] = 255
for _i, _glyph in enumerate("3456789TJQKA2wW"):
    _slots[ord(_glyph)] = _i
_slots[ord(" ")] = 16


cdef struct Cards:
    # A set of cards of one deck: by rank, and by id where the caller named ids (else ids = 0).
    uint64_t counts
    uint64_t ids


cdef str text_of(uint64_t counts):
    cdef string out
    append_ranks(out, counts)
    return out.decode("ascii")


cdef str ids_text(uint64_t ids):
    cdef string out
    append_ids(out, ids)
    return out.decode("ascii")


cdef list id_list(uint64_t ids):
    cdef int i
    return [i for i in range(54) if ids >> i & 1]


cdef Cards cards_of_tokens(str text) except *:
    # Everything people write. Either every card has its suit (jokers have none) or none has.
    cdef Cards cards = Cards(0, 0)
    cdef uint64_t bit
    cdef int slot, suited = 0, card_id
    suitless = None
    for slot, suit, position, _ in notation.read_cards(text):
        if (deck_counts >> (4 * slot) & 15) == (cards.counts >> (4 * slot) & 15):
            raise NotationError(f"more {_glyphs[slot]} than the pack has", text, position)
        cards.counts += <uint64_t>1 << (4 * slot)
        if slot >= 13:
            card_id = 52 + slot - 13
        elif suit is None:
            suitless = position if suitless is None else suitless
            continue
        else:
            card_id = 13 * <int>suit + (0 if slot == 12 else slot + 1)
            suited += 1
        bit = <uint64_t>1 << card_id
        if cards.ids & bit:
            raise NotationError(f"{notation.card_text(card_id)} twice", text, position)
        cards.ids |= bit
    if suitless is None:
        return cards
    if suited:
        raise NotationError("some cards have suits and this one has none", text, suitless)
    cards.ids = 0
    return cards


cdef Cards cards_of_text(str text) except *:
    # The quick way for canonical rank text; anything else goes through the full grammar.
    cdef Cards cards = Cards(0, 0)
    cdef Py_UCS4 c
    cdef uint8_t slot
    for c in text:
        slot = _slots[c] if c < 128 else 255
        if slot == 16:
            continue
        if slot == 255 or (deck_counts >> (4 * slot) & 15) == (cards.counts >> (4 * slot) & 15):
            return cards_of_tokens(text)
        cards.counts += <uint64_t>1 << (4 * slot)
    # Jokers have no suit: text names them as well as an id does.
    if cards.counts & <uint64_t>0xfffffffffffff == 0:
        cards.ids = (cards.counts >> 52 & 1) << 52 | (cards.counts >> 56 & 1) << 53
    return cards


cdef Cards cards_of_ids(object ids) except *:
    cdef Cards cards = Cards(0, 0)
    cdef int64_t card_id
    cdef Py_ssize_t position = 0
    for item in ids:
        if isinstance(item, (bool, str, bytes, float)) or not hasattr(item, "__index__"):
            raise TypeError(f"cards are text or integer ids, not a sequence with {type(item).__name__}")
        number = item.__index__()
        if not 0 <= number < 54:
            raise NotationError(f"card id {number} is not in the pack (0 to 53)", str(number)[:40], position)
        card_id = number
        if cards.ids >> card_id & 1:
            raise NotationError(f"card id {number} ({notation.card_text(number)}) twice", str(number), position)
        cards.ids |= <uint64_t>1 << card_id
        position += 1
    cards.counts = counts_of(cards.ids)
    return cards


cdef Cards cards_of(object source) except *:
    if type(source) is str:
        return cards_of_text(<str>source)
    if isinstance(source, Hand):
        return (<Hand>source).cards_
    if isinstance(source, Combo):
        return Cards((<Combo>source).c.cards, 0)
    if isinstance(source, str):
        return cards_of_text(str(source))
    if isinstance(source, (bytes, bytearray, memoryview, dict)) or not (
            hasattr(source, "__len__") and hasattr(source, "__iter__")):
        raise TypeError(f"cards are text, a Hand, a Combo or a sequence of ids, not {type(source).__name__}")
    return cards_of_ids(source)


cdef class Combo:
    """A play with its reading; immutable, hashable, equal by cards and reading."""

    cdef Combo_ c

    def __cinit__(self):
        self.c.reading.kind = KIND_PASS

    def __init__(self):
        raise TypeError("plays come from a game: readings, classify, leads, follows")

    @property
    def kind(self):
        return _kind_names[<int>self.c.reading.kind]

    @property
    def rank(self):
        return None if self.c.reading.kind == KIND_PASS else _glyphs[self.c.reading.rank]

    @property
    def length(self):
        return self.c.reading.length

    @property
    def cards(self):
        return text_of(self.c.cards)

    @property
    def counts(self):
        return self.c.cards

    def __len__(self):
        return self.c.size

    def __bool__(self):
        return True

    def __str__(self):
        return "pass" if self.c.reading.kind == KIND_PASS else text_of(self.c.cards)

    def __repr__(self):
        if self.c.reading.kind == KIND_PASS:
            return "Combo(pass)"
        link = f" x{self.c.reading.length}" if self.c.reading.length > 1 else ""
        return f"Combo({self.kind} {self.rank}{link}: {text_of(self.c.cards)})"

    def __eq__(self, other):
        if not isinstance(other, Combo):
            return NotImplemented
        cdef Combo o = <Combo>other
        return (self.c.cards == o.c.cards and self.c.reading.kind == o.c.reading.kind
                and self.c.reading.rank == o.c.reading.rank and self.c.reading.length == o.c.reading.length)

    def __hash__(self):
        return hash((self.c.cards, <int>self.c.reading.kind, self.c.reading.rank, self.c.reading.length))

    def __reduce__(self):
        return combo_of, (self.c.cards, <int>self.c.reading.kind, self.c.reading.rank, self.c.reading.length)


cdef Combo make_combo(Combo_ c):
    cdef Combo combo = Combo.__new__(Combo)
    combo.c = c
    return combo


def combo_of(counts, int kind, int rank, int length):
    """A Combo from its parts, for pickling; checked against the pack, not against any rules."""
    cdef Combo_ c
    cdef int slot
    c.cards = counts
    for slot in range(16):
        if (c.cards >> (4 * slot) & 15) > (deck_counts >> (4 * slot) & 15):
            raise NotationError("more cards than the pack has", hex(counts), slot)
    if not (0 <= kind < len(KIND_NAMES) and 0 <= rank < 15 and 0 <= length <= 12):
        raise NotationError("these parts are no play", f"{kind} {rank} {length}", 0)
    c.reading.kind = <Kind>kind
    c.reading.rank = rank
    c.reading.length = length
    c.size = total_of(c.cards)
    return make_combo(c)


PASS = combo_of(0, len(KIND_NAMES) - 1, 0, 0)


cdef object index_of(object index):
    # operator.index; numbers too large for any sequence count as out of range.
    number = _index(index)
    return number if -(1 << 62) < number < 1 << 62 else 1 << 62


def _index_in(sequence, value, start, stop):
    for i in range(*slice(start, stop).indices(len(sequence))):
        if sequence[i] == value:
            return i
    raise ValueError(f"{value!r} is not in the sequence")


cdef class ComboList:
    """An immutable sequence of plays; the Combo objects are made when they are looked at."""

    cdef vector[Combo_] combos

    def __len__(self):
        return self.combos.size()

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(make_combo(self.combos[i]) for i in range(*index.indices(len(self))))
        cdef Py_ssize_t i = index_of(index)
        if i < 0:
            i += self.combos.size()
        if i < 0 or i >= <Py_ssize_t>self.combos.size():
            raise IndexError("no play has that number")
        return make_combo(self.combos[i])

    def __iter__(self):
        cdef size_t i
        for i in range(self.combos.size()):
            yield make_combo(self.combos[i])

    def index(self, value, start=0, stop=None):
        return _index_in(self, value, start, stop)

    def count(self, value):
        return sum(1 for item in self if item == value)

    def __eq__(self, other):
        if isinstance(other, (ComboList, tuple, list)):
            return tuple(self) == tuple(other)
        return NotImplemented

    def __hash__(self):
        return hash(tuple(self))

    def __repr__(self):
        shown = ", ".join(str(combo) for combo in self[:8])
        return f"<{len(self)} plays: {shown}{', ...' if len(self) > 8 else ''}>"


Sequence.register(ComboList)


cdef ComboList make_list(vector[Combo_]& combos):
    cdef ComboList made = ComboList.__new__(ComboList)
    made.combos.swap(combos)
    return made


cdef class Hand:
    """Cards of one deck: by rank, and by id where ids are known. Immutable."""

    cdef Cards cards_

    def __init__(self, cards=""):
        self.cards_ = cards_of(cards)

    @property
    def cards(self):
        return text_of(self.cards_.counts)

    @property
    def ids(self):
        return tuple(id_list(self.cards_.ids)) if self.cards_.ids or not self.cards_.counts else None

    @property
    def suited(self):
        return ids_text(self.cards_.ids) if self.cards_.ids or not self.cards_.counts else None

    @property
    def counts(self):
        return self.cards_.counts

    def __len__(self):
        return total_of(self.cards_.counts)

    def __bool__(self):
        return self.cards_.counts != 0

    def __str__(self):
        return text_of(self.cards_.counts)

    def __repr__(self):
        return f"Hand({self.suited or self.cards!r})" if not self.cards_.ids else f"Hand({self.suited!r})"

    def __eq__(self, other):
        if not isinstance(other, Hand):
            return NotImplemented
        cdef Hand o = <Hand>other
        return self.cards_.counts == o.cards_.counts and self.cards_.ids == o.cards_.ids

    def __hash__(self):
        return hash((self.cards_.counts, self.cards_.ids))

    def __reduce__(self):
        return Hand, (self.suited if self.cards_.ids else self.cards,)


cdef Hand hand_of_ids(uint64_t ids):
    cdef Hand hand = Hand.__new__(Hand)
    hand.cards_ = Cards(counts_of(ids), ids)
    return hand
