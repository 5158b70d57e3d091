"""A program at a table, in a few lines of Python: it answers what it is asked over a real socket."""

from __future__ import annotations

import random
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import msgspec
from tests.server.harness import Running, SeededChance, Tab, running

from rufen.protocol.bot import BOT_PROTOCOL, Ask, BotAction, BotHello, BotMessage, Bye, GameOver, Welcome


class NoWizards(SeededChance):
    """Decks from a seed with the Wizards at the end: nobody is asked for a trump suit."""

    def deck(self):
        return tuple(sorted(super().deck(), key=lambda card: card.is_wizard))


def serving(folder: Path, **more: Any) -> AbstractAsyncContextManager[Running]:
    """A server whose programs are asked for a bid and each card, and for nothing else."""
    return running(folder, chance=NoWizards(5), **more)


class Program(Tab):
    """One socket of a program: remembers every message."""

    path = "/bot"
    decoder = msgspec.json.Decoder(BotMessage)

    @classmethod
    async def open(cls, url: str, table: str, name: str = "Robin", **more: Any) -> Program:
        """Connect, say hello and wait for the welcome, or for the refusal."""
        program = await cls.raw_socket(url)
        await program.send(BotHello(BOT_PROTOCOL, name, table, **more))
        await program.until(lambda: program.messages)
        return program

    def of(self, kind: type) -> list[Any]:
        return [message for message in self.messages if isinstance(message, kind)]

    @property
    def welcome(self) -> Welcome:
        return self.of(Welcome)[0]

    @property
    def asked(self) -> Ask:
        return self.of(Ask)[-1]

    async def answer(self, request: Ask, index: int, **more: Any) -> None:
        await self.send(BotAction(request.id, index=index, **more))

    async def next_ask(self, after: int) -> Ask:
        """The request after so many."""
        await self.until(lambda: len(self.of(Ask)) > after or self.close_code is not None)
        return self.of(Ask)[after]

    async def play(self, chance: random.Random, stop: int = 10_000) -> None:
        """Answer any legal action, until so many answers, the end of the game, or of the session."""
        done = self.of(Ask)[:-1] if self.of(Ask) else []
        answered = len(done)
        while answered < stop:
            await self.until(
                lambda n=answered: len(self.of(Ask)) > n or self.of(GameOver) or self.close_code is not None
            )
            if len(self.of(Ask)) <= answered:
                return
            request = self.of(Ask)[answered]
            answered += 1
            await self.answer(request, chance.choice(request.indices))

    @property
    def bye(self) -> Bye:
        return self.of(Bye)[-1]
