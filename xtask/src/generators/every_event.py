"""Subscribes to every socket and channel, and expects each message that docs/events.md names."""

import asyncio
import datetime
import json
import os
import urllib.request

import websockets

URL = os.environ["LOCKSTEP_URL"]
TOKEN = os.environ["LOCKSTEP_TOKEN"]
PASSWORD = "correct horse battery"
CHANNELS = ["alerts", "analytics", "audit-logs", "marketplace", "system-health"]
SETTINGS = "/v1/admin/settings"
TOKENS = "/v1/sfdp/marketplace/tokens"
OFFER = {
    "dataPoints": ["type=heart_rate"], "price": 2000, "currency": "EUR",
    "accessRules": {"duration": "P30D", "allowedUses": 1, "restrictions": []},
}
RECORDING = """<?xml version="1.0"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
<Activity Sport="Running"><Id>2026-07-05T08:00:00Z</Id><Lap StartTime="2026-07-05T08:00:00Z">
<TotalTimeSeconds>60</TotalTimeSeconds><DistanceMeters>200</DistanceMeters><Track>
<Trackpoint><Time>2026-07-05T08:00:00Z</Time><HeartRateBpm><Value>120</Value></HeartRateBpm></Trackpoint>
<Trackpoint><Time>2026-07-05T08:01:00Z</Time><HeartRateBpm><Value>130</Value></HeartRateBpm></Trackpoint>
</Track></Lap></Activity></Activities></TrainingCenterDatabase>"""
# Expired offers are found once a minute.
MAX_SECONDS = 90


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


def upload(content, owner):
    """Imports a file."""
    head = 'Content-Disposition: form-data; name="file"; filename="run.tcx"'
    form = f"--part\r\n{head}\r\n\r\n{content}\r\n--part--\r\n"
    call("POST", "/v1/sfdp/import", form, owner, "multipart/form-data; boundary=part")


class Socket:
    """An open socket, and the messages that it received."""

    def __init__(self, opened):
        self.opened = opened
        self.received = []

    async def ask(self, frame):
        """Sends a frame; returns the next message."""
        await self.opened.send(json.dumps(frame))
        return json.loads(await self.opened.recv())

    async def expect(self, name, matches=lambda message: True):
        """Returns a message of this name that matches; reads until there is one."""
        wanted = lambda message: name_of(message) == name and matches(message)
        found = next(filter(wanted, self.received), None)
        async with asyncio.timeout(MAX_SECONDS):
            while found is None:
                message = json.loads(await self.opened.recv())
                self.received.append(message)
                found = message if wanted(message) else None
        print("received", name)
        return found

    def names(self):
        return {name_of(message) for message in self.received}


def name_of(message):
    channel = message.get("channel")
    return f"{channel}.{message['type']}" if channel else message["type"]


class opened_socket:
    """Opens a socket for a block."""

    def __init__(self, path, token=TOKEN):
        headers = {"Authorization": f"Bearer {token}"}
        address = URL.replace("http", "ws", 1) + path
        self.connection = websockets.connect(address, additional_headers=headers)

    async def __aenter__(self):
        return Socket(await self.connection.__aenter__())

    async def __aexit__(self, *error):
        await self.connection.__aexit__(*error)


def of(offer):
    return lambda message: message["payload"]["id"] == offer


def offer(seller, **changes):
    """Offers the heart rates of an account; returns the id of the token."""
    return call("POST", TOKENS, {**OFFER, **changes}, seller)["tokenId"]


async def platform(seller, buyer, documented):
    async with opened_socket("/v1/ws") as opened:
        answer = await opened.ask({"type": "subscribe", "channels": CHANNELS})
        assert sorted(answer["channels"]) == CHANNELS, answer
        call("POST", "/v1/sfdp/data", {"data": [point(61)]}, seller)
        soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=3)
        brief = offer(seller, price=1, availableUntil=soon.isoformat())
        sold = offer(seller)
        call("POST", f"/v1/admin/marketplace/tokens/{sold}/approve", {})
        await opened.expect("marketplace.approved", of(sold))
        call("POST", f"{TOKENS}/{sold}/purchase", {}, buyer)
        bought = await opened.expect("marketplace.bought", of(sold))
        assert set(bought["payload"]) == {"offer", "id"}, bought
        await opened.expect("analytics.overview", lambda it: it["payload"]["totalTransactions"] == 1)
        made = offer(seller, price=1)
        await opened.expect("marketplace.created", of(made))
        call("DELETE", f"{TOKENS}/{made}", token=seller)
        await opened.expect("marketplace.withdrawn", of(made))
        # Every disk is used to one percent.
        call("PATCH", SETTINGS, {"alerts": {"storagePercent": 1}})
        is_of_disk = lambda message: message["payload"]["type"] == "storage.disk"
        started = await opened.expect("alerts.started", is_of_disk)
        call("PATCH", SETTINGS, {"alerts": {"storagePercent": 100}})
        ended = await opened.expect("alerts.ended", is_of_disk)
        assert ended["payload"]["alertId"] == started["payload"]["alertId"], ended
        await opened.expect("system-health.sample")
        entry = await opened.expect("audit-logs.entry")
        assert set(entry["payload"]) == {"id", "action", "component", "status"}, entry
        await opened.expect("marketplace.expired", of(brief))
        frames = {name for name in documented["channels"]["streamChannels"]["messages"] if "stream" in name}
        events = set(documented["channels"]["streamChannels"]["messages"]) - frames
        assert opened.names() == events, opened.names() ^ events
    # What happened before is sent again after an id.
    async with opened_socket("/v1/ws?lastEventId=" + bought["id"]) as opened:
        answer = await opened.ask({"type": "subscribe", "channels": ["marketplace"]})
        assert answer["type"] == "subscribed", answer
        await opened.expect("marketplace.created", of(made))


