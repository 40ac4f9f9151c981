# Trick-taking games: questions under one trump.

cdef extern from "_fast_trick.hpp" namespace "pokerfast" nogil:
    int trump_group
    int any_group
    cdef cppclass TrickRules:
        pass
    cdef cppclass TrickPlan:
        TrickRules rules
        uint8_t group_of[54]
        uint8_t places[5]
    cdef cppclass Shape:
        int width()
        int length()
    cdef cppclass Unit_ "pokerfast::Unit":
        Shape shape
        uint64_t kinds
        Copies cards()
    cdef cppclass Split:
        int size
        Unit_ units[64]
    void split(const TrickPlan&, int, const Copies&, Split&)
    cdef cppclass Lead:
        pass
    Lead lead_of(const TrickPlan&, const Copies&)
    int group_of_cards(const TrickPlan&, const Copies&)
    int lead_group(const TrickPlan&, const Copies&)
    int lowest(uint64_t)
    cdef cppclass Follows:
        Follows(const TrickPlan&, const Lead&, const Copies&)
        uint64_t count()
        Copies at(uint64_t)
    cdef cppclass Leads:
        Leads(const TrickPlan&, const Copies&, const Copies&)
        uint64_t count()
        Copies at(uint64_t)
    Code check_follow(const TrickPlan&, const Lead&, const Copies&, const Copies&)
    Pile whole_pack(int, uint64_t)
    Copies minus "operator-"(const Copies&, const Copies&)
    cdef cppclass TrickGame_ "pokerfast::TrickGame":
        cbool has_levels()
        int fixed_level()
        int decks()
        uint64_t kinds()
        int kitty_cards()
    cdef cppclass LevelResult_ "pokerfast::LevelResult":
        cbool attackers
        int levels
        cbool takes_over
    cdef cppclass Shengji:
        pass
    cdef cppclass GradeResult_ "pokerfast::GradeResult":
        cbool attackers
        int grade
        int factor
    GradeResult_ grade_result(int64_t, int)
    cdef cppclass ContractScore_ "pokerfast::ContractScore":
        int64_t dealer
        int64_t attackers
    ContractScore_ contract_score(int, int64_t, cbool)

cdef extern from "_fast_trick.hpp" namespace "pokerfast::bind" nogil:
    const TrickGame_* trick_of(const Game_*)
    int count_words(const TrickGame_&)
    string word_text(const TrickGame_&, int)
    const Shengji* with_rooms(const Game_*)
    const Shengji* with_levels(const Game_*)
    cbool has_grades(const Game_*)
    cbool has_contracts(const Game_*)
    cbool has_bid(const TrickGame_&, int64_t)
    LevelResult_ level_result_of(const Shengji&, int64_t)
    LevelResult_ level_result_of(const Shengji&, const AnyState&)
    const TrickPlan* plan_at(const TrickGame_*, int, int)
    uint64_t kinds_of_place(const TrickPlan&, int, int)
    cbool test_throw_of(const TrickPlan&, const Copies&, const vector[Copies]&, Copies&)
    int winner_among(const TrickPlan&, const vector[Copies]&)
    int64_t multiplier_of(const TrickPlan&, const Copies&)
    int64_t room_points_of(const Shengji&, cbool, int, const vector[int64_t]&, int64_t)

#: Trumps by the core's number; a group of cards likewise, the trumps "T".
TRUMP_NAMES = ("S", "H", "D", "C", "NT")
LEVEL_NAMES = tuple("23456789TJQKA")

cdef str _groups = "SHDCT"
cdef int most_counted = 60  # numbers of plays of more cards might not fit 64 bits


cdef str card_text(int kind):
    cdef Copies card
    card.one = <uint64_t>1 << kind
    return copies_text(card)


