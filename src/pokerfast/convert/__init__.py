"""Games from other programs and for them, by way of :class:`pokerfast.Record` (docs/botzone.md, docs/records.md).

Nothing is imported with the package; take the module you need::

    from pokerfast.convert import botzone, douzero
"""
