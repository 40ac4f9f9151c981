# Cards and plays: reading them from what callers pass, and the objects that hold them.

KIND_NAMES = tuple(kind_names[i].decode() for i in range(<int>Kind.count_))
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
_slots[ord("*")] = 15


cdef PackLimits _any_pack = any_limits()


cdef str text_of(const RankCounts& counts):
    cdef string out
    append_ranks(out, counts)
    return out.decode("ascii")


cdef str ids_text(const CardIds& ids):
    # Physical cards: without a mark of the first pack.
    cdef string out
    append_ids(out, ids, 0, 1)
    return out.decode("ascii")


cdef list id_list(const CardIds& ids):
    cdef int deck, kind
    return [kinds_n * deck + kind for deck in range(most_packs) for kind in range(kinds_n) if ids.deck[deck] >> kind & 1]


cdef bytes counts_bytes(const RankCounts& counts):
    return bytes([counts.of(slot) for slot in range(16)])


cdef Cards cards_of_tokens(str text, const PackLimits& pack) except *:
    # Everything people write. Either every card has its suit (jokers have none) or none has.
    cdef Cards cards
    cdef int slot, kind, suited = 0
    suitless = None
    for token in notation.read_cards(text, copies=pack.decks if pack.decks > 1 else 0):
        slot, position = token.slot, token.position
        if token.suit is None and cards.counts.of(slot) == pack.ranks.of(slot):
            raise NotationError(f"more {_glyphs[slot]} than the pack has", text, position)
        cards.counts.word[slot >> 3] += <uint64_t>1 << (8 * (slot & 7))
        if token.suit is None and not 13 <= slot <= 14:
            suitless = position if suitless is None else suitless
            if token.copy:
                raise NotationError("a copy is named of a card without its suit", text, position)
            continue
        kind = notation.card_kind(token, text)
        suited += 13 > slot or token.copy > 0
        if not pack.kinds >> kind & 1:
            raise NotationError(f"{notation.card_text(kind)} is not in the pack", text, position)
        if cards.copies(kind) == pack.decks:
            raise NotationError(f"{notation.card_text(kind)} twice" if pack.decks == 1 else
                                f"more {notation.card_text(kind)} than the pack has", text, position)
        if not cards.add(kind, token.copy):
            raise NotationError(f"{notation.card_text(kind)}/{token.copy} twice", text, position)
    if suitless is not None:
        if suited:
            raise NotationError("some cards have suits and this one has none", text, suitless)
        cards.forget_suits()
    if not pack.fits(cards):
        raise NotationError("more cards than the pack has", text, 0)
    return cards


cdef Cards cards_of_text(str text, const PackLimits& pack) except *:
    # The quick way for canonical rank text; anything else goes through the full grammar.
    cdef Cards cards
    cdef Py_UCS4 c
    cdef uint8_t slot
    for c in text:
        slot = _slots[c] if c < 128 else 255
        if slot == 16:
            continue
        if slot == 255 or cards.counts.of(slot) == pack.ranks.of(slot):
            return cards_of_tokens(text, pack)
        cards.counts.word[slot >> 3] += <uint64_t>1 << (8 * (slot & 7))
    # Jokers have no suit: text names them as well as a card does. Big aces are counted with the aces.
    if cards.counts.word[1] >> 40 and (cards.counts.word[1] >> 56 or
                                       not (cards.counts.word[0] or cards.counts.word[1] & 0xffffffffff)):
        return cards_of_tokens(text, pack)
    return cards


