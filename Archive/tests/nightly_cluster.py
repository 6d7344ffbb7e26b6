"""Two nodes of Ray on this machine, one of which dies; a driver that is killed; files in an S3 server. Minutes."""

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

import fsspec
import pytest

from playfield_archive import store

HERE = pathlib.Path(__file__).parent
STUB = str(HERE / "stub.py")
BIN = pathlib.Path(sys.executable).parent
KEYS = {
    "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1",
    "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "a-token-of-this-test-alone-0123456789",
}  # fmt: skip


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Ray:
    """A cluster whose nodes are processes of this test, ended by their ids."""

    def __init__(self, folder):
        self.folder, self.port, self.nodes = folder, free_port(), []
        self.address = f"127.0.0.1:{self.port}"

    def start(self, *words, **environment):
        log = open(self.folder / f"node-{len(self.nodes)}.log", "w")
        node = subprocess.Popen(
            [BIN / "ray", "start", "--block", "--num-cpus=1", "--disable-usage-stats", *words],
            env={**os.environ, **KEYS, "PYTHONPATH": str(HERE.parent), "RAY_USAGE_STATS_ENABLED": "0", **environment},
            stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
        self.nodes.append(node)
        return node

    def kill(self, node):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(node.pid, signal.SIGKILL)
        node.wait()

    def wait_for(self, count):
        end = time.monotonic() + 90
        while time.monotonic() < end:
            said = subprocess.run(
                [BIN / "ray", "status", f"--address={self.address}"], capture_output=True, text=True,
                env={**os.environ, **KEYS},
            ).stdout  # fmt: skip
            if f"/{count}.0 CPU" in said:
                return
            time.sleep(1)
        raise TimeoutError(said)


@pytest.fixture
def cluster(tmp_path, request):
    ray = Ray(tmp_path)
    environment = getattr(request, "param", {})
    shared = {name: value for name, value in environment.items() if name.startswith("AWS")}
    ray.start("--head", f"--port={ray.port}", "--include-dashboard=false", f"--temp-dir=/tmp/r{os.getpid()}", **shared)
    ray.wait_for(1)
    ray.start(f"--address={ray.address}", **environment)
    ray.wait_for(2)
    yield ray
    for node in reversed(ray.nodes):
        ray.kill(node)


def driver(address, inputs, output, *words, **environment):
    return subprocess.Popen(
        [
            sys.executable, "-m", "playfield_archive", "run", "--address", address, "--inputs", str(inputs), "--output",
            str(output), "--program", STUB, "--timeout", "5", *words,
        ],
        env={**os.environ, **KEYS, "PYTHONPATH": str(HERE.parent), **environment}, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def films(folder, count, content="1 slow"):
    folder.mkdir()
    for index in range(count):
        (folder / f"{index:03}.mp4").write_text(content)
    return folder


def rows(output):
    results = store.Store(str(output))
    return [row for file in results.files(store.PARTS) for row in results.read(file).to_pylist()]


def count_of(output):
    return len(list((output / "parts").glob("*.parquet"))) if (output / "parts").exists() else 0


def wait_for_parts(output, count):
    end = time.monotonic() + 60
    while count_of(output) < count:
        assert time.monotonic() < end
        time.sleep(0.05)


def is_whole(found, addresses):
    """Whether each film has its line and its end, once."""
    kinds = sorted((row["address"], row["kind"]) for row in found)
    return kinds == sorted((address, kind) for address in addresses for kind in ("line", "done"))


def test_a_node_that_dies_and_a_driver_that_is_killed_lose_nothing(cluster, tmp_path):
    folder, output = films(tmp_path / "films", 60), tmp_path / "results"
    addresses = [str(path) for path in folder.iterdir()]
    first = driver(cluster.address, folder, output, "--", "dice", "watch")
    wait_for_parts(output, 8)
    cluster.kill(cluster.nodes[1])
    wait_for_parts(output, 20)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert count_of(output) < 60
    second = driver(cluster.address, folder, output, "--", "dice", "watch")
    _, errors = second.communicate(timeout=180)
    assert second.returncode == 0, errors
    assert is_whole(rows(output), addresses)


@pytest.mark.parametrize("cluster", [{"STUB_VERSION": "1"}], indirect=True)
def test_a_node_with_another_program_gets_no_work(cluster, tmp_path):
    folder, output = films(tmp_path / "films", 20), tmp_path / "results"
    run = driver(cluster.address, folder, output, "--", "dice", "watch")
    _, errors = run.communicate(timeout=180)
    assert run.returncode == 0, errors
    assert errors.count("gets no more work") == 1 and "playfield 1 stub" in errors
    assert is_whole(rows(output), [str(path) for path in folder.iterdir()])


def test_inputs_that_end_the_program_or_hang_are_rows(cluster, tmp_path):
    folder, output = tmp_path / "photos", tmp_path / "results"
    folder.mkdir()
    for index in range(100):
        (folder / f"{index:03}.jpg").write_text({40: "dies", 70: "bad"}.get(index, "x"))
    run = driver(cluster.address, folder, output, "--", "dice", "read")
    _, errors = run.communicate(timeout=180)
    assert run.returncode == 65, errors
    found = {row["address"]: row["kind"] for row in rows(output)}
    assert len(found) == 100 and [kind for _, kind in sorted(found.items())].index("error") == 40
    assert sum(kind == "error" for kind in found.values()) == 2


S3 = f"http://127.0.0.1:{free_port()}"


@pytest.mark.parametrize("cluster", [{"AWS_ENDPOINT_URL": S3}], indirect=True)
def test_files_and_results_in_s3(cluster, monkeypatch):
    for name, value in {**KEYS, "AWS_ENDPOINT_URL": S3}.items():
        monkeypatch.setenv(name, value)
    server = subprocess.Popen(
        [BIN / "moto_server", "-p", S3.rpartition(":")[2]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        end = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", int(S3.rpartition(":")[2])), 1).close()
                break
            assert time.monotonic() < end
        fsspec.filesystem("s3").makedir("games")
        for index in range(6):
            with fsspec.open(f"s3://games/season/{index}.mp4", "w") as file:
                file.write("2")
        for expected in (6, 0):
            run = driver(cluster.address, "s3://games/season/", "s3://games/results", "--", "dice", "watch", AWS_ENDPOINT_URL=S3)
            said, errors = run.communicate(timeout=180)
            assert run.returncode == 0, errors
            assert said.splitlines()[0].split() == ["files", str(expected)]
        found = rows("s3://games/results")
        assert len(found) == 18 and {row["address"] for row in found} == {f"s3://games/season/{one}.mp4" for one in range(6)}
    finally:
        server.kill()
        server.wait()
