# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Live updates over WebSockets, and the tickets by which browsers open them."""

from __future__ import annotations

from .._group import AsyncGroup, Group
from .._operation import Arguments, CallOptions, Operation
from . import models as m

_CREATE_SOCKET_TICKET: Operation[m.SocketTicket] = Operation("POST", "/v1/ws/tickets", m.SocketTicket)


class EventsOperations(Group):
    """Live updates over WebSockets, and the tickets by which browsers open them."""

    def create_socket_ticket(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.SocketTicket:
        """Create a single-use ticket that opens one WebSocket.

        The socket has the rights and the expiry of the caller's credential. Tickets are for
        browsers, which cannot send `Authorization` with a WebSocket: `new WebSocket(url,
        ["lockstep.v1", "ticket." + ticket])`.
        """
        return self._call(
            _CREATE_SOCKET_TICKET,
            Arguments(),
            options,
        )


class AsyncEventsOperations(AsyncGroup):
    """Live updates over WebSockets, and the tickets by which browsers open them."""

    async def create_socket_ticket(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.SocketTicket:
        """Create a single-use ticket that opens one WebSocket.

        The socket has the rights and the expiry of the caller's credential. Tickets are for
        browsers, which cannot send `Authorization` with a WebSocket: `new WebSocket(url,
        ["lockstep.v1", "ticket." + ticket])`.
        """
        return await self._call(
            _CREATE_SOCKET_TICKET,
            Arguments(),
            options,
        )
