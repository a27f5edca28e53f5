from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from data import Store


@pytest_asyncio.fixture(params=["memory", "file"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """In a file everything is read from there each time; ``test_remembered`` looks at what is remembered."""
    if request.param == "memory":
        opened = await Store.open(None)
    else:
        opened = await Store.open(tmp_path / "games" / "bot.db", remembered=0)
    yield opened
    await opened.close()