cdef CardIds card_ids_of(object ids, int decks, uint64_t kinds) except *:
    # Physical cards of `decks` packs of these kinds.
    cdef CardIds cards
    cdef int card_id
    cdef Py_ssize_t position = 0
    for item in ids:
        if isinstance(item, (bool, str, bytes, float)) or not hasattr(item, "__index__"):
            raise TypeError(f"cards are text or integer ids, not a sequence with {type(item).__name__}")
        number = item.__index__()
        if not 0 <= number < kinds_n * decks or not kinds >> (number % kinds_n) & 1:
            span = f" (0 to {kinds_n * decks - 1})" if kinds == full_deck else ""
            raise NotationError(f"card id {number} is not in the pack{span}", str(number)[:40], position)
        card_id = number
        if cards.deck[card_id // kinds_n] >> (card_id % kinds_n) & 1:
            raise NotationError(f"card id {number} ({notation.card_text(number)}) twice", str(number), position)
        cards.deck[card_id // kinds_n] |= <uint64_t>1 << (card_id % kinds_n)
        position += 1
    return cards


cdef Cards cards_of(object source, const PackLimits& pack) except *:
    cdef Cards cards
    if type(source) is str:
        return cards_of_text(<str>source, pack)
    if isinstance(source, Hand):
        cards = (<Hand>source).cards_
    elif isinstance(source, Combo):
        cards.counts = (<Combo>source).c.cards
    elif isinstance(source, str):
        return cards_of_text(str(source), pack)
    elif isinstance(source, (bytes, bytearray, memoryview, dict)) or not (
            hasattr(source, "__len__") and hasattr(source, "__iter__")):
        raise TypeError(f"cards are text, a Hand, a Combo or a sequence of ids, not {type(source).__name__}")
    else:
        return cards_of_card_ids(card_ids_of(source, pack.decks, pack.kinds), 0)
    if not pack.fits(cards):
        raise NotationError("more cards than the pack has, or others", str(source)[:80], 0)
    return cards


cdef RankCounts ranks_in_cards(object source, const PackLimits& pack) except *:
    # Where the ranks alone matter.
    cdef RankCounts ranks
    cdef Py_ssize_t size = 0
    cdef const char* data
    if type(source) is str and (<str>source).isascii():
        data = PyUnicode_AsUTF8AndSize(source, &size)
        if read_ranks(data, size, pack, ranks):
            return ranks
    return cards_of(source, pack).counts


cdef class Combo:
    """A play with its reading; immutable, hashable, equal by cards and reading."""

    cdef Combo_ c

    def __cinit__(self):
        self.c.reading.kind = KIND_PASS

    def __init__(self):
        raise TypeError("plays come from a game: readings, classify, leads, follows")

    @property
    def kind(self):
        """What it is played as: ``"trio_solo_chain"``, ``"pass"``."""
        return _kind_names[<int>self.c.reading.kind]

    @property
    def rank(self):
        """The rank compared: lowest of a chain; ``"w"`` for the rocket; None for a pass and for 保皇's jokers alone."""
        if self.c.reading.kind == KIND_PASS or self.c.reading.rank == no_rank_compared:
            return None
        return _glyphs[self.c.reading.rank]

    @property
    def length(self):
        """Links of a chain, else 1; 0 for a pass."""
        return self.c.reading.length

    @property
    def cards(self):
        """Canonical text; empty for a pass."""
        return text_of(self.c.cards)

    @property
    def counts(self):
        """Copies by rank, a byte each, in the order ``3456789TJQKA2wW*``."""
        return counts_bytes(self.c.cards)

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
        rank = "" if self.rank is None else f" {self.rank}"
        return f"Combo({self.kind}{rank}{link}: {text_of(self.c.cards)})"

    def __eq__(self, other):
        if not isinstance(other, Combo):
            return NotImplemented
        cdef Combo o = <Combo>other
        return (self.c.cards == o.c.cards and self.c.reading.kind == o.c.reading.kind
                and self.c.reading.rank == o.c.reading.rank and self.c.reading.length == o.c.reading.length)

    def __hash__(self):
        return hash((self.c.cards.word[0], self.c.cards.word[1], <int>self.c.reading.kind, self.c.reading.rank, self.c.reading.length))

    def __reduce__(self):
        return combo_of, (self.counts, <int>self.c.reading.kind, self.c.reading.rank, self.c.reading.length)


cdef Combo make_combo(Combo_ c):
    cdef Combo combo = Combo.__new__(Combo)
    combo.c = c
    return combo


def combo_of(bytes counts not None, int kind, int rank, int length):
    """A Combo from its parts, for pickling; checked against what any packs have, not against any rules."""
    cdef Combo_ c
    cdef int slot
    if len(counts) != 16:
        raise NotationError("these parts are no play", str(counts)[:80], 0)
    for slot in range(16):
        if counts[slot] > _any_pack.ranks.of(slot):
            raise NotationError("more cards than the pack has", str(counts)[:80], slot)
        c.cards.word[slot >> 3] += <uint64_t><uint8_t>counts[slot] << (8 * (slot & 7))
    if not (0 <= kind < len(KIND_NAMES) and (0 <= rank < 16 or rank == no_rank_compared) and 0 <= length <= 13):
        raise NotationError("these parts are no play", f"{kind} {rank} {length}", 0)
    c.reading.kind = <Kind>kind
    c.reading.rank = rank
    c.reading.length = length
    c.size = c.cards.total()
    return make_combo(c)


PASS = combo_of(bytes(16), <int>KIND_PASS, 0, 0)


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
    """Cards by rank, and by card where suits are known. Immutable."""

    cdef Cards cards_

    def __init__(self, cards=""):
        self.cards_ = cards_of(cards, _any_pack)

    @property
    def cards(self):
        """Canonical text by rank."""
        return text_of(self.cards_.counts)

    @property
    def ids(self):
        """Physical cards, ascending; None if only ranks are known."""
        return tuple(id_list(self.cards_.ids())) if self.cards_.suited() or self.cards_.counts.empty() else None

    @property
    def suited(self):
        """Canonical text by card, ``/2`` … behind those of other packs than the first; None if only ranks are known."""
        return ids_text(self.cards_.ids()) if self.cards_.suited() or self.cards_.counts.empty() else None

    @property
    def counts(self):
        """Copies by rank, a byte each, in the order ``3456789TJQKA2wW*``."""
        return counts_bytes(self.cards_.counts)

    def __len__(self):
        return self.cards_.counts.total()

    def __bool__(self):
        return not self.cards_.counts.empty()

    def __str__(self):
        return text_of(self.cards_.counts)

    def __repr__(self):
        return f"Hand({self.suited or self.cards!r})"

    def __eq__(self, other):
        if not isinstance(other, Hand):
            return NotImplemented
        cdef Hand o = <Hand>other
        return self.cards_.counts == o.cards_.counts and self.cards_.ids() == o.cards_.ids()

    def __hash__(self):
        return hash((self.cards, self.ids))

    def __reduce__(self):
        return _hand_of, self._parts

    @property
    def _parts(self):
        # Ranks, cards whose copy is named, cards of which any copy will do (the n-th of a kind as of deck n).
        return self.cards, id_list(self.cards_.named), id_list(self.cards_.plain)


def _hand_of(str cards not None, named, plain):
    """A Hand from its parts, for pickling."""
    cdef Hand hand = Hand.__new__(Hand)
    hand.cards_ = cards_of_text(cards, _any_pack)
    hand.cards_.named = card_ids_of(named, most_packs, full_deck)
    hand.cards_.plain = card_ids_of(plain, most_packs, full_deck)
    return hand


cdef Hand hand_of_ids(const CardIds& ids, uint64_t big_kinds):
    cdef Hand hand = Hand.__new__(Hand)
    hand.cards_ = cards_of_card_ids(ids, big_kinds)
    return hand
