#!/bin/sh
# NATS 2.15.1, JetStream pull consumer with explicit acks: the server counts what is said of a delivery for the message,
# whoever has it by now. A first worker whose ack_wait ran out keeps the delivery of the second alive by
# "in progress" (+WPI), and by its NAK hands the message out a third time while the second works on it. The subject of
# an acknowledgement names its delivery, yet the server does not look at that number.
. "$(dirname "$0")/nats.inc"
"$python" - <<'PY'
import asyncio, os, time
import nats
from nats.js.api import ConsumerConfig

WAIT = 1.0

async def main():
    client = await nats.connect(os.environ["server"], max_reconnect_attempts=50, allow_reconnect=True)
    js = client.jetstream()
    await js.add_stream(name="JOBS", subjects=["jobs"])
    config = ConsumerConfig(ack_wait=WAIT)
    workers = await js.pull_subscribe("jobs", durable="workers", config=config)

    async def take(patience):
        try:
            message, = await workers.fetch(1, timeout=patience)
            return message
        except nats.errors.TimeoutError:
            return None

    async def number(message):
        return message.metadata.num_delivered

    # Without a word of the first, a second that is silent loses the message after its ack_wait.
    await js.publish("jobs", b"a")
    first = await take(5)
    second = await take(5)
    third = await take(5)
    print("silent: deliveries", [await number(m) for m in (first, second, third)])
    assert [await number(m) for m in (first, second, third)] == [1, 2, 3]
    await third.ack()

    # The first, long over its time, says "in progress": the silent second keeps the message.
    await js.publish("jobs", b"b")
    first = await take(5)
    second = await take(5)
    assert await number(second) == 2
    end = time.monotonic() + 4 * WAIT
    while time.monotonic() < end:
        await first.in_progress()
        await asyncio.sleep(WAIT / 4)
        kept = await take(0.05)
        assert kept is None, "the server gave it out although the first was in progress"
    print(f"the first said 'in progress' for {4 * WAIT} s: the silent second kept the message")
    third = await take(5)
    assert await number(third) == 3

    # A late NAK of the first hands out what the third has just got.
    begun = time.monotonic()
    await first.nak()
    fourth = await take(5)
    took = time.monotonic() - begun
    print(f"a NAK of delivery 1 hands out delivery {await number(fourth)} after {took:.2f} s")
    assert await number(fourth) == 4 and took < WAIT / 2
    await fourth.ack()
    await client.close()

asyncio.run(main())
PY