cdef class CoreTrick(CoreGame):
    """A trick-taking game with its rules fixed."""

    cdef const TrickGame_* t

    def __cinit__(self, str name not None, values):
        self.t = trick_of(self.g)
        if self.t is NULL:
            raise RulesError([("game", f"{name!r} is no trick-taking game")])

    @property
    def _pack(self):
        """(decks, kinds of cards in one of them)"""
        cdef int kind
        return self.t.decks(), tuple([kind for kind in range(kinds_n) if self.t.kinds() >> kind & 1])

    def trump(self, suit, level=None):
        """The order of the cards under a trump suit: ``"S"`` ``"H"`` ``"D"`` ``"C"`` or ``"NT"``.

        Args:
            suit: the trump suit.
            level: the rank played, ``"2"`` to ``"A"``; required where levels move, refused where there are none; where
                the level is always 2 (打百分) it may be left out.

        Raises:
            RulesError: no such suit or level; all faults at once.
        """
        cdef int level_number = self.t.fixed_level()
        for what, text in (("suit", suit), ("level", level)):
            if not isinstance(text, str) and (what == "suit" or text is not None):
                raise TypeError(f"{what} is text, not {type(text).__name__}")
        faults = []
        suit_number = notation.read_trump(suit)
        if suit_number is None:
            faults.append(("suit", f"{suit[:40]!r} is not S, H, D, C or NT"))
        if level is not None:
            if not self.t.has_levels() and level_number == no_rank:
                faults.append(("level", "this game has no levels"))
            elif notation.read_rank(level) is None:
                faults.append(("level", f"{level[:40]!r} is not a rank, 2 to A"))
            elif self.t.has_levels():
                level_number = notation.read_rank(level)
            elif notation.read_rank(level) != level_number:
                faults.append(("level", f"is {LEVEL_NAMES[level_number]} in this game"))
        elif self.t.has_levels():
            faults.append(("level", "this game needs one, 2 to A"))
        if faults:
            raise RulesError(faults)
        return Trump.__new__(Trump, self, suit_number, level_number)

    def _level_result(self, int64_t points):
        """(side, levels, takes over); None where deals are not worth levels."""
        cdef const Shengji* game = with_levels(self.g)
        return None if game is NULL else levels_of(level_result_of(game[0], points))

    def _grade_result(self, int64_t points, int bid):
        """(side, grade, factor)."""
        cdef GradeResult_ result = grade_result(points, bid)
        return "attackers" if result.attackers else "dealer", result.grade, result.factor

    def _contract_score(self, int bid, int64_t points, cbool tripled):
        """(of the dealer's side, of the attackers)."""
        cdef ContractScore_ score = contract_score(bid, points, tripled)
        return score.dealer, score.attackers

    @property
    def _id_texts(self):
        """What the ids of its card by card actions stand for: 54 cards, ``end``, the game's words."""
        cards = [card_text(kind) for kind in range(54)]
        words = [word_text(self.t[0], i).decode("ascii") for i in range(count_words(self.t[0]))]
        return (*cards, "end", *words)

    def _can_bid(self, int64_t bid):
        return has_bid(self.t[0], bid)

    def _room_points(self, cbool attackers, int levels, scores, int64_t grand_slam):
        cdef vector[int64_t] numbers = scores
        return room_points_of(with_rooms(self.g)[0], attackers, levels, numbers, grand_slam)

    @property
    def _worth(self):
        """What a deal is worth: ``"levels"``, ``"grades"``, ``"contracts"``, or ``"tricks"``."""
        if with_levels(self.g) is not NULL:
            return "levels"
        return "grades" if has_grades(self.g) else "contracts" if has_contracts(self.g) else "tricks"

    @property
    def _has_rooms(self):
        return with_rooms(self.g) is not NULL


cdef tuple levels_of(const LevelResult_& result):
    return "attackers" if result.attackers else "dealer", result.levels, result.takes_over


