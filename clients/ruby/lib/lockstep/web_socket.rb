# frozen_string_literal: true

require "digest"
require "openssl"
require "resolv"
require "securerandom"
require "socket"

module Lockstep
  # A client's end of a WebSocket (RFC 6455), for texts. One thread receives; any thread may close.
  class WebSocket
    GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    MAX_HEAD_BYTES = 16 * 1024
    MAX_MESSAGE_BYTES = 16 * 1024 * 1024
    # A ping is sent after so many seconds of silence; without a sign of life, the connection is lost after as many again.
    SILENCE_SECONDS = 20
    TEXT = 1
    CLOSE = 8
    PING = 9
    PONG = 10
    private_constant :GUID, :MAX_HEAD_BYTES, :TEXT, :CLOSE, :PING, :PONG

    # The connection has ended. `code` is that of the peer; `nil` if the connection broke off.
    class Closed < Error
      attr_reader :code

      def initialize(code, reason)
        @code = code
        super("the socket was closed: #{[code, reason].compact.join(' ')}")
      end
    end

    FAILURES = [IOError, SystemCallError, SocketError, OpenSSL::SSL::SSLError].freeze
    private_constant :FAILURES

    # Opens a socket.
    # @param uri [URI::HTTP] the address
    # @param subprotocols [Array<String>] the offered subprotocols; the server must choose the first
    # @raise [ApiConnectionError, ApiError]
    def self.open(uri, subprotocols, seconds, ca_file: nil)
      io = connect(uri, seconds, ca_file)
      begin
        new(io).tap { |socket| socket.send(:shake_hands, uri, subprotocols, seconds) }
      rescue StandardError
        io.close
        raise
      end
    rescue *FAILURES => e
      raise ApiConnectionError, "the socket could not be opened: #{e.message}"
    end

    def self.connect(uri, seconds, ca_file)
      tcp = Socket.tcp(uri.hostname, uri.port, connect_timeout: seconds)
      tcp.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
      return tcp unless uri.scheme == "https"

      begin
        secure(tcp, uri.hostname, seconds, ca_file)
      rescue *FAILURES
        tcp.close
        raise
      end
    end
    private_class_method :connect

    def self.secure(tcp, host, seconds, ca_file)
      context = OpenSSL::SSL::SSLContext.new
      context.set_params(ca_file ? { ca_file: ca_file } : {})
      # It is verified below, addresses as well.
      context.verify_hostname = false
      ssl = OpenSSL::SSL::SSLSocket.new(tcp, context)
      ssl.sync_close = true
      # Only names are sent to choose a certificate.
      ssl.hostname = host unless host.match?(Resolv::AddressRegex)
      wait(tcp, seconds) until ssl.connect_nonblock(exception: false) == ssl
      ssl.post_connection_check(host)
      ssl
    end
    private_class_method :secure

    def self.wait(tcp, seconds)
      tcp.wait_readable(seconds) || raise(Errno::ETIMEDOUT)
    end
    private_class_method :wait

    def initialize(io)
      @io = io
      @received = +"".b
      @sending = Mutex.new
      @is_closed = false
    end

    # Waits for the next text.
    # @raise [Closed]
    def receive
      message = nil
      loop do
        is_final, kind, content = frame
        case kind
        when CLOSE then end_with(content)
        when PING then write(PONG, content)
        when PONG then next
        else
          message = message ? message << content : content
          raise Closed.new(1009, "the message is too long") if message.bytesize > MAX_MESSAGE_BYTES
          return message.force_encoding(Encoding::UTF_8) if is_final
        end
      end
    rescue *FAILURES => e
      raise Closed.new(nil, e.message)
    end

    # Sends a text.
    # @raise [Closed]
    def send_text(text)
      write(TEXT, text.b)
    rescue *FAILURES => e
      raise Closed.new(nil, e.message)
    end

    # Ends the connection, also while another thread receives.
    def close(code = 1000)
      return if @is_closed

      @is_closed = true
      write(CLOSE, [code].pack("n"))
      # Wakes the thread that receives.
      @io.to_io.shutdown(Socket::SHUT_RD)
    rescue *FAILURES
      nil # It is closed already.
    end

    # Closes the file of the connection. Only the thread that receives may call it.
    def release
      close
      @io.close
    rescue *FAILURES
      nil
    end

    def inspect
      "#<Lockstep::WebSocket>"
    end

    private

    def shake_hands(uri, subprotocols, seconds)
      key = SecureRandom.base64(16)
      @io.write(
        "GET #{uri.request_uri} HTTP/1.1\r\nHost: #{uri.host}:#{uri.port}\r\nUpgrade: websocket\r\n" \
        "Connection: Upgrade\r\nSec-WebSocket-Key: #{key}\r\nSec-WebSocket-Version: 13\r\n" \
        "Sec-WebSocket-Protocol: #{subprotocols.join(', ')}\r\nUser-Agent: #{Request::USER_AGENT}\r\n\r\n"
      )
      status, headers = head(seconds)
      refused(status.to_i, headers, seconds) unless status == "101"
      expected = [Digest::SHA1.digest(key + GUID)].pack("m0")
      refuse("it does not speak the protocol") unless headers["sec-websocket-accept"] == expected
      refuse("it chose another subprotocol") unless headers["sec-websocket-protocol"] == subprotocols.first
    end

    # Raises the error of a server that does not open the socket.
    def refused(status, headers, seconds)
      refuse("it answered #{status}") unless status.between?(200, 599)
      length = headers["content-length"].to_i.clamp(0, MAX_HEAD_BYTES)
      nil while @received.bytesize < length && fill(seconds)
      raise Refusal.error(status, headers, @received.byteslice(0, length).force_encoding(Encoding::UTF_8))
    end

    def refuse(reason)
      raise ApiConnectionError, "the socket could not be opened by the server: #{reason}"
    end

    # Reads the head of the answer.
    def head(seconds)
      until (at = @received.index("\r\n\r\n"))
        refuse("its answer is too long") if @received.bytesize > MAX_HEAD_BYTES
        fill(seconds) || refuse("no answer within #{seconds} s")
      end
      first, *lines = @received.slice!(0, at + 4).split("\r\n")
      headers = lines.to_h { |line| line.split(":", 2).map(&:to_s).then { |name, value| [name.downcase, value.to_s.strip] } }
      [first.to_s.split[1], headers]
    end

    # Reads a frame: whether it is the last of its message, its kind, and its content.
    def frame
      first, second = take(2).unpack("CC")
      length = second & 0x7F
      length = take(2).unpack1("n") if length == 126
      length = take(8).unpack1("Q>") if length == 127
      raise Closed.new(1009, "the message is too long") if length > MAX_MESSAGE_BYTES
      raise Closed.new(1002, "the server masks frames") if second & 0x80 != 0

      [first & 0x80 != 0, first & 0x0F, take(length)]
    end

    def take(length)
      until @received.bytesize >= length
        next if fill(SILENCE_SECONDS)

        write(PING, "")
        fill(SILENCE_SECONDS) || raise(Closed.new(nil, "the server is silent"))
      end
      @received.slice!(0, length)
    end

    # Reads what has arrived; returns whether something has within so many seconds.
    def fill(seconds)
      loop do
        case (part = @io.read_nonblock(64 * 1024, exception: false))
        when :wait_readable then return false unless @io.to_io.wait_readable(seconds)
        when :wait_writable then return false unless @io.to_io.wait_writable(seconds)
        when nil then raise EOFError, "the connection ended"
        else
          @received << part
          return true
        end
      end
    end

    def end_with(content)
      code = content.unpack1("n") || 1005
      write(CLOSE, content.byteslice(0, 2)) unless @is_closed
      @is_closed = true
      raise Closed.new(code, content.byteslice(2..)&.force_encoding(Encoding::UTF_8)&.scrub)
    end

    # Sends a frame, masked as clients must.
    def write(kind, content)
      mask = SecureRandom.bytes(4)
      masked = content.bytes.each_with_index.map { |byte, at| byte ^ mask.getbyte(at % 4) }.pack("C*")
      length = content.bytesize
      size = length < 126 ? [0x80 | length].pack("C") : [0x80 | 126, length].pack("Cn")
      @sending.synchronize { @io.write([0x80 | kind].pack("C"), size, mask, masked) }
    end
  end
  private_constant :WebSocket
end
