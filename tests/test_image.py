"""Container image and compose file; building them needs a machine with Docker."""

import json
import re
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))


def test_the_client_is_built_in_a_stage_of_its_own() -> None:
    client, server = re.split(r"^FROM python", DOCKERFILE, flags=re.M)
    assert "AS client" in client and "npm ci" in client and "npm run build" in client
    assert "COPY --from=client" in server and "npm" not in server


def test_the_lock_file_knows_the_compilers_of_every_kind_of_machine() -> None:
    text = (ROOT / "package-lock.json").read_text("utf-8")
    packages: dict[str, Any] = json.loads(text)["packages"]
    assert '"resolved": "http' not in text
    for name, package in packages.items():
        for wanted, version in package.get("optionalDependencies", {}).items():
            found = packages.get(f"node_modules/{wanted}")
            if "-linux-" in wanted or "-darwin-" in wanted or "-win32-" in wanted:
                assert found is not None, (name, wanted)
                assert found["version"] == version and found["integrity"]


def test_everything_that_is_copied_is_there_and_not_ignored() -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line[0] == "!"}
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, flags=re.M)
    for source in (source for line in copied for source in line.split()):
        assert (ROOT / source).exists(), source
        assert Path(source).parts[0] in allowed, source


def test_the_image_installs_the_versions_that_are_tested() -> None:
    assert "pip install --no-cache-dir --constraint constraints.txt" in DOCKERFILE
    images = re.findall(r"^FROM (\S+)", DOCKERFILE, flags=re.M)
    images += [one["image"] for one in COMPOSE["services"].values() if "image" in one]
    for image in images:
        assert re.search(r":\d+[.\d]*-\w+", image), image


def test_servers_believe_their_own_proxy_alone() -> None:
    proxy = COMPOSE["services"]["proxy"]["networks"]["default"]["ipv4_address"]
    assert COMPOSE["services"]["server"]["environment"]["RONDEL_PROXIES"] == proxy
    (given,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert ip_address(proxy) in ip_network(given["subnet"])
    assert ip_address(proxy) not in ip_network(given["ip_range"])
    published = [name for name, one in COMPOSE["services"].items() if "ports" in one]
    assert published == ["proxy"]


def test_the_metrics_are_not_where_the_proxy_leads() -> None:
    settings = COMPOSE["services"]["server"]["environment"]
    port = settings["RONDEL_METRICS"].rpartition(":")[2]
    for name in ("Caddyfile", "nginx.conf"):
        assert port not in (ROOT / "deploy" / name).read_text("utf-8")


def test_servers_answer_to_the_name_of_the_proxys_site() -> None:
    proxy, server = (COMPOSE["services"][name]["environment"] for name in ("proxy", "server"))
    assert server["RONDEL_ADDRESS"] == "https://" + proxy["RONDEL_SITE"]


def test_proxies_bring_all_of_a_table_to_one_process() -> None:
    for name in ("Caddyfile", "nginx.conf"):
        text = (ROOT / "deploy" / name).read_text("utf-8")
        (pattern,) = re.findall(r"\^/\(\?:ws\|api\)\S*\)", text)
        table = re.compile(pattern.replace("?<id>", "?P<id>"))
        for door in ("/ws/tables/k3", "/api/tables/k3", "/api/tables/k3/commands"):
            found = table.match(door)
            assert found is not None and found[1] == "k3"
        assert table.match("/api/tables") is None
