# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Live updates over WebSockets, and the tickets by which browsers open them.
  class EventsOperations < Group
    CREATE_SOCKET_TICKET = Operation.new("POST", "/v1/ws/tickets", :SocketTicket)
    private_constant(
      :CREATE_SOCKET_TICKET
    )

    # Create a single-use ticket that opens one WebSocket.
    #
    # The socket has the rights and the expiry of the caller's credential. Tickets are for browsers,
    # which cannot send `Authorization` with a WebSocket: `new WebSocket(url, ["lockstep.v1",
    # "ticket." + ticket])`.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::SocketTicket]
    def create_socket_ticket(options: nil)
      request(CREATE_SOCKET_TICKET, {}, options)
    end
  end
end
