"""Botzone's logs and ours: FightTheLandlord2 (斗地主) and Tractor (升级); see docs/botzone.md."""

from __future__ import annotations

from pokerfast.convert.botzone_landlord import landlord_log, landlord_record, landlord_start
from pokerfast.convert.botzone_log import seat_input
from pokerfast.convert.botzone_tractor import tractor_log, tractor_record

__all__ = ["landlord_log", "landlord_record", "landlord_start", "seat_input", "tractor_log", "tractor_record"]
