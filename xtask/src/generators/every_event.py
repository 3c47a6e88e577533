"""Subscribes to every socket and channel, and expects each message that docs/events.md names."""

import asyncio
import json
import os
import urllib.request

import websockets

URL = os.environ["LOCKSTEP_URL"]
TOKEN = os.environ["LOCKSTEP_TOKEN"]
PASSWORD = "correct horse battery"
CHANNELS = ["alerts", "analytics", "audit-logs", "marketplace", "system-health"]


def call(method, path, body=None, token=TOKEN, kind="application/json"):
    """Makes a request; returns the JSON of its answer. A text is sent as it is."""
    data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data=None if body is None else data, method=method)
    request.add_header("Authorization", f"Bearer {token}")
    request.add_header("Content-Type", kind)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def account(name):
    """Creates an account; returns its token."""
    new = {"username": name, "email": f"{name}@example.org", "password": PASSWORD}
    call("POST", "/v1/admin/users", new)
    pair = call("POST", "/api/auth/token", {"username": name, "password": PASSWORD})
    return pair["access_token"]


def socket(path, token=TOKEN):
    address = URL.replace("http", "ws", 1) + path
    return websockets.connect(address, additional_headers={"Authorization": f"Bearer {token}"})


async def expect(opened, matches, what):
    """Reads until a message matches; returns it."""
    async with asyncio.timeout(30):
        async for text in opened:
            message = json.loads(text)
            if matches(message):
                print("received", what)
                return message
    raise AssertionError(f"the socket closed before {what}")


def channel(name, kind, offer=None):
    def matches(message):
        is_it = message.get("channel") == name and message["type"] == kind
        return is_it and (offer is None or message["payload"]["id"] == offer)

    return matches


async def platform(seller, buyer):
    async with socket("/v1/ws") as opened:
        await opened.send(json.dumps({"type": "subscribe", "channels": CHANNELS}))
        answer = json.loads(await opened.recv())
        assert sorted(answer["channels"]) == CHANNELS, answer
        call("POST", "/v1/sfdp/data", {"data": [point(61)]}, seller)
        token = {
            "dataPoints": ["type=heart_rate"], "price": 2000, "currency": "EUR",
            "accessRules": {"duration": "P30D", "allowedUses": 1, "restrictions": []},
        }
        tokens = "/v1/sfdp/marketplace/tokens"
        made = call("POST", tokens, token, seller)["tokenId"]
        call("POST", f"/v1/admin/marketplace/tokens/{made}/approve", {})
        await expect(opened, channel("marketplace", "approved", made), "marketplace approved")
        call("POST", f"{tokens}/{made}/purchase", {}, buyer)
        bought = await expect(opened, channel("marketplace", "bought", made), "marketplace bought")
        assert set(bought["payload"]) == {"offer", "id"}, bought
        made = call("POST", tokens, {**token, "price": 1}, seller)["tokenId"]
        await expect(opened, channel("marketplace", "created", made), "marketplace created")
        call("DELETE", f"{tokens}/{made}", token=seller)
        await expect(opened, channel("marketplace", "withdrawn", made), "marketplace withdrawn")
        await expect(opened, channel("system-health", "sample"), "system-health sample")
        # The entries of the acts above were skipped.
        call("POST", "/v1/api-keys", {"name": "another act"}, seller)
        entry = await expect(opened, channel("audit-logs", "entry"), "audit-logs entry")
    # What happened before is sent again after an id.
    async with socket("/v1/ws?lastEventId=" + bought["id"]) as opened:
        await opened.send(json.dumps({"type": "subscribe", "channels": ["marketplace"]}))
        await expect(opened, channel("marketplace", "created", made), "marketplace created, again")
    assert set(entry["payload"]) == {"id", "action", "component", "status"}, entry


def point(value):
    return {
        "timestamp": "2026-06-01T06:30:00Z", "type": "heart_rate", "value": value, "unit": "bpm",
        "device": "strap",
    }


async def stream(owner):
    async with socket("/v1/sfdp/stream", owner) as opened:
        call("POST", "/v1/sfdp/data", {"data": [point(75)]}, owner)
        data = await expect(opened, lambda message: message["type"] == "data", "data")
        assert data["payload"]["value"] == 75, data
        await expect(opened, lambda message: message["type"] == "metric", "metric")
        days = [
            {
                "timestamp": f"2026-06-{day:02}T20:00:00Z", "type": "steps",
                "value": 6000 + 300 * day, "unit": "count", "device": "watch",
            }
            for day in range(1, 31)
        ]
        call("POST", "/v1/sfdp/data", {"data": days}, owner)
        call("POST", "/v1/sfdp/insights/generate", {"timeframe": "P90D"}, owner)
        await expect(opened, lambda message: message["type"] == "insight", "insight")
        call("PUT", "/v1/sfdp/profile", {"maxHeartRate": 190, "restingHeartRate": 50}, owner)
        effort = [
            {**point(150), "timestamp": f"2026-07-02T10:{second // 60:02}:{second % 60:02}Z"}
            for second in range(1200)
        ]
        call("POST", "/v1/sfdp/data", {"data": effort}, owner)
        found = call("POST", "/v1/sfdp/activities/detect", {"startDate": "2026-07-01"}, owner)
        activity = found["activities"][0]["id"]
        call("PATCH", f"/v1/sfdp/activities/{activity}", {"name": "Intervals"}, owner)
        call("DELETE", f"/v1/sfdp/activities/{activity}", token=owner)
        for change in ["detected", "changed", "deleted"]:
            payload = {"change": change, "activityId": activity}
            await expect(opened, lambda message: message["payload"] == payload, f"activity {change}")


async def datasets(owner):
    async with socket("/api/ws", owner) as opened:
        await opened.send(json.dumps({"type": "subscribe", "channel": "dataset_updates"}))
        new = {"name": "runs", "encryption_mode": "none", "data": {"hr": [61]}}
        made = call("POST", "/api/datasets", new, owner)["id"]
        call("PUT", f"/api/datasets/{made}/data", "hr\n62\n", owner, "text/csv")
        call("DELETE", f"/api/datasets/{made}", token=owner)
        for event in ["created", "updated", "deleted"]:
            data = {"dataset_id": made, "event": event}
            await expect(opened, lambda message: message.get("data") == data, f"dataset {event}")


async def main():
    seller, buyer = account("seller"), account("buyer")
    await platform(seller, buyer)
    await stream(buyer)
    await datasets(buyer)
    # A user receives no channel of administration.
    async with socket("/v1/ws", buyer) as opened:
        await opened.send(json.dumps({"type": "subscribe", "channels": ["audit-logs"]}))
        answer = json.loads(await opened.recv())
        assert answer["status"] == 403, answer


asyncio.run(main())
