# frozen_string_literal: true

require "digest"
require "json"
require_relative "fake_server"

# The server's end of a WebSocket.
class FakeSocket
  def initialize(exchange)
    @io = exchange.io
    key = exchange.received.headers.fetch("sec-websocket-key")
    accept = [Digest::SHA1.digest("#{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11")].pack("m0")
    @io.write(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" \
      "Sec-WebSocket-Accept: #{accept}\r\nSec-WebSocket-Protocol: lockstep.v1\r\n\r\n"
    )
  end

  def frame(first, content)
    length = content.bytesize
    size = length < 126 ? [length].pack("C") : [126, length].pack("Cn")
    @io.write([first].pack("C"), size, content.b)
  end

  def text(content)
    frame(0x81, content)
  end

  def ping(content)
    frame(0x89, content)
  end

  def close(code)
    frame(0x88, [code].pack("n"))
  end

  # Returns the kind and the content of the client's next frame.
  def receive
    first, second = @io.read(2).unpack("CC")
    raise "the frame is not masked" if (second & 0x80).zero?

    length = second & 0x7F
    length = @io.read(2).unpack1("n") if length == 126
    mask = @io.read(4).bytes
    content = @io.read(length).bytes.each_with_index.map { |byte, at| byte ^ mask[at % 4] }.pack("C*")
    [first & 0x0F, content]
  end
end

# Answers of the fake server for sockets.
module SocketAnswers
  module_function

  # Opens a socket and yields it.
  def socket
    lambda do |exchange|
      yield FakeSocket.new(exchange)
      exchange.drop
    end
  end

  # Sends messages with these ids, then closes.
  def sends(*ids, code: 1011)
    socket do |peer|
      ids.each { |id| peer.text(JSON.generate(id: id, type: "insight", payload: { new: id })) }
      peer.close(code)
    end
  end
end