def point(value):
    return {
        "timestamp": "2026-06-01T06:30:00Z", "type": "heart_rate", "value": value, "unit": "bpm",
        "device": "strap",
    }


async def stream(owner, documented):
    schemas = documented["components"]["schemas"]
    async with opened_socket("/v1/sfdp/stream", owner) as opened:
        call("POST", "/v1/sfdp/data", {"data": [point(75)]}, owner)
        data = await opened.expect("data")
        assert data["payload"]["value"] == 75, data
        await opened.expect("metric")
        days = [
            {
                "timestamp": f"2026-06-{day:02}T20:00:00Z", "type": "steps",
                "value": 6000 + 300 * day, "unit": "count", "device": "watch",
            }
            for day in range(1, 31)
        ]
        call("POST", "/v1/sfdp/data", {"data": days}, owner)
        call("POST", "/v1/sfdp/insights/generate", {"timeframe": "P90D"}, owner)
        await opened.expect("insight")
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
            await opened.expect("activity", lambda message: message["payload"] == payload)
        upload(RECORDING, owner)
        await opened.expect("activity", lambda message: message["payload"]["change"] == "created")
        assert opened.names() == set(schemas["StreamMessageType"]["enum"]), opened.names()
        payloads = [it["payload"] for it in opened.received if it["type"] == "activity"]
        changes = {payload["change"] for payload in payloads}
        assert changes == set(schemas["ActivityChangeKind"]["enum"]), changes


async def datasets(owner, documented):
    async with opened_socket("/api/ws", owner) as opened:
        await opened.ask({"type": "subscribe", "channel": "dataset_updates"})
        new = {"name": "runs", "encryption_mode": "none", "data": {"hr": [61]}}
        made = call("POST", "/api/datasets", new, owner)["id"]
        call("PUT", f"/api/datasets/{made}/data", "hr\n62\n", owner, "text/csv")
        call("DELETE", f"/api/datasets/{made}", token=owner)
        for event in documented["components"]["schemas"]["DatasetChange"]["enum"]:
            data = {"dataset_id": made, "event": event}
            await opened.expect("update", lambda message: message["data"] == data)


async def agents(owner, documented):
    async with opened_socket("/v1/agents/websocket", owner) as opened:
        new = {"name": "Coach", "capabilities": ["metrics"]}
        made = call("POST", "/v1/uadm/agents", new, owner)["id"]
        await opened.expect("status", lambda message: message["agentId"] == made)
        ask = {"action": "ask", "parameters": {"query": "Which devices do I have?"}}
        insight = "agt_core_insight"
        call("POST", f"/v1/agents/{insight}/message", {"type": "query", "content": ask}, owner)
        message = await opened.expect("message")
        assert (message["agentId"], set(message["payload"])) == (insight, {"messageId", "type"}), message
        call("POST", "/v1/agents/deploy", {"agentId": insight, "workflowId": "report"}, owner)
        await opened.expect("deployment", lambda message: message["agentId"] == insight)
        run = call("POST", "/v1/agents/workflows/report/runs", {}, owner)["runId"]
        for status in ["running", "completed"]:
            payload = {"runId": run, "status": status}
            await opened.expect("run", lambda message: message["payload"] == payload)
        kinds = set(documented["components"]["schemas"]["AgentUpdateType"]["enum"])
        assert opened.names() == kinds, opened.names() ^ kinds


async def main():
    documented = call("GET", "/asyncapi.json")
    seller, buyer = account("seller"), account("buyer")
    await asyncio.gather(
        platform(seller, buyer, documented), stream(buyer, documented), datasets(buyer, documented),
        agents(buyer, documented),
    )
    # A user receives no channel of administration.
    async with opened_socket("/v1/ws", buyer) as opened:
        answer = await opened.ask({"type": "subscribe", "channels": ["audit-logs"]})
        assert answer["status"] == 403, answer


asyncio.run(main())
