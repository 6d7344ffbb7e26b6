"""Two nodes of Ray on this machine: one dies, lacks the program, has a full disk; a driver that is killed; real
photographs and films; files in an S3 server. Minutes."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

import fsspec
import pytest
import yaml

from playfield_archive import command, store

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
STUB = str(HERE / "stub.py")
PROGRAM = os.environ.get("PLAYFIELD_PROGRAM", str(ROOT / ".build/release/playfield"))
DATA = ROOT.parent / "shared/data"
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

    def start(self, *words, mounts=None, **environment):
        """Starts a node; its mounts are its own, and gone with it."""
        log = open(self.folder / f"node-{len(self.nodes)}.log", "w")
        prefix = ["unshare", "--mount", "sh", "-c", f'{mounts} && exec "$@"', "sh"] if mounts else []
        node = subprocess.Popen(
            [*prefix, BIN / "ray", "start", "--block", "--num-cpus=1", "--disable-usage-stats", *words],
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


def may_mount():
    words = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    said = subprocess.run(words, capture_output=True, text=True)
    if said.returncode != 0:
        pytest.skip(f"A file system cannot be mounted here: {said.stderr.strip()}")


@pytest.fixture
def cluster(tmp_path, request):
    ray = Ray(tmp_path)
    environment = getattr(request, "param", {})
    shared = {name: value for name, value in environment.items() if name.startswith("AWS")}
    ray.start("--head", f"--port={ray.port}", "--include-dashboard=false", f"--temp-dir=/tmp/r{os.getpid()}", **shared)
    ray.wait_for(1)
    if "mounts" in environment:
        may_mount()
        environment = {name: value.format(folder=tmp_path) for name, value in environment.items()}
        (tmp_path / "mounted").mkdir()
        shutil.copy(STUB, tmp_path / "mounted")
    ray.start(f"--address={ray.address}", **environment)
    ray.wait_for(2)
    yield ray
    for node in reversed(ray.nodes):
        ray.kill(node)


def driver(address, inputs, output, *words, program=STUB, timeout=5, **environment):
    return subprocess.Popen(
        [
            sys.executable, "-m", "playfield_archive", "run", "--address", address, "--inputs", str(inputs), "--output",
            str(output), "--program", program, "--timeout", str(timeout), *words,
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


UNFIT = {
    "another version": ({"STUB_VERSION": "1"}, "playfield 1 stub"),
    "no program": ({"mounts": "mount -t tmpfs none {folder}/mounted"}, "There is no program"),
    # There is room for one file, and no second: one without any would not be taken for temporary files.
    "a full disk": (
        {"mounts": "mount -t tmpfs -o nr_inodes=2 none {folder}/mounted", "TMPDIR": "{folder}/mounted"},
        "Its disk is full",
    ),
}


@pytest.mark.parametrize("cluster, reason", UNFIT.values(), ids=UNFIT, indirect=["cluster"])
def test_a_node_that_cannot_work_gets_no_more(cluster, reason, tmp_path):
    folder, output = films(tmp_path / "films", 20), tmp_path / "results"
    hidden = tmp_path / "mounted/stub.py"
    program = str(hidden) if reason == "There is no program" else STUB
    run = driver(cluster.address, folder, output, "--", "dice", "watch", program=program)
    _, errors = run.communicate(timeout=180)
    assert run.returncode == 0, errors
    assert errors.count("gets no more work") == 1 and reason in errors
    assert is_whole(rows(output), [str(path) for path in folder.iterdir()])


def test_results_on_a_full_disk_stop_the_call_until_there_is_room(cluster, tmp_path):
    may_mount()
    folder, output = films(tmp_path / "films", 60, "1"), tmp_path / "results"
    output.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=192k", "none", output], check=True)
    try:
        run = driver(cluster.address, folder, output, "--", "dice", "watch")
        _, errors = run.communicate(timeout=180)
        assert run.returncode == 70 and f"Results cannot be written to '{output}': its disk is full." in errors
        assert "Traceback" not in errors and 0 < count_of(output) < 60
        subprocess.run(["mount", "-o", "remount,size=16m", output], check=True)
        run = driver(cluster.address, folder, output, "--", "dice", "watch")
        _, errors = run.communicate(timeout=180)
        assert run.returncode == 0, errors
        assert is_whole(rows(output), [str(path) for path in folder.iterdir()])
    finally:
        subprocess.run(["umount", output], check=True)


def test_inputs_that_end_the_program_or_hang_are_rows(cluster, tmp_path):
    folder, output = tmp_path / "photos", tmp_path / "results"
    folder.mkdir()
    contents = {"040": "dies", "070": "bad", "085": "hangs"}
    for index in range(100):
        (folder / f"{index:03}.jpg").write_text(contents.get(f"{index:03}", "x"))
    run = driver(cluster.address, folder, output, "--", "dice", "read", timeout=1)
    _, errors = run.communicate(timeout=240)
    assert run.returncode == 65, errors
    found = rows(output)
    assert len(found) == 100 == len({row["address"] for row in found})
    failed = {pathlib.Path(row["address"]).stem: row["error"] for row in found if row["kind"] == "error"}
    assert failed.keys() == contents.keys()
    assert "ended with -11" in failed["040"] and "took more than" in failed["085"]


# MARK: Real photographs and films


def material(*folders, count):
    """-> files of the data that other people made; the shortest of the films, every nth of the photographs"""
    if not DATA.exists():
        pytest.skip("There are no photographs and films: ../shared/data is absent.")
    if not os.path.exists(PROGRAM):
        pytest.skip(f"There is no program at {PROGRAM}: make build.")
    found = [path for folder in folders for path in sorted((DATA / folder).rglob("*"))]
    films = sorted((path for path in found if command.extension(path.name) in command.FILMS), key=os.path.getsize)
    photographs = [path for path in found if command.extension(path.name) in command.PICTURES]
    return films[:count] or photographs[:: len(photographs) // count][:count]


def direct(words, files):
    """-> what one call of the program says of files, without Ray"""
    words = [PROGRAM, *words, "--json", "--quiet", "--jobs", "2", "--threads", "1", *files]
    said = subprocess.run(words, capture_output=True, text=True)
    assert said.returncode in (0, 65), said.stderr
    return [json.loads(line) for line in said.stdout.splitlines()]


def comparable(lines, names=None):
    """-> lines by the names of their files, without what takes as long as it takes"""
    made = {}
    for line in lines:
        name = line.pop("file")
        line.pop("milliseconds", None)
        made.setdefault(names[name] if names else name, []).append(line)
    return made


def test_photographs_have_the_lines_of_one_call_though_a_node_dies(cluster, tmp_path):
    output, folder = tmp_path / "results", tmp_path / "photos"
    folder.mkdir()
    for index, path in enumerate(material("dice", count=200)):
        shutil.copy(path, folder / f"{index:03}{path.suffix}")
    files = sorted(map(str, folder.iterdir()))
    assert len(files) == 200
    run = driver(cluster.address, folder, output, "--", "dice", "read", program=PROGRAM, timeout=60)
    wait_for_parts(output, 4)
    cluster.kill(cluster.nodes[1])
    _, errors = run.communicate(timeout=300)
    assert run.returncode == 0, errors
    found = rows(output)
    assert sorted(row["address"] for row in found) == files
    assert comparable(json.loads(row["line"]) for row in found) == comparable(direct(["dice", "read"], files))


S3 = f"http://127.0.0.1:{free_port()}"


@pytest.fixture
def server(monkeypatch):
    """An S3 server with a bucket."""
    for name, value in {**KEYS, "AWS_ENDPOINT_URL": S3}.items():
        monkeypatch.setenv(name, value)
    server = subprocess.Popen(
        [BIN / "moto_server", "-p", S3.rpartition(":")[2]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + 30
    while True:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", int(S3.rpartition(":")[2])), 1).close()
            break
        assert time.monotonic() < end
    fsspec.filesystem("s3").invalidate_cache()
    fsspec.filesystem("s3").makedir("games")
    yield server
    server.kill()
    server.wait()


in_s3 = pytest.mark.parametrize("cluster", [{"AWS_ENDPOINT_URL": S3}], indirect=True)


@in_s3
def test_files_and_results_in_s3(server, cluster):
    for index in range(6):
        with fsspec.open(f"s3://games/season/{index}.mp4", "w") as file:
            file.write("2")
    for expected in (6, 0):
        run = driver(
            cluster.address, "s3://games/season/", "s3://games/results", "--", "dice", "watch", AWS_ENDPOINT_URL=S3
        )
        said, errors = run.communicate(timeout=180)
        assert run.returncode == 0, errors
        assert said.splitlines()[0].split() == ["files", str(expected)]
    found = rows("s3://games/results")
    assert len(found) == 18
    assert {row["address"] for row in found} == {f"s3://games/season/{one}.mp4" for one in range(6)}


@in_s3
def test_films_in_s3_have_the_lines_of_one_call_though_a_node_dies(server, cluster, tmp_path):
    output, names = tmp_path / "results", {}
    for index, path in enumerate(material("rolls", "clips", count=12)):
        names[str(path)] = f"s3://games/season/{index:02}{path.suffix}"
        fsspec.filesystem("s3").put_file(str(path), names[str(path)])
    words = ["--", "dice", "watch"]
    run = driver(
        cluster.address, "s3://games/season/", output, *words, program=PROGRAM, timeout=120, AWS_ENDPOINT_URL=S3
    )
    wait_for_parts(output, 3)
    cluster.kill(cluster.nodes[1])
    _, errors = run.communicate(timeout=300)
    assert run.returncode in (0, 65), errors
    found = sorted(rows(output), key=lambda row: (row["address"], row["number"]))
    expected = comparable(direct(["dice", "watch"], list(names)), names)
    assert comparable(json.loads(row["line"]) for row in found) == expected
    assert len(names) == 12 == sum("done" in json.loads(row["line"]) for row in found)


# MARK: What starts clusters elsewhere


def test_the_file_for_ray_up_is_as_ray_wants_it():
    from ray.autoscaler._private import util

    written = yaml.safe_load((ROOT / "Archive/cluster.yaml").read_text())
    util.validate_config(util.prepare_config(written))
    assert written["provider"]["use_internal_ips"] and "--env RAY_AUTH_MODE=token" in written["docker"]["run_options"]


def test_versions_are_the_same_wherever_they_stand():
    text = (ROOT / "Archive/kubernetes.md").read_text()
    [manifest] = [yaml.safe_load(one) for one in re.findall(r"```yaml\n(.*?)```", text, re.S)]
    project = (ROOT / "Archive/pyproject.toml").read_text()
    assert f"ray=={manifest['spec']['rayVersion']}" in project
    for version in re.findall(r"(?:boto3|ray\[default\])==[\d.]+", (ROOT / "Archive/cluster.yaml").read_text()):
        assert version in project
