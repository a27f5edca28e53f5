from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from data import Store


@pytest_asyncio.fixture(params=["memory", "file"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(None if request.param == "memory" else tmp_path / "games" / "bot.db")
    yield opened
    await opened.close()
