# Cards of several packs with their suits: reading them from what callers pass, and the object that holds them.

cdef extern from "_fast_trick.hpp" namespace "pokerfast" nogil:
    int kinds_n
    int most_decks
    int no_rank

cdef extern from "_fast_trick.hpp" namespace "pokerfast::bind" nogil:
    cdef cppclass Suited:
        Pile named
        Copies plain
        Copies copies()
        cbool exact()
        cbool add(int, int)
    cbool read_canonical(const char*, size_t, Suited&)
    cbool resolve(const Suited&, const Pile&, Pile&)
    void append_copies(string&, const Copies&)
    void append_pile(string&, const Pile&, uint64_t)
    Pile lowest_pile(const Copies&)


cdef str copies_text(const Copies& cards):
    cdef string out
    append_copies(out, cards)
    return out.decode("ascii")


cdef str pile_text(const Pile& cards, uint64_t marked):
    # `marked`: kinds that tell their copy.
    cdef string out
    append_pile(out, cards, marked)
    return out.decode("ascii")


cdef list pile_ids(const Pile& cards):
    cdef int deck, kind
    return [kinds_n * deck + kind for deck in range(most_decks) for kind in range(kinds_n) if cards.deck[deck] >> kind & 1]


cdef cbool fits(const Suited& cards, int decks, uint64_t kinds):
    # Whether `decks` packs of these kinds have the cards.
    cdef Copies copies = cards.copies()
    cdef int deck
    for deck in range(decks, most_decks):
        if cards.named.deck[deck]:
            return False
    return not (copies.one & ~kinds or (decks < 2 and copies.two) or (decks < 3 and copies.three))


cdef Suited suited_of_tokens(str text, int decks, uint64_t kinds) except *:
    # Everything people write.
    cdef Suited cards
    cdef int kind, copy
    for token in notation.read_cards(text, copies=most_decks):
        kind, copy = notation.card_kind(token, text), token.copy
        position = token.position
        if not kinds >> kind & 1:
            what = "jokers" if kind >= 52 else notation.card_text(kind)
            raise NotationError(f"the pack has no {what}", text, position)
        if copy > decks:
            raise NotationError(f"copy {copy} of a card, there are {decks}", text, position)
        if cards.copies().of(kind) == decks:
            raise NotationError(f"more {notation.card_text(kind)} than the pack has", text, position)
        if not cards.add(kind, copy):
            raise NotationError(f"{notation.card_text(kind)}/{copy} twice", text, position)
    return cards


cdef Suited suited_of_text(str text, int decks, uint64_t kinds) except *:
    # The quick way for canonical text; anything else goes through the full grammar.
    cdef Suited cards
    cdef Py_ssize_t size = 0
    cdef const char* data
    if text.isascii():
        data = PyUnicode_AsUTF8AndSize(text, &size)
        if size <= 1024 and read_canonical(data, size, cards) and fits(cards, decks, kinds):
            return cards
    return suited_of_tokens(text, decks, kinds)


cdef Suited suited_of_ids(object ids, int decks, uint64_t kinds) except *:
    cdef Suited cards
    cdef int card_id
    cdef Py_ssize_t position = 0
    for item in ids:
        if isinstance(item, (bool, str, bytes, float)) or not hasattr(item, "__index__"):
            raise TypeError(f"cards are text or integer ids, not a sequence with {type(item).__name__}")
        number = item.__index__()
        if not 0 <= number < kinds_n * decks or not kinds >> (number % kinds_n) & 1:
            raise NotationError(f"card id {number} is not in the pack", str(number)[:40], position)
        card_id = number
        if not cards.add(card_id % kinds_n, card_id // kinds_n + 1):
            raise NotationError(f"card id {number} ({notation.card_text(number)}) twice", str(number), position)
        position += 1
    return cards


cdef Suited suited_of(object source, int decks, uint64_t kinds) except *:
    # Cards of `decks` packs of these kinds.
    cdef Suited cards
    if type(source) is str:
        return suited_of_text(<str>source, decks, kinds)
    if isinstance(source, SuitedHand):
        cards = (<SuitedHand>source).cards_
    elif isinstance(source, Hand):
        if not ((<Hand>source).cards_.suited() or (<Hand>source).cards_.counts.empty()):
            raise NotationError("a hand whose suits are not known", str(source), 0)
        return suited_of_ids((<Hand>source).ids, decks, kinds)
    elif isinstance(source, str):
        return suited_of_text(str(source), decks, kinds)
    elif isinstance(source, (bytes, bytearray, memoryview, dict, Combo)) or not (
            hasattr(source, "__len__") and hasattr(source, "__iter__")):
        raise TypeError(f"cards are text, a SuitedHand or a sequence of ids, not {type(source).__name__}")
    else:
        return suited_of_ids(source, decks, kinds)
    if not fits(cards, decks, kinds):
        raise NotationError("more cards than the pack has, or others", str(source), 0)
    return cards


cdef class SuitedHand:
    """Cards of up to three packs with their suits. Immutable."""

    cdef Suited cards_

    def __init__(self, cards=""):
        cdef Suited read = suited_of(cards, most_decks, full_deck)
        if not read.named.empty() and not read.exact():
            raise NotationError("some cards name their copy and others don't", str(cards)[:80], 0)
        self.cards_ = read

    @property
    def cards(self):
        """Canonical text: ``W w``, then S, H, D, C, each A … 2, blanks between."""
        return copies_text(self.cards_.copies())

    @property
    def ids(self):
        """Physical cards, ascending; None if only kinds are known."""
        return tuple(pile_ids(self.cards_.named)) if self.cards_.exact() else None

    def __len__(self):
        return self.cards_.copies().total()

    def __bool__(self):
        return self.cards_.copies().one != 0

    def __iter__(self):
        return iter(self.cards.split())

    def __str__(self):
        return copies_text(self.cards_.copies())

    def __repr__(self):
        if self.cards_.exact():
            return f"SuitedHand({pile_text(self.cards_.named, full_deck)!r})"
        return f"SuitedHand({self.cards!r})"

    def __eq__(self, other):
        if not isinstance(other, SuitedHand):
            return NotImplemented
        cdef SuitedHand o = <SuitedHand>other
        return self.cards_.named == o.cards_.named and self.cards_.plain == o.cards_.plain

    def __hash__(self):
        return hash((self.cards, self.ids))

    def __reduce__(self):
        return SuitedHand, (self.ids if self.cards_.exact() else self.cards,)


cdef SuitedHand hand_of_pile(const Pile& cards):
    cdef SuitedHand hand = SuitedHand.__new__(SuitedHand)
    hand.cards_.named = cards
    return hand


cdef SuitedHand hand_of_copies(const Copies& cards):
    cdef SuitedHand hand = SuitedHand.__new__(SuitedHand)
    hand.cards_.plain = cards
    return hand
