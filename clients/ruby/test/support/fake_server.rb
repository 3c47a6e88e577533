# frozen_string_literal: true

require "json"
require "openssl"
require "socket"
require "timeout"

# A request as the server received it.
Received = Struct.new(:verb, :path, :headers, :body) do
  def json
    JSON.parse(body)
  end
end

# One connection of the fake server, on which an answer is written.
class Exchange
  attr_reader :io, :received, :server

  def initialize(server, io, received)
    @server = server
    @io = io
    @received = received
    @is_open = true
  end

  def open?
    @is_open
  end

  def reply(status, headers, body)
    head = { "Content-Length" => body.bytesize, **headers }.map { |name, value| "#{name}: #{value}\r\n" }.join
    @io.write("HTTP/1.1 #{status} X\r\n#{head}\r\n", body)
  end

  # Ends the connection.
  def drop
    @is_open = false
  end
end

# A server in the test process: it gives the answers in their order, and the last of them from then on.
class FakeServer
  attr_reader :received, :closing

  # @param tls [OpenSSL::SSL::SSLContext, nil] with it, the server speaks TLS
  def self.run(*answers, tls: nil)
    server = new(answers, tls)
    begin
      yield server
    ensure
      server.close
    end
  end

  def initialize(answers, tls)
    @answers = answers
    @tls = tls
    @received = []
    @mutex = Mutex.new
    @arrived = ConditionVariable.new
    @closing = Queue.new
    @listener = TCPServer.new("127.0.0.1", 0)
    @connections = []
    @acceptor = Thread.new { accept }
    @acceptor.report_on_exception = false
  end

  def url
    "#{@tls ? 'https' : 'http'}://127.0.0.1:#{@listener.addr[1]}"
  end

  def paths
    @received.map(&:path)
  end

  # Waits until so many requests have arrived.
  def wait_for(count)
    Timeout.timeout(30) { @mutex.synchronize { @arrived.wait(@mutex) until @received.size >= count } }
  end

  def close
    @closing.close
    @listener.close
    @acceptor.join
    @mutex.synchronize { @connections.dup }.each(&:join)
  end

  private

  def accept
    loop do
      io = @listener.accept
      thread = Thread.new { serve(secured(io)) }
      thread.report_on_exception = true
      @mutex.synchronize { @connections << thread }
    end
  rescue IOError, Errno::EBADF
    nil # The listener was closed.
  end

  def secured(io)
    return io unless @tls

    OpenSSL::SSL::SSLSocket.new(io, @tls).tap { |ssl| ssl.sync_close = true }
  end

  def serve(io)
    io.accept if @tls
    while (received = read(io))
      exchange = Exchange.new(self, io, received)
      take(received).call(exchange)
      break unless exchange.open?
    end
  rescue SystemCallError, IOError, OpenSSL::SSL::SSLError
    nil # The client left, or does not trust the certificate.
  ensure
    io.close
  end

  def take(received)
    @mutex.synchronize do
      answer = @answers[[@received.size, @answers.size - 1].min]
      @received << received
      @arrived.broadcast
      answer
    end
  end

  def read(io)
    return nil unless wait_readable(io)

    first = io.gets or return nil
    method, path = first.split
    headers = {}
    while (line = io.gets.chomp) != ""
      name, value = line.split(": ", 2)
      headers[name.downcase] = value
    end
    Received.new(method, path, headers, body(io, headers))
  end

  # Waits for a request; ends when the server is closed.
  def wait_readable(io)
    is_readable = nil
    is_readable = io.to_io.wait_readable(0.05) until is_readable || @closing.closed?
    is_readable
  end

  def body(io, headers)
    return io.read(headers.fetch("content-length", "0").to_i) unless headers["transfer-encoding"] == "chunked"

    body = +"".b
    while (size = (io.gets || raise(EOFError)).to_i(16)).positive?
      body << io.read(size)
      io.gets
    end
    io.gets
    body
  end
end

# Answers of the fake server.
module Answers
  module_function

  def answer(status, body, headers = {})
    content = JSON.generate(body)
    ->(exchange) { exchange.reply(status, { "Content-Type" => "application/json", **headers }, content) }
  end

  # Answers with an error in Lockstep's shape.
  def refusal(status, code, headers = {})
    error = { code: code, message: "no", requestId: "req_1", details: { parameter: "type", reason: "no" } }
    answer(status, { error: error, status: status }, headers)
  end

  # Answers as a proxy does.
  def html(status)
    ->(exchange) { exchange.reply(status, { "Content-Type" => "text/html" }, "<html>Bad gateway</html>") }
  end

  # Answers with bytes of a media type.
  def bytes(content, type, headers = {})
    ->(exchange) { exchange.reply(200, { "Content-Type" => type, **headers }, content) }
  end

  # Never answers.
  def silence
    lambda do |exchange|
      exchange.server.closing.pop
      exchange.drop
    end
  end

  # Ends the connection without an answer.
  def drop
    :drop.to_proc
  end

  # Ends the connection in the middle of the body.
  def break_off
    lambda do |exchange|
      exchange.io.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"quotas\":")
      exchange.drop
    end
  end
end