cdef class Unit:
    """One unit of a set of cards: a single card, a pair, a triple, or a chain of pairs or triples."""

    cdef Copies copies
    cdef int width
    cdef readonly int length

    def __init__(self):
        raise TypeError("units come from Trump.units")

    @property
    def kind(self):
        """``"single"`` ``"pair"`` ``"triple"`` ``"tractor"`` ``"titanic"``."""
        if self.width < 2:
            return "single"
        if self.width == 2:
            return "pair" if self.length == 1 else "tractor"
        return "triple" if self.length == 1 else "titanic"

    @property
    def cards(self):
        """Canonical text."""
        return copies_text(self.copies)

    def __len__(self):
        return self.copies.total()

    def __str__(self):
        return copies_text(self.copies)

    def __repr__(self):
        return f"Unit({self.kind}: {self.cards})"

    def __eq__(self, other):
        if not isinstance(other, Unit):
            return NotImplemented
        cdef Unit o = <Unit>other
        return self.width == o.width and self.length == o.length and self.copies == o.copies

    def __hash__(self):
        return hash((self.width, self.length, self.cards))

    def __reduce__(self):
        return unit_of, (self.cards, self.width, self.length)


def unit_of(cards, int width, int length):
    """A Unit from its parts, for pickling; not checked against any rules."""
    cdef Unit made = Unit.__new__(Unit)
    made.copies = suited_of(cards, most_decks, full_deck).copies()
    made.width = width
    made.length = length
    return made


cdef class Throw:
    """What becomes of a lead against open hands; true if it stands."""

    cdef readonly bint stands
    cdef readonly str forced

    def __init__(self):
        raise TypeError("made by Trump.throw")

    def __bool__(self):
        return self.stands

    def __repr__(self):
        return "Throw(stands)" if self.stands else f"Throw(forced: {self.forced})"

    def __eq__(self, other):
        if not isinstance(other, Throw):
            return NotImplemented
        return self.stands == (<Throw>other).stands and self.forced == (<Throw>other).forced

    def __hash__(self):
        return hash((self.stands, self.forced))

    def __reduce__(self):
        return throw_of, (self.stands, self.forced)


def throw_of(bint stands, str forced not None):
    """A Throw from its parts, for pickling."""
    cdef Throw made = Throw.__new__(Throw)
    made.stands = stands
    made.forced = forced
    return made


cdef class PlayIterator:
    """Plays as canonical text, each made when it is asked for."""

    cdef Trump trump  # whose plan the counters below refer to
    cdef unique_ptr[Follows] follows
    cdef unique_ptr[Leads] leads
    cdef uint64_t next_, total

    def __init__(self):
        raise TypeError("made by Trump.follows and Trump.leads")

    def __iter__(self):
        return self

    def __next__(self):
        if self.next_ >= self.total:
            raise StopIteration
        self.next_ += 1
        if self.follows.get() is not NULL:
            return copies_text(self.follows.get().at(self.next_ - 1))
        return copies_text(self.leads.get().at(self.next_ - 1))

    def __length_hint__(self):
        return self.total - self.next_


