"""What the code names mean: 汉字, pinyin and English. ``docs/glossary.md`` shows this table; a test compares them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

__all__ = ["ACTIONS", "GAMES", "KINDS", "PHASES", "SIDES", "Name"]


class Name(NamedTuple):
    """One idea in the words of those who play it."""

    hanzi: str
    pinyin: str
    english: str


def _table(**names: tuple[str, str, str]) -> Mapping[str, Name]:
    return MappingProxyType({code.rstrip("_"): Name(*words) for code, words in names.items()})


GAMES: Final = _table(
    doudizhu=("斗地主", "dòu dìzhǔ", "fight the landlord"),
)

#: Kinds of plays, in the order lists give them; ``Combo.kind``.
KINDS: Final = _table(
    solo=("单牌", "dānpái", "one card"),
    pair=("对子", "duìzi", "two of a rank"),
    trio=("三张", "sānzhāng", "three of a rank"),
    solo_chain=("单顺", "dānshùn", "five or more ranks in a row"),
    pair_chain=("双顺", "shuāngshùn", "three or more pairs in a row"),
    trio_chain=("三顺", "sānshùn", "two or more trios in a row"),
    trio_solo=("三带一", "sān dài yī", "trio with a single card"),
    trio_pair=("三带一对", "sān dài yí duì", "trio with a pair"),
    trio_solo_chain=("飞机带单", "fēijī dài dān", "trio chain with as many single cards"),
    trio_pair_chain=("飞机带对", "fēijī dài duì", "trio chain with as many pairs"),
    four_two_solo=("四带二", "sì dài èr", "four of a rank with two single cards"),
    four_two_pair=("四带两对", "sì dài liǎng duì", "four of a rank with two pairs"),
    bomb=("炸弹", "zhàdàn", "four of a rank alone"),
    rocket=("火箭", "huǒjiàn", "both jokers"),
    pass_=("不出", "bù chū", "no play"),
)

#: ``State.phase``.
PHASES: Final = _table(
    show_start=("明牌开始", "míngpái kāishǐ", "show the hand before the deal?"),
    show_deal=("发牌明牌", "fāpái míngpái", "show the hand while cards are dealt?"),
    call=("叫地主", "jiào dìzhǔ", "call for the landlord's part?"),
    bid=("叫分", "jiào fēn", "bid points for the landlord's part?"),
    rob=("抢地主", "qiǎng dìzhǔ", "rob the landlord's part?"),
    show=("明牌", "míngpái", "the landlord: show the hand?"),
    double=("加倍", "jiābèi", "double one's own stake?"),
    play=("出牌", "chūpái", "lead or follow"),
    over=("结束", "jiéshù", "the deal is over"),
)

#: ``Action.kind``.
ACTIONS: Final = _table(
    pass_=("不出", "bù chū", "make no play"),
    no=("不", "bù", "decline whatever is asked"),
    call=("叫地主", "jiào dìzhǔ", "call"),
    rob=("抢地主", "qiǎng dìzhǔ", "rob"),
    show=("明牌", "míngpái", "show the hand"),
    double=("加倍", "jiābèi", "double"),
    bid=("叫分", "jiào fēn", "bid a number"),
    play=("出牌", "chūpái", "play cards"),
    administer=("托管", "tuōguǎn", "what comes from outside the game"),
)

#: Keys of ``SimulationResult.by_side``.
SIDES: Final = _table(
    landlord=("地主", "dìzhǔ", "the one who plays against the others"),
    farmers=("农民", "nóngmín", "the two who play against the landlord"),
)
