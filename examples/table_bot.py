#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes the seat of a link and plays it at random (docs/api.md).

    table_bot.py 'http://127.0.0.1:1829/g/ID#s=SECRET' [NAME]"""
import json, os, random, sys, time, urllib.error, urllib.parse, urllib.request

link = urllib.parse.urlsplit(sys.argv[1])
site, game, secret = f"{link.scheme}://{link.netloc}/api/v1", link.path.split("/")[-1], link.fragment[2:]
session = None


def ask(path, body=None):
    """The answer, whether it is one or a refusal."""
    headers = {"Authorization": "Bearer " + session} if session else {}
    data = json.dumps(body).encode() if body else None
    try:
        with urllib.request.urlopen(urllib.request.Request(site + path, data, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)


session = ask("/claims", {"game": game, "secret": secret, "name": (sys.argv + ["Random"])[2]})["session"]
while True:
    now = ask(f"/games/{game}/choices")
    if now["over"]:
        break
    if not now["choices"]:  # wait until somebody has done something
        ask(f"/games/{game}/log?after={now['seq']}&wait=25")
        continue
    choice = random.choice(now["choices"])
    line = choice["action"]
    if choice["kind"] == "run":
        line = choice["by"] + " run best"
    said = ask(f"/games/{game}/log", {"after": now["seq"], "key": os.urandom(16).hex(), "lines": [line]})
    error = said.get("error", {})
    print(line, error.get("text", ""), flush=True)
    time.sleep(error.get("retry_ms", 0) / 1000)
