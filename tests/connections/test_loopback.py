"""The listener that a browser comes back to."""

from __future__ import annotations

import asyncio

import httpx2
import pytest

from toolscope import veil
from toolscope.config.launch import OAuth
from toolscope.connections.loopback import listening


async def get(url: str) -> httpx2.Response:
    async with httpx2.AsyncClient() as browser:
        return await browser.get(url)


@pytest.mark.parametrize(
    ("oauth", "begin", "path"),
    [
        (OAuth(), "http://127.0.0.1:", "/callback"),
        (OAuth(redirect_host="localhost"), "http://localhost:", "/callback"),
    ],
)
async def test_it_takes_one_answer_on_its_own_path_and_shows_nothing_of_it(oauth: OAuth, begin: str, path: str) -> None:
    async with listening(oauth) as back:
        assert back.uri.startswith(begin)
        assert back.uri.endswith(path)
        port = back.uri.split(":")[2].split("/")[0]
        here = f"http://127.0.0.1:{port}"
        assert (await get(f"{here}/favicon.ico?code=x")).status_code == 404
        assert (await get(f"{here}{path}?state=x")).status_code == 400
        page = await get(f"{here}{path}?code=a-secret-code&state=s&iss=i")
        assert page.status_code == 200
        assert "a-secret-code" not in page.text
        await get(f"{here}{path}?code=another&state=s")
        assert await back.answer() == {"code": "a-secret-code", "state": "s", "iss": "i"}
    assert veil.hidden("a-secret-code") == veil.MASK


@pytest.mark.parametrize("sent", [b"", b"hello\r\n\r\n", b"POST /callback?code=x HTTP/1.1\r\n\r\n", b"\xff" * 40_000])
async def test_what_is_no_browser_does_no_harm(sent: bytes) -> None:
    async with listening(OAuth()) as back:
        port = int(back.uri.split(":")[2].split("/")[0])
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        writer.close()
        assert (await get(f"{back.uri}?code=right")).status_code == 200
        assert (await back.answer())["code"] == "right"


async def test_the_port_of_before_is_preferred_and_given_up_when_it_is_taken() -> None:
    async with listening(OAuth()) as first:
        port = int(first.uri.split(":")[2].split("/")[0])
        async with listening(OAuth(), likely=port) as second:
            assert second.uri != first.uri
    async with listening(OAuth(), likely=port) as third:
        assert third.uri == first.uri
