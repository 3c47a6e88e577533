# frozen_string_literal: true

module Lockstep
  module Crypto
    # An object that the native library holds. `close`, the end of an `open` block or the collection of garbage releases it and
    # wipes its secrets.
    class NativeObject
      # Makes an object, yields it, and closes it at the end of the block.
      def self.open(...)
        new(...).use { |object| return yield(object) }
      end

      # Yields the object, and closes it at the end of the block.
      def use
        yield self
      ensure
        close
      end

      # Releases the object. A call that runs in another thread finishes first.
      def close
        @handle = nil
        ObjectSpace.undefine_finalizer(self)
        @closer.call
        nil
      end

      def closed?
        @handle.nil?
      end

      # @raise [ClosedHandleError] if the object was closed
      # @api private
      def handle
        @handle || raise(ClosedHandleError, "this #{self.class} is closed")
      end

      def inspect
        "#<#{self.class}#{' closed' if closed?}>"
      end

      private

      def hold(handle)
        @handle = handle
        @closer = Native.closer(handle)
        ObjectSpace.define_finalizer(self, @closer)
      end

      def initialize_copy(_)
        raise TypeError, "a #{self.class} cannot be copied"
      end

      def marshal_dump
        raise TypeError, "a #{self.class} cannot be dumped"
      end

      # Runs an operation of the object in this thread.
      def call(operation, **fields)
        Native.call(operation, handle: handle, **fields)
      end

      # Runs an operation of the object that may take long.
      def work(operation, cancellation, **fields)
        Native.work(operation, cancellation, handle: handle, **fields)
      end

      # Returns the handle of an argument of this kind.
      def handle_of(value, kind)
        return value.handle if value.is_a?(kind)

        raise InvalidArgumentError, "a #{kind} is expected, not a #{value.class}"
      end
    end
    private_constant :NativeObject
  end
end
