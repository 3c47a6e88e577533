# frozen_string_literal: true

module Lockstep
  # Operations of one tag.
  class Group
    AS_JOB = "respond-async"
    private_constant :AS_JOB

    def initialize(transport)
      @transport = transport
    end

    def inspect
      "#<#{self.class}>"
    end

    private

    def request(operation, arguments, options)
      operation.read(@transport.call(operation, arguments, options))
    end

    def start_job(operation, arguments, options)
      accepted = @transport.call(operation, arguments, options, prefer: AS_JOB)
      Job.new(@transport, accepted["jobId"], operation)
    end

    def pages(operation, paging, arguments, options)
      Enumerator.new do |entries|
        query = arguments.fetch(:query, {})
        while query
          page = @transport.call(operation, arguments.merge(query: query), options)
          paging.entries(page).each { |entry| entries << entry }
          query = paging.next_query(query, page)
        end
      end
    end

    def stream(operation, arguments, accept, options, &block)
      @transport.stream(operation, arguments, accept, options, &block)
    end
  end
  private_constant :Group
end
