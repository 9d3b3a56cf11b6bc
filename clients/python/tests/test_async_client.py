"""The client for asyncio: the same calls, awaited."""
from __future__ import annotations

import asyncio

import pytest

from audio_audit_client import AsyncClient, NewDecision, NotFoundError


def test_an_audit_is_followed_on_the_loop(trial, sounds):
    async def work() -> None:
        async with AsyncClient(trial.asyncFollowedUrl, trial.key) as client:
            loops = []
            audit = await client.audit(
                sounds,
                checks=["quality"],
                force_fresh=True,
                on_progress=lambda _: loops.append(asyncio.get_running_loop()),
            )
            assert set(loops) == {asyncio.get_running_loop()}
            assert audit == await client.get(audit.audit_id)
            assert (await client.status(audit.audit_id)).status == "done"

    asyncio.run(work())


def test_many_calls_go_on_at_once(trial):
    async def work() -> None:
        async with AsyncClient(trial.url, trial.key) as client:
            assert len(set(await asyncio.gather(*[client.balance() for _ in range(30)]))) == 1

    asyncio.run(work())


def test_all_else_is_there_too(trial, sounds):
    async def work() -> None:
        async with AsyncClient(trial.url, trial.asyncListedKey) as client:
            made = [(await client.start(sounds[:1], checks=["quality"])).audit_id for _ in range(3)]
            for audit_id in made:
                await client.finished(audit_id)
            assert [audit.audit_id async for audit in client.list(page_size=2)] == made[::-1]
            await client.revoke_report(made[0])
            await client.delete(made[1])
            with pytest.raises(NotFoundError):
                await client.get(made[1])
            assert await client.decisions(made[0]) == []
            assert await client.voices() == []
            with pytest.raises(NotFoundError):
                await client.delete_voice("Mara")
            with pytest.raises(NotFoundError):
                await client.decide(
                    made[1],
                    [NewDecision(file="one.wav", check="quality", kind="quality", time_sec=None, decision="accept")],
                )
        async with AsyncClient(trial.url, trial.key) as client:
            assert (await client.captions(trial.spokenAuditId, 0)).startswith("WEBVTT")

    asyncio.run(work())


def test_a_cancelled_audit_is_stopped_and_costs_nothing(trial, sounds):
    async def work() -> None:
        async with AsyncClient(trial.heldUrl, trial.key) as client:
            before = await client.balance()
            audit = asyncio.create_task(client.audit(sounds, checks=["quality"], force_fresh=True))
            while await client.balance() == before:
                await asyncio.sleep(0.02)
            audit.cancel()
            with pytest.raises(asyncio.CancelledError):
                await audit
            assert await client.balance() == before

    asyncio.run(work())
