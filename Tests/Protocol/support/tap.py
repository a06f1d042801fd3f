"""Sits between a client and a server: copies both streams unchanged and records each message as a line of JSON.

usage: tap.py LOG SERVER [ARGUMENT…]        Its exit status is the server's.

A message is recorded before it is passed on, so that a request precedes its answer. Bytes that are not a message are
recorded as {"from", "raw"} and passed on too."""

import json
import os
import signal
import subprocess
import sys
import threading
import time


def frames(buffer):
    """Takes whole messages off the front of a bytearray."""
    while True:
        head, separator, rest = bytes(buffer).partition(b"\r\n\r\n")
        if not separator:
            return
        lengths = [line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
        if len(lengths) != 1:
            del buffer[: len(head) + 4]
            yield {"raw": head.decode("utf-8", "replace")}
            continue
        length = int(lengths[0])
        if len(rest) < length:
            return
        del buffer[: len(head) + 4 + length]
        try:
            yield {"message": json.loads(rest[:length].decode("utf-8"))}
        except ValueError:
            yield {"raw": rest[:length].decode("utf-8", "replace")}


def main(log_path, command):
    began = time.monotonic()
    lock = threading.Lock()
    log = open(log_path, "a", encoding="utf-8", buffering=1)
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def record(sender, entry):
        with lock:
            line = {"t": round(time.monotonic() - began, 4), "from": sender, **entry}
            log.write(json.dumps(line, ensure_ascii=False) + "\n")

    def pump(source, target, sender):
        buffer = bytearray()
        try:
            while chunk := os.read(source, 65536):
                buffer += chunk
                for entry in frames(buffer):
                    record(sender, entry)
                view = memoryview(chunk)
                while view:
                    view = view[os.write(target, view):]
        except OSError as error:
            record(sender, {"raw": f"<{error.strerror}>"})
        if buffer:
            record(sender, {"raw": buffer.decode("utf-8", "replace")})
        os.close(target)

    signal.signal(signal.SIGTERM, lambda *_: server.terminate())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # When the client hangs up, its last messages may still be in the pipe.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    to_server = threading.Thread(target=pump, args=(0, os.dup(server.stdin.fileno()), "client"), daemon=True)
    to_client = threading.Thread(target=pump, args=(server.stdout.fileno(), os.dup(1), "server"), daemon=True)
    server.stdin.close()
    os.close(1)
    to_server.start()
    to_client.start()
    status = server.wait()
    to_client.join(2)
    record("server", {"raw": f"<exit {status}>"})
    os._exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
