"""How many pages a worker may owe: few until it is known to be quick."""

# One being drawn and one waiting in the socket; what else there is waits in the pool's own queue.
OWED_USUALLY = 2
# Of pages that take no time, so many that host and worker need not wake for each of them.
OWED_MOST = 8
QUICK_S = 0.004


class Allowance:
    """Grows by one with each quick page, and is gone with a slow one."""

    def __init__(self) -> None:
        self.most = OWED_USUALLY

    def note(self, took_s: float) -> None:
        self.most = min(self.most + 1, OWED_MOST) if took_s < QUICK_S else OWED_USUALLY
