"""Plays hands of fixed-limit Omaha Hi-Lo with pokerkit and says what it allowed.

Each line of stdin is a hand: stacks, blinds, bets, cap, cards and actions. Each line of stdout has,
for every action, who acts, what a call costs and what a raise comes to, and the chips at the end.
"""

import json
import sys
import warnings

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Opening,
    State,
    Street,
)

warnings.simplefilter("ignore")

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def play(hand):
    small, cap, count = hand["small_bet"], hand["cap"], len(hand["stacks"])

    def street(cards, bet, most):
        hole = (False,) * 4 if cards == 0 else ()
        return Street(cards > 0, hole, cards, False, Opening.POSITION, bet, most)

    # The big blind is a bet of the first round, which pokerkit does not count.
    streets = (
        street(0, small, cap - 1),
        street(3, small, cap),
        street(1, 2 * small, cap),
        street(1, 2 * small, cap),
    )
    # Burnt cards come from what nobody was dealt.
    state = State(
        AUTOMATIONS,
        Deck.STANDARD,
        (OmahaHoldemHand, OmahaEightOrBetterLowHand),
        streets,
        BettingStructure.FIXED_LIMIT,
        True,
        0,
        (small // 2, small),
        0,
        tuple(hand["stacks"]),
        count,
    )
    dealt = set(hand["holes"][i][j : j + 2] for i in range(count) for j in (0, 2, 4, 6))
    dealt |= {hand["board"][i : i + 2] for i in range(0, 10, 2)}
    rest = [card for card in state.deck_cards if repr(card) not in dealt]
    state.deck_cards.clear()
    state.deck_cards.extend(rest)
    for hole in hand["holes"]:
        state.deal_hole(hole)
    seen, turned = [], 0
    for action in list(hand["actions"]) + [None]:
        while state.can_deal_board():
            cards = 3 if turned == 0 else 1
            state.deal_board(hand["board"][2 * turned : 2 * (turned + cards)])
            turned += cards
        if action is None or state.actor_index is None:
            break
        seen.append(
            [
                state.actor_index,
                state.checking_or_calling_amount,
                state.min_completion_betting_or_raising_to_amount
                if state.can_complete_bet_or_raise_to()
                else None,
            ]
        )
        if action == "f":
            state.fold()
        elif action == "c":
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to()
    return {"seen": seen, "over": not state.status, "stacks": list(state.stacks)}


for line in sys.stdin:
    print(json.dumps(play(json.loads(line))), flush=True)
