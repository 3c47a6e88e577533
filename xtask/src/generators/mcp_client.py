"""The Python SDK of the Model Context Protocol lists the tools and calls one, over HTTP and over stdio."""

import asyncio
import json
import os

import httpx2
from mcp import Client, ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

URL = os.environ["LOCKSTEP_URL"]
TOKEN = os.environ["LOCKSTEP_TOKEN"]


def bridge():
    """Starts `lockstep mcp`, as an assistant starts a server of its own."""
    variables = {"LOCKSTEP_URL": URL, "LOCKSTEP_API_KEY": TOKEN}
    return stdio_client(StdioServerParameters(command=os.environ["LOCKSTEP_BINARY"], args=["mcp"], env=variables))


async def check(client, name):
    """Uses tools, resources and prompts; `client` is a connected session."""
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert tools["devices_list"].annotations.read_only_hint is True, name
    assert tools["devices_register"].annotations.read_only_hint is False, name

    account = await client.call_tool("accounts_me", {})
    assert not account.is_error, account
    assert json.loads(account.content[0].text)["username"] == "admin", account
    assert account.structured_content["username"] == "admin", account

    device = {"type": "watch", "name": f"watch over {name}", "capabilities": []}
    refused = await client.call_tool("devices_register", device)
    assert refused.is_error and "approval" in refused.content[0].text, refused
    made = await client.call_tool("devices_register", {**device, "confirm": True})
    assert not made.is_error, made
    devices = await client.call_tool("devices_list", {})
    listed = [it["name"] for it in json.loads(devices.content[0].text)["devices"]]
    assert device["name"] in listed, listed

    resources = [str(it.uri) for it in (await client.list_resources()).resources]
    today = await client.read_resource(resources[0])
    assert "metrics" in json.loads(today.contents[0].text), today
    prompt = await client.get_prompt("daily_review")
    assert prompt.messages[0].role == "user", prompt
    print(f"mcp over {name}: {len(tools)} tools, {len(resources)} resources")


async def with_handshake(transport, name):
    """Connects as clients of the revisions with `initialize` do."""
    async with transport as streams, ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        await check(session, name)


async def newest(transport, name):
    """Connects with the newest revision that both sides know."""
    async with Client(transport) as client:
        await check(client, name)


async def main():
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}) as http:
        await with_handshake(streamable_http_client(f"{URL}/mcp", http_client=http), "HTTP")
        await newest(streamable_http_client(f"{URL}/mcp", http_client=http), "HTTP, newest revision")
    await with_handshake(bridge(), "stdio")
    await newest(bridge(), "stdio, newest revision")


asyncio.run(main())
