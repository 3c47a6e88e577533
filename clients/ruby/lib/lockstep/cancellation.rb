# frozen_string_literal: true

module Lockstep
  # Ends calls from another thread: give it to calls as an option, then `cancel` it.
  #
  # A cancelled call raises {CancelledError}. A cancellation that was used stays cancelled. `Timeout.timeout` and `Thread#raise`
  # end calls, too. Under a scheduler of fibers, a cancelled call ends after the request that runs.
  class Cancellation
    # Ends the wait of a thread.
    class Interruption < Exception; end # rubocop:disable Lint/InheritException -- no `rescue => e` may hold it back
    private_constant :Interruption

    def initialize
      @mutex = Mutex.new
      @is_cancelled = false
      @actions = {}
    end

    # Ends the calls that have this cancellation, those that run and those to come.
    def cancel
      @mutex.synchronize do
        @is_cancelled = true
        @actions.each_value(&:call)
        @actions.clear
      end
      nil
    end

    def cancelled?
      @is_cancelled
    end

    # @raise [CancelledError] if it was cancelled
    def check
      raise CancelledError, "the call was cancelled" if @is_cancelled
    end

    # Runs a block, and calls `action` if it is cancelled before the block has ended. `action` may not wait.
    def on_cancel(action)
      key = Object.new
      @mutex.synchronize do
        check
        @actions[key] = action
      end
      begin
        yield
      ensure
        @mutex.synchronize { @actions.delete(key) }
      end
    end

    # Runs a block that waits for something; it ends early with a {CancelledError}.
    def interrupt(&block)
      check
      # A thread with a scheduler runs several fibers: the error could reach another one.
      return yield.tap { check } if Fiber.current_scheduler

      thread = Thread.current
      Thread.handle_interrupt(Interruption => :never) do
        on_cancel(-> { thread.raise(Interruption) }) do
          Thread.handle_interrupt(Interruption => :on_blocking, &block)
        end
      end
    rescue Interruption
      raise CancelledError, "the call was cancelled", cause: nil
    end

    def inspect
      "#<Lockstep::Cancellation#{' cancelled' if @is_cancelled}>"
    end
  end
end
