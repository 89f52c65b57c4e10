"""A Ceph cluster in memory: one monitor, one disk and an object gateway with an S3 API."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from tests.faults.nginx import free_ports
from tests.faults.stores.real_store import KEY, SECRET, Program, RealStore, account_at

PROGRAMS = ("ceph-mon", "ceph-osd", "radosgw", "radosgw-admin", "ceph", "ceph-authtool")
STEP_LIMIT_S = 60.0

CONFIGURATION = """
[global]
fsid = {identity}
keyring = {folder}/keyring
mon host = [v2:127.0.0.1:{monitor}]
ms bind msgr1 = false
public addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
mon allow pool size one = true
mon data avail crit = 1
mon data = {folder}/monitor
osd data = {folder}/disk
run dir = {folder}
admin socket = {folder}/$name.socket
log file = {folder}/$name.log
[client.admin]
rgw frontends = beast endpoint=127.0.0.1:{gateway}
rgw data = {folder}/gateway
"""
RIGHTS = {
    "mon.": ("mon", "allow *"),
    "client.admin": ("mon", "allow *", "osd", "allow *"),
    "osd.0": ("mon", "allow profile osd", "osd", "allow *"),
}


def reason_to_skip() -> str | None:
    """Returns the reason to skip tests of Ceph on this machine, or None."""
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    return f"there is no {missing[0]} (Debian: radosgw ceph-mon ceph-osd)" if missing else None


@dataclass(frozen=True)
class Cluster:
    """Cluster with one monitor and one disk, by its folder and ports."""

    folder: Path
    monitor: int
    gateway: int

    @property
    def environment(self) -> dict[str, str]:
        path = "/usr/sbin:/usr/bin:/sbin:/bin"
        return {"PATH": path, "CEPH_CONF": str(self.folder / "ceph.conf"), "HOME": "/"}

    def run(self, *command: str) -> None:
        ran = subprocess.run(
            command,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=STEP_LIMIT_S,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr.decode(errors="replace")[-2000:]

    def program(self, *command: str) -> Program:
        return Program(list(command), self.folder / f"{command[0]}.output", self.environment)

    def prepare(self, identity: str) -> None:
        """Writes the configuration, the keys and the data of the monitor."""
        ports = {"monitor": self.monitor, "gateway": self.gateway}
        text = CONFIGURATION.format(identity=identity, folder=self.folder, **ports)
        (self.folder / "ceph.conf").write_text(text)
        for name in ("monitor", "disk", "gateway"):
            (self.folder / name).mkdir()
        keyring, plan = str(self.folder / "keyring"), str(self.folder / "plan")
        for name, rights in RIGHTS.items():
            pairs = zip(rights[::2], rights[1::2], strict=True)
            caps = [word for pair in pairs for word in ("--cap", *pair)]
            create = () if Path(keyring).exists() else ("--create-keyring",)
            self.run("ceph-authtool", keyring, *create, "--gen-key", "-n", name, *caps)
        address = f"[v2:127.0.0.1:{self.monitor}]"
        self.run("monmaptool", "--create", "--fsid", identity, "--addv", "a", address, plan)
        self.run("ceph-mon", "-i", "a", "--mkfs", "--monmap", plan, "--keyring", keyring)

    def add_disk(self) -> None:
        disk = str(uuid4())
        self.run("ceph", "--connect-timeout", "20", "osd", "new", disk, "0")
        self.run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", disk)

    def add_user(self) -> None:
        keys = (f"--access-key={KEY}", f"--secret-key={SECRET}")
        self.run("radosgw-admin", "user", "create", "--uid=chanoki", "--display-name=tea", *keys)


@contextmanager
def ceph_store(folder: Path) -> Iterator[RealStore]:
    """Runs a cluster and yields its object gateway."""
    cluster = Cluster(folder, *free_ports(2))
    cluster.prepare(str(uuid4()))
    monitor = cluster.program("ceph-mon", "-i", "a", "-f")
    disk = cluster.program("ceph-osd", "-i", "0", "-f")
    gateway = cluster.program("radosgw", "-f", "-n", "client.admin")
    store = RealStore(account_at(cluster.gateway), gateway)
    try:
        monitor.start()
        cluster.add_disk()
        disk.start()
        cluster.add_user()
        store.start()
        yield store
    finally:
        for program in (gateway, disk, monitor):
            program.kill()
