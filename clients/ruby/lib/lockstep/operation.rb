# frozen_string_literal: true

require "erb"

module Lockstep
  # A method and a path, with the type of the answer.
  class Operation
    attr_reader :method, :path, :answer

    # @param kinds [Hash{String => Object}] the kinds of the parameters by their names in the request: see {Kinds}
    def initialize(method, path, answer, kinds: {}, takes_idempotency_key: false, open: false)
      @kinds = kinds
      @method = method
      @path = path
      @answer = answer
      @takes_idempotency_key = takes_idempotency_key
      @is_open = open
      freeze
    end

    # Whether the operation accepts `Idempotency-Key`.
    def takes_idempotency_key?
      @takes_idempotency_key
    end

    # Whether the operation needs no credential.
    def open?
      @is_open
    end

    # Whether a request that may be done already can be sent again.
    def safe?
      %w[GET PUT].include?(@method) || @takes_idempotency_key
    end

    # Makes the answer of the values of JSON.
    def read(value)
      Values.read(@answer, value)
    end

    # Whether the answer has the shape that it should have.
    def fits?(value)
      Values.fits?(@answer, value)
    end

    # Returns a description of the expected answer, for errors.
    def expected
      case @answer
      when Symbol then "the object #{@answer}"
      when Array then "a list"
      else "an object"
      end
    end

    # @raise [TypeError] if a parameter has another kind than the operation wants; the text names it
    def check(arguments)
      %i[path query json form].each do |place|
        given = arguments[place]
        next unless given.is_a?(Hash)

        given.each { |name, value| Kinds.check(name, @kinds[name], value, is_listed: place == :query) if @kinds.key?(name) }
      end
    end

    # Returns the path with the values of its parameters.
    def address(values)
      values.reduce(@path) do |path, (name, value)|
        text = value.to_s
        raise ArgumentError, "the parameter #{name} of #{@path} may not be #{value.inspect}" if ["", ".", ".."].include?(text)

        path.sub("{#{name}}") { ERB::Util.url_encode(text) }
      end
    end
  end
  private_constant :Operation

  # How the pages of a list are requested.
  class Paging
    # @param items [String] the field of the page with the entries
    # @param item the type of an entry
    # @param cursor [String, nil] the field of the page with the cursor of the next one
    def initialize(items, item, cursor)
      @items = items
      @item = item
      @cursor = cursor
      freeze
    end

    # Returns the entries of a page.
    def entries(page)
      found = page[@items] if page.is_a?(Hash)
      found.is_a?(Array) ? Values.read([@item], found) : []
    end

    # Returns the parameters of the next page; `nil` after the last one.
    def next_query(query, page)
      return nil unless page.is_a?(Hash)
      return next_cursor(query, page[@cursor]) if @cursor

      number, limit, total = page.values_at("page", "limit", "total")
      return nil unless [number, limit, total].all?(Integer) && !entries(page).empty?

      number * limit < total ? query.merge("page" => number + 1) : nil
    end

    private

    def next_cursor(query, cursor)
      query.except("offset").merge("cursor" => cursor) if cursor.is_a?(String)
    end
  end
  private_constant :Paging

  # Options of one call. Methods also accept a hash with these names.
  class CallOptions
    # @return [Numeric, nil] replaces the client's `timeout`, in seconds
    attr_reader :timeout
    # @return [Integer, nil] replaces the client's `max_retries`
    attr_reader :max_retries
    # @return [String, nil] replaces the key that the client makes for operations that create something
    attr_reader :idempotency_key
    # @return [Hash{String => String}] headers besides those of the client
    attr_reader :headers
    # @return [#call, nil] is called with the number of sent bytes of a body, while it is sent
    attr_reader :on_progress
    # @return [Cancellation, nil] ends the call from another thread
    attr_reader :cancellation

    def initialize(timeout: nil, max_retries: nil, idempotency_key: nil, headers: {}, on_progress: nil, cancellation: nil)
      @timeout = timeout
      @max_retries = max_retries
      @idempotency_key = idempotency_key
      @headers = headers
      @on_progress = on_progress
      @cancellation = cancellation
      freeze
    end

    # Returns options of a hash; `nil` means no options.
    def self.of(given)
      case given
      when nil then NONE
      when CallOptions then given
      else new(**given)
      end
    end

    # Omits the headers, which may be secret.
    def inspect
      "#<Lockstep::CallOptions timeout=#{@timeout.inspect} max_retries=#{@max_retries.inspect}>"
    end

    NONE = new
    private_constant :NONE
  end
end
