"""Real server and a real Chromium for every test of the browser client."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tests.browser.site import (
    ARGUMENTS,
    LAPTOP,
    SHORT_LIVED,
    STATIC,
    TIMEOUT,
    Server,
    Visit,
    chromium,
)

expect.set_options(timeout=TIMEOUT)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert STATIC.exists(), "the browser client is not built: make web"
    running = Server(tmp_path_factory.mktemp("server"))
    try:
        running.start()
        yield running
    finally:
        running.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = ARGUMENTS + SHORT_LIVED
        launched = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Open the site as a new visitor: language, device, theme; still unless motion is wanted."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        # What Svelte warns of has its name while developing, and its address when built.
        said = ("Content Security Policy", "[svelte]", "svelte.dev")
        if any(part in message.text for part in said):
            problems.append(message.text)

    def visitor(
        language: str = "en", device: dict[str, Any] = LAPTOP, path: str = "/", **more: Any
    ) -> Page:
        usual: dict[str, Any] = {
            "base_url": server.url,
            "locale": language,
            "reduced_motion": "reduce",
        }
        context = browser.new_context(**(usual | device | more))
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("console", listen)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(path)
        return page

    yield visitor
    for context in contexts:
        context.close()
    assert problems == []
