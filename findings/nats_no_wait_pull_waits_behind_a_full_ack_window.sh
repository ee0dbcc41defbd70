#!/bin/sh
# NATS 2.15.1, JetStream: a pull with no_wait is to answer at once, with messages or with "404 No Messages". Where max_ack_pending
# is reached and messages are there, it does neither: the server keeps the request without an answer, and serves it
# with the message that an acknowledgement frees, however much later. A client that asked to know at once hangs until
# its own timeout, and the server still gives that message to the request that was given up.
. "$(dirname "$0")/nats.inc"
"$python" - <<'PY'
import asyncio, json, os, time
import nats
from nats.js.api import ConsumerConfig

NEXT = "$JS.API.CONSUMER.MSG.NEXT.JOBS.workers"
NO_WAIT = json.dumps({"batch": 1, "no_wait": True}).encode()

async def main():
    client = await nats.connect(os.environ["server"], max_reconnect_attempts=50)
    js = client.jetstream()
    await js.add_stream(name="JOBS", subjects=["jobs"])
    await js.add_consumer("JOBS", ConsumerConfig(durable_name="workers", ack_policy="explicit", max_ack_pending=1))

    async def pull(patience):
        """Asks once without waiting: the answer, its time, and the inbox."""
        inbox = client.new_inbox()
        answers = await client.subscribe(inbox)
        begun = time.monotonic()
        await client.publish(NEXT, NO_WAIT, reply=inbox)
        try:
            answer = await answers.next_msg(timeout=patience)
        except nats.errors.TimeoutError:
            return None, time.monotonic() - begun, answers
        return answer, time.monotonic() - begun, answers

    empty, took, _ = await pull(5)
    print(f"no messages: {empty.headers.get('Status')} after {took:.2f} s")
    assert empty.headers["Status"] == "404"
    for text in (b"a", b"b"):
        await js.publish("jobs", text)
    first, _, _ = await pull(5)
    assert first.data == b"a"
    # The window is full now: one message is out and unacknowledged.
    answer, took, answers = await pull(3)
    print(f"a full window: {answer and (answer.headers or answer.data)} after {took:.2f} s")
    assert answer is None, "it is answered at once"
    await client.publish(first.reply, b"+ACK")
    late = await answers.next_msg(timeout=5)
    print(f"after an acknowledgement the request that was given up gets {late.data}")
    assert late.data == b"b"
    await client.close()

asyncio.run(main())
PY