cdef class Trump:
    """The order of the cards under one trump suit and level, and every question about single plays."""

    cdef readonly CoreTrick game
    cdef const TrickPlan* plan
    cdef readonly str suit
    cdef readonly str level

    def __cinit__(self, CoreTrick game not None, int suit, int level):
        # Here and not in __init__, so that no trump without a plan can exist.
        if not 0 <= suit < 5 or not (0 <= level < 13 if game.t.has_levels() else level == game.t.fixed_level()):
            raise ValueError("no such trump")
        self.game = game
        self.plan = plan_at(game.t, suit, level)
        self.suit = TRUMP_NAMES[suit]
        self.level = None if level == no_rank else LEVEL_NAMES[level]

    def __init__(self, *args):
        raise TypeError("made by TrickGame.trump")

    cdef Copies cards_of(self, object source) except *:
        return suited_of(source, self.game.t.decks(), self.game.t.kinds()).copies()

    cdef Copies counted_hand(self, object source) except *:
        cdef Copies hand = self.cards_of(source)
        if hand.total() > most_counted:
            raise NotationError(f"{hand.total()} cards, a hand has at most {most_counted}", str(source), 0)
        return hand

    def order(self, group="T"):
        """The places of the trumps, or of another group (``"S"`` ``"H"`` ``"D"`` ``"C"``), from high to low.

        Equal cards share a place: ``[("W",), ("w",), ("ST",), ("HT", "DT", "CT"), ("SA",), …]``.
        """
        if not isinstance(group, str):
            raise TypeError(f"a group is text, not {type(group).__name__}")
        if len(group) != 1 or group not in _groups:
            raise RulesError([("group", f"{group[:40]!r} is not S, H, D, C or T")])
        cdef int number = _groups.index(group)
        cdef int place
        cdef uint64_t kinds
        cdef int kind
        found = []
        for place in range(self.plan.places[number] - 1, -1, -1):
            kinds = kinds_of_place(self.plan[0], number, place)
            if kinds:
                found.append(tuple([notation.card_text(kind) for kind in range(kinds_n) if kinds >> kind & 1]))
        return found

    def effective_suit(self, card):
        """The group of one card: ``"T"`` for trumps, else its suit; NotationError if it is not one card."""
        cdef Copies cards = self.cards_of(card)
        if cards.total() != 1:
            raise NotationError("one card is needed", str(card)[:80], 0)
        return _groups[self.plan.group_of[lowest(cards.one)]]

    def group(self, cards):
        """The group that all the cards belong to; None if there are two, or no card."""
        cdef int group = group_of_cards(self.plan[0], self.cards_of(cards))
        return None if group < 0 else _groups[group]

    def is_four_of_rank(self, cards):
        """Whether the cards are four of one rank that may be led together (横甩), which no suit answers."""
        return lead_group(self.plan[0], self.cards_of(cards)) == any_group

    cdef list units_of(self, const Copies& cards):
        cdef Split units
        cdef int i, group = group_of_cards(self.plan[0], cards)
        cdef Unit unit
        found = []
        if group < 0:
            return found
        split(self.plan[0], group, cards, units)
        for i in range(units.size):
            unit = Unit.__new__(Unit)
            unit.copies = units.units[i].cards()
            unit.width = units.units[i].shape.width()
            unit.length = units.units[i].shape.length()
            found.append(unit)
        return found

    def units(self, cards):
        """How the cards are split as a lead, largest unit first; empty for cards of two groups."""
        return tuple(self.units_of(self.cards_of(cards)))

    cdef cbool is_chain(self, object cards, int width) except *:
        cdef list units = self.units_of(self.cards_of(cards))
        if len(units) != 1:
            return False
        cdef Unit unit = <Unit>units[0]
        return unit.width == width and unit.length > 1

    def is_tractor(self, cards):
        """Whether the cards are one tractor: two or more neighbouring pairs."""
        return self.is_chain(cards, 2)

    def is_titanic(self, cards):
        """Whether the cards are one titanic: two or more neighbouring triples."""
        return self.is_chain(cards, 3)

    def follows(self, hand, lead):
        """Every legal follow, each set of cards once; at most 60 cards in the hand (NotationError)."""
        cdef Copies held = self.counted_hand(hand), led = self.cards_of(lead)
        cdef PlayIterator plays = PlayIterator.__new__(PlayIterator)
        plays.trump = self
        if lead_group(self.plan[0], led) >= 0:
            plays.follows.reset(new Follows(self.plan[0], lead_of(self.plan[0], led), held))
            plays.total = plays.follows.get().count()
        return plays

    def count_follows(self, hand, lead):
        """How many there are, without listing them."""
        cdef Copies held = self.counted_hand(hand), led = self.cards_of(lead)
        if lead_group(self.plan[0], led) < 0:
            return 0
        cdef unique_ptr[Follows] follows
        follows.reset(new Follows(self.plan[0], lead_of(self.plan[0], led), held))
        return follows.get().count()

    def check_follow(self, hand, lead, play):
        """Whether a follow is legal, else why not and one that is; ``two_groups`` if the lead is none."""
        cdef Copies held = self.counted_hand(hand), led = self.cards_of(lead), given = self.cards_of(play)
        if lead_group(self.plan[0], led) < 0:
            return _Legality("two_groups", None, copies_text(led))
        cdef Lead asked = lead_of(self.plan[0], led)
        cdef Code code = check_follow(self.plan[0], asked, held, given)
        if code == Code.ok:
            return _Legality()
        cdef unique_ptr[Follows] follows
        follows.reset(new Follows(self.plan[0], asked, held))
        suggestion = copies_text(follows.get().at(0)) if follows.get().count() else None
        return _Legality(CODE_NAMES[<int>code], suggestion, copies_text(given))

    cdef Leads* leads_of(self, object hand, object unseen) except NULL:
        cdef Copies held = self.counted_hand(hand)
        cdef Copies others
        if unseen is None:
            others = minus(whole_pack(self.game.t.decks(), self.game.t.kinds()).copies(), held)
        else:
            others = self.cards_of(unseen)
        return new Leads(self.plan[0], held, others)

    def leads(self, hand, unseen=None):
        """Every legal lead, each set of cards once.

        ``unseen``: the cards the leader has not held, buried or seen played, which matter where throws must be certain;
        the cards of the other hands where trumps are thrown once no other hand has any (二七王). None: all that are not
        in the hand.
        """
        cdef PlayIterator plays = PlayIterator.__new__(PlayIterator)
        plays.trump = self
        plays.leads.reset(self.leads_of(hand, unseen))
        plays.total = plays.leads.get().count()
        return plays

    def count_leads(self, hand, unseen=None):
        """How many there are, without listing them."""
        cdef unique_ptr[Leads] leads
        leads.reset(self.leads_of(hand, unseen))
        return leads.get().count()

    def throw(self, lead, others):
        """Whether a lead stands against one to three other hands, of any size, else what is led instead.

        Whether the rules allow throws is not asked. A lead of two groups does not stand, and nothing is forced.
        """
        cdef Copies led = self.cards_of(lead)
        cdef Copies forced
        cdef vector[Copies] hands = self.several(others, "others", 3)
        cdef Throw made = Throw.__new__(Throw)
        made.stands = test_throw_of(self.plan[0], led, hands, forced)
        made.forced = copies_text(forced)
        return made

    cdef vector[Copies] several(self, object source, str name, size_t most) except *:
        cdef vector[Copies] found
        if isinstance(source, (str, bytes, SuitedHand, Hand)) or not hasattr(source, "__len__"):
            raise TypeError(f"{name} is a sequence of sets of cards")
        if not 1 <= len(source) <= most:
            raise RulesError([(name, f"1 to {most} are needed, not {len(source)}")])
        for cards in source:
            found.push_back(self.cards_of(cards))
        return found

    def winner(self, plays):
        """Offset from the leader of the play that wins, of one to four; None if the first is no lead.

        A play of another number of cards than the lead wins nothing. Whether plays are legal is not asked.
        """
        cdef vector[Copies] made = self.several(plays, "plays", 4)
        if lead_group(self.plan[0], made[0]) < 0:
            return None
        return winner_among(self.plan[0], made)

    def kitty_multiplier(self, lead):
        """What buried points are multiplied by when the attackers win a last trick with this lead.

        None if it is no lead; RulesError in games without a kitty.
        """
        cdef Copies led = self.cards_of(lead)
        if self.game.t.kitty_cards() == 0:
            raise RulesError([("kitty_multiplier", "this game has no kitty")])
        return None if lead_group(self.plan[0], led) < 0 else multiplier_of(self.plan[0], led)

    def __eq__(self, other):
        if not isinstance(other, Trump):
            return NotImplemented
        cdef Trump o = <Trump>other
        return self.suit == o.suit and self.level == o.level and self.game == o.game

    def __hash__(self):
        return hash((self.game, self.suit, self.level))

    def __repr__(self):
        level = "" if self.level is None else f", level={self.level!r}"
        return f"{self.game!r}.trump({self.suit!r}{level})"

    def __reduce__(self):
        return trump_of, (self.game, self.suit, self.level)


def trump_of(game, suit, level):
    """A Trump from its parts, for pickling."""
    return game.trump(suit, level)
