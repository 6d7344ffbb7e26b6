"""Which inputs are read together."""

# A batch is to take about so long, in seconds; and has no more inputs than this.
WANTED, MOST = 10.0, 64


class Planner:
    """Makes batches of what is listed; how many inputs are in one follows how long they take."""

    def __init__(self, command):
        self.command = command
        self.seconds = None

    @property
    def batch(self):
        """How many pictures are read at once."""
        if self.seconds is None:
            return 16
        return max(1, min(MOST, int(WANTED / max(self.seconds, 1e-3))))

    def learn(self, inputs, seconds):
        """Takes in how long a batch took."""
        each = seconds / max(1, inputs)
        self.seconds = each if self.seconds is None else 0.8 * self.seconds + 0.2 * each

    def batches(self, inputs):
        """Yields batches, as they are asked for."""
        batch = []
        for input in inputs:
            if not self.command.reads_many(input.address):
                yield (input,)
                continue
            batch.append(input)
            if len(batch) >= self.batch:
                yield tuple(batch)
                batch = []
        if batch:
            yield tuple(batch)


def wanted(inputs, finished, failed, retry):
    """Leaves out what has results already."""
    from .store import key_of

    for input in inputs:
        key = key_of(input.address, input.identity)
        if key not in finished or (retry and key in failed):
            yield input
