# frozen_string_literal: true

require "fiddle"
require "json"

module Lockstep
  module Crypto
    # The native library: how it is found, called and freed.
    #
    # Fiddle releases the interpreter's lock during a call, so other threads go on. Requests and answers are frames: JSON, and
    # byte strings that it names by their numbers.
    module Native
      ABI_VERSION = 1
      # The environment variable with the path of a library other than that of the gem.
      VARIABLE = "LOCKSTEP_FFI_LIBRARY"
      # A byte string of a request, in contrast to a text.
      Part = Struct.new(:bytes)

      SIZE = Fiddle::TYPE_SIZE_T
      POINTER = Fiddle::TYPE_VOIDP
      TOKEN = -Fiddle::TYPE_LONG_LONG
      SIGNATURES = {
        lockstep_abi_version: [[], -Fiddle::TYPE_INT],
        lockstep_call: [[POINTER, SIZE, POINTER, SIZE, TOKEN, POINTER], Fiddle::TYPE_INT],
        lockstep_free: [[POINTER, SIZE], Fiddle::TYPE_VOID],
        lockstep_cancellation_new: [[], TOKEN],
        lockstep_cancellation_cancel: [[TOKEN], Fiddle::TYPE_INT],
        lockstep_cancellation_free: [[TOKEN], Fiddle::TYPE_INT]
      }.freeze
      private_constant :SIZE, :POINTER, :TOKEN, :SIGNATURES

      @mutex = Mutex.new
      @functions = nil
      @path = nil

      class << self
        def library=(path)
          @mutex.synchronize do
            @path = path
            @functions = nil
          end
        end

        def available?
          functions
          true
        rescue LibraryError
          false
        end

        # Runs an operation in this thread. Fields that are `nil` are not sent.
        def call(operation, **fields)
          opened(*exchange(operation, frame(fields), 0))
        end

        # Runs an operation in a thread of its own, and waits. If the wait ends early, the work is cancelled.
        def work(operation, cancellation, **fields)
          cancellation&.check
          request = frame(fields)
          token = functions[:lockstep_cancellation_new].call
          worker = Thread.new { exchange(operation, request, token).tap { free_token(token) } }
          is_done = false
          outcome = waiting(cancellation, token) { worker.value }
          is_done = true
          opened(*outcome)
        ensure
          cancel_token(token) if token && !is_done
        end

        # Returns the action that releases an object. The collection of garbage calls it, so it locks nothing. It calls the
        # library that made the object.
        def closer(handle)
          functions = self.functions
          request = frame({ handle: handle })
          ->(_id = nil) { exchange("close", request, 0, functions) }
        end

        # Returns a byte string as an argument.
        def bytes(value)
          raise InvalidArgumentError, "bytes are a String, not a #{value.class}" unless value.is_a?(String)

          Part.new(value)
        end

        private

        def functions
          @functions || @mutex.synchronize { @functions ||= load(path) }
        end

        def path
          return @path if @path

          named = ENV.fetch(VARIABLE, "")
          named.empty? ? File.expand_path(name, __dir__) : named
        end

        def name
          case RbConfig::CONFIG["host_os"]
          when /darwin/ then "liblockstep_ffi.dylib"
          when /mswin|mingw/ then "lockstep_ffi.dll"
          else "liblockstep_ffi.so"
          end
        end

        def load(path)
          unless File.exist?(path)
            raise LibraryError, "this installation of lockstep-client has no native library (#{File.basename(path)}): " \
                                "install a gem for your platform"
          end
          library = Fiddle::Handle.new(path)
          functions = SIGNATURES.to_h do |name, (arguments, result)|
            [name, Fiddle::Function.new(library[name.to_s], arguments, result)]
          end
          found = functions[:lockstep_abi_version].call
          return functions if found == ABI_VERSION

          raise LibraryError, "the native library has the interface #{found}, this gem needs #{ABI_VERSION}"
        rescue Fiddle::DLError => e
          raise LibraryError, "the native library cannot be loaded: #{e.message}"
        end

        # Calls the library; returns the status and the bytes of the answer.
        def exchange(operation, request, token, functions = self.functions)
          answer = Fiddle::Pointer.malloc(2 * Fiddle::SIZEOF_VOIDP, Fiddle::RUBY_FREE)
          # An interruption between the call and the release of the answer would leak it.
          Thread.handle_interrupt(Object => :never) do
            status = functions[:lockstep_call].call(
              operation, operation.bytesize, request, request.bytesize, token, answer
            )
            address, length = answer[0, answer.size].unpack("J2")
            content = Fiddle::Pointer.new(address)[0, length]
            functions[:lockstep_free].call(address, length)
            [status, content]
          end
        end

        def waiting(cancellation, token, &block)
          return yield unless cancellation

          cancellation.on_cancel(-> { cancel_token(token) }, &block)
        end

        def cancel_token(token)
          functions[:lockstep_cancellation_cancel].call(token)
        end

        def free_token(token)
          functions[:lockstep_cancellation_free].call(token)
        end

        def opened(status, content)
          return unframed(content) if status.zero?

          raise ERRORS.fetch(status, CryptoError), content.force_encoding(Encoding::UTF_8).scrub
        end

        def frame(fields)
          parts = []
          text = JSON.generate(plain(fields.compact, parts))
          [text, *parts].map { |part| [part.bytesize].pack("V") + part.b }.join
        rescue JSON::GeneratorError, JSON::NestingError, EncodingError => e
          raise InvalidArgumentError, e.class.to_s
        end

        # Returns a value as JSON; byte strings are moved to `parts`.
        def plain(value, parts)
          case value
          when nil, true, false, Integer, String then value
          when Symbol then value.to_s
          when Numeric then finite(value.to_f)
          when Part then { "$part" => parts.push(value.bytes).size - 1 }
          when Model then plain(value.to_h, parts)
          when Hash then value.to_h { |name, one| [name.to_s, plain(one, parts)] }
          when Array then value.map { |one| plain(one, parts) }
          else raise InvalidArgumentError, "a #{value.class} cannot be an argument of Lockstep::Crypto"
          end
        end

        def finite(number)
          return number if number.finite?

          raise InvalidArgumentError, "#{number} cannot be an argument of Lockstep::Crypto"
        end

        def unframed(content)
          parts = []
          start = 0
          while start < content.bytesize
            length = content.unpack1("V", offset: start)
            parts << content.byteslice(start + 4, length)
            start += 4 + length
          end
          text = parts.shift.force_encoding(Encoding::UTF_8)
          with_bytes(JSON.parse(text, max_nesting: false), parts)
        end

        def with_bytes(value, parts)
          case value
          when Hash
            return parts.fetch(value["$part"]) if value.size == 1 && value.key?("$part")

            value.transform_values { |one| with_bytes(one, parts) }
          when Array then value.map { |one| with_bytes(one, parts) }
          else value
          end
        end
      end
    end
    private_constant :Native
  end
end
