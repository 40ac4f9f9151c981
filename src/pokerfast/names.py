"""What the code names mean: 汉字, pinyin and English. ``docs/glossary.md`` shows this table; a test compares them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

__all__ = ["ACTIONS", "CONTEST", "GAMES", "KINDS", "LEADS", "PHASES", "SIDES", "UNITS", "Name"]


class Name(NamedTuple):
    """One idea in the words of those who play it."""

    hanzi: str
    pinyin: str
    english: str


def _table(**names: tuple[str, str, str]) -> Mapping[str, Name]:
    return MappingProxyType({code.rstrip("_"): Name(*words) for code, words in names.items()})


GAMES: Final = _table(
    doudizhu=("斗地主", "dòu dìzhǔ", "fight the landlord"),
    shengji=("升级", "shēng jí", "rising level by level; with two decks 拖拉机, with three 泰坦尼克"),
    whist=("惠斯特", "huìsītè", "plain tricks"),
    dadaa=("打大A", "dǎ dà A", "hunt the big aces"),
    baohuang=("保皇", "bǎo huáng", "protect the emperor"),
    erqiwang=("二七王", "èr qī wáng", "twos, sevens and jokers are trumps; one against the others"),
    dabaifen=("打百分", "dǎ bǎi fēn", "one pack, a hundred points"),
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
    single=("单张", "dānzhāng", "one card, no joker and no big ace"),
    joker=("单王", "dānwáng", "one joker"),
    big_ace=("单大A", "dān dà A", "one big ace"),
    dragon=("龙", "lóng", "three or more ranks in a row"),
    double_dragon=("双龙", "shuānglóng", "three or more pairs in a row"),
    egg=("蛋子", "dànzi", "three of a rank alone"),
    big_egg=("大蛋子", "dà dànzi", "four, five or six of a rank"),
    joker_pair=("双王", "shuāngwáng", "any two jokers"),
    egg_chain=("连珠蛋", "liánzhūdàn", "three eggs in a row"),
    false_eight=("假八", "jiǎbā", "two neighbouring ranks, four cards each"),
    true_seven=("真七", "zhēnqī", "seven or eight of a rank"),
    joker3=("三王", "sān wáng", "three jokers"),
    joker4=("四王", "sì wáng", "four jokers"),
    big_ace_pair=("双大A", "shuāng dà A", "both big aces"),
    set=("套牌", "tàopái", "one to sixteen of a rank"),
    jokers_set=("王挂牌", "wáng guà pái", "jokers with a set"),
    jokers=("王牌", "wángpái", "jokers alone"),
)

#: Kinds of units of trick-taking games; ``Unit.kind``.
UNITS: Final = _table(
    single=("单张", "dānzhāng", "one card"),
    pair=("对子", "duìzi", "two identical cards"),
    triple=("三同张", "sān tóngzhāng", "three identical cards"),
    tractor=("拖拉机", "tuōlājī", "two or more neighbouring pairs"),
    titanic=("泰坦尼克", "tàitǎnníkè", "two or more neighbouring triples"),
)

#: Keys of ``SimulationResult.counts`` beside kinds of plays, units and actions.
LEADS: Final = _table(
    throw=("甩牌", "shuǎipái", "a lead of several units that stood"),
    failed_throw=("甩牌失败", "shuǎipái shībài", "a lead of several units that did not stand"),
    four_of_rank=("横甩", "héng shuǎi", "four cards of one rank led together"),
)

#: ``State.phase``.
PHASES: Final = _table(
    show_start=("明牌开始", "míngpái kāishǐ", "show the hand before the deal?"),
    show_deal=("发牌明牌", "fāpái míngpái", "show the hand while cards are dealt?"),
    call=("叫地主", "jiào dìzhǔ", "call for the landlord's part?"),
    bid=("叫分", "jiào fēn", "bid points for the landlord's or the dealer's part?"),
    rob=("抢地主, 反底", "qiǎng dìzhǔ, fǎn dǐ", "rob the landlord's part; take the kitty with a stronger set?"),
    show=("明牌, 明保", "míngpái, míngbǎo", "the landlord: show the hand? the guard: show himself?"),
    double=("加倍", "jiābèi", "double one's own stake?"),
    declare=("亮主", "liàng zhǔ", "show cards to set the trump suit?"),
    bury=("扣底", "kòu dǐ", "bury as many cards as the kitty had"),
    reveal=("抢亮", "qiǎng liàng", "show an ace, so that its suit has the big aces?"),
    counter=("反A", "fǎn A", "show two equal aces over it?"),
    claim=("抢独", "qiǎng dú", "claim the throne to play alone?"),
    throne=("登基, 让位", "dēngjī, ràngwèi", "take the throne or let it pass?"),
    name=("叫侍卫, 定主", "jiào shìwèi, dìng zhǔ", "name the card whose holder is the guard; name the trump suit"),
    open_solo=("明独保", "míng dúbǎo", "declare to play alone?"),
    revolt=("造反", "zàofǎn", "revolt?"),
    play=("出牌", "chūpái", "lead or follow"),
    over=("结束", "jiéshù", "the deal is over"),
)

#: ``Action.kind``.
ACTIONS: Final = _table(
    pass_=("不出", "bù chū", "make no play"),
    no=("不", "bù", "decline whatever is asked"),
    call=("叫地主, 登基", "jiào dìzhǔ, dēngjī", "call; take the throne"),
    rob=(
        "抢地主, 反底, 抢独, 造反",
        "qiǎng dìzhǔ, fǎn dǐ, qiǎng dú, zàofǎn",
        "rob; with cards: take the kitty; claim the throne; revolt",
    ),
    show=(
        "明牌, 亮A, 反A, 明独, 明保",
        "míngpái, liàng A, fǎn A, míng dú, míngbǎo",
        "show the hand; show an ace; declare to play alone; show oneself as guard",
    ),
    double=("加倍", "jiābèi", "double"),
    bid=("叫分", "jiào fēn", "bid a number"),
    play=("出牌", "chūpái", "play cards"),
    administer=("托管", "tuōguǎn", "what comes from outside the game"),
    declare=("亮主", "liàng zhǔ", "show cards to set the trump suit"),
    bury=("扣底", "kòu dǐ", "bury cards"),
    take=("取蛋", "qǔ dàn", "take the table with fours"),
    name=("叫侍卫, 定主", "jiào shìwèi, dìng zhǔ", "name a card, or the trump suit"),
    yield_=("让位", "ràngwèi", "let the throne pass"),
    surrender=("投降", "tóuxiáng", "give the deal up"),
)

#: Keys of ``SimulationResult.by_side``.
SIDES: Final = _table(
    landlord=("地主", "dìzhǔ", "the one who plays against the others"),
    farmers=("农民", "nóngmín", "the two who play against the landlord"),
    dealer=("庄家", "zhuāngjiā", "the dealer and his partner; 二七王: the dealer alone"),
    attackers=("闲家", "xiánjiā", "those who play against the dealer"),
    pair_0=("南北", "nán běi", "whist: seats 0 and 2"),
    pair_1=("东西", "dōng xī", "whist: seats 1 and 3"),
    big_ace=("大A方", "dà A fāng", "打大A: those who were dealt big aces"),
    others=("对方", "duìfāng", "打大A: those who play against the big aces"),
    draw=("平局", "píngjú", "neither side wins"),
    emperor=("皇帝", "huángdì", "the emperor and his guard"),
    rebels=("起义军", "qǐyìjūn", "those who play against the emperor"),
)

#: Words of the contest.
CONTEST: Final = _table(
    contest=("扑克牌大赛", "pūkèpái dàsài", "several zones, each with rounds, tables and awards of its own"),
    zone=("赛区", "sàiqū", "what plays one game; an entrant enters exactly one"),
    entrant=("参赛者", "cānsàizhě", "a player who takes part"),
    team=("队", "duì", "entrants of a zone whose scores are added up"),
    pair=("搭档", "dādàng", "two fixed partners, who have one score"),
    individual=("个人", "gèrén", "a player without a team, in a zone without pairs"),
    round=("轮", "lún", "deals between two draws of the tables"),
    table=("桌", "zhuō", "the contestants who play together in a round"),
    deal=("局", "jú", "one hand of cards for each seat, played out"),
    sit_out=("轮空", "lúnkōng", "a round without a table"),
    duplicate=("复式", "fùshì", "the same deals at every table of a zone"),
    score=("总分", "zǒngfēn", "the sum of the scores of all deals"),
    deals_won=("胜局", "shèngjú", "deals with a score above 0"),
    encounter=("对战", "duìzhàn", "the score against those with equal score and deals won, less theirs"),
    rank=("名次", "míngcì", "1 for the best; equals share one"),
    champion=("冠军", "guànjūn", "rank 1"),
    runner_up=("亚军", "yàjūn", "rank 2"),
    third=("季军", "jìjūn", "rank 3"),
)
