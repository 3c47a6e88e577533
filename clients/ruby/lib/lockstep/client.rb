# frozen_string_literal: true

module Lockstep
  # A client of one Lockstep server, for one or several threads.
  #
  # The operations are in groups, by the tags of the API's document: `lockstep.fitness.read_points`,
  # `lockstep.datasets.create_dataset`. A call returns the answer, or raises an {ApiError}.
  class Client
    include Groups

    STREAM = "/v1/sfdp/stream"
    AGENTS = "/v1/agents/websocket"
    CHANNELS = "/v1/ws"
    DATASETS = "/api/ws"
    private_constant :STREAM, :AGENTS, :CHANNELS, :DATASETS

    # Makes a client, yields it, and closes it at the end of the block.
    def self.open(base_url, **options)
      client = new(base_url, **options)
      begin
        yield client
      ensure
        client.close
      end
    end

    # Makes a client; it sends nothing yet. Give one credential, or none.
    #
    # @param base_url [String] the address of the server, such as `https://lockstep.example.org`
    # @param timeout [Numeric] the seconds that the server may take to accept a connection, to accept a part of a body, or to
    #   send the next part of an answer
    # @param max_retries [Integer] how often a request is sent again
    # @param max_retry_delay [Numeric] the longest pause in seconds that `Retry-After` may request; a longer one is an error
    # @param ca_file [String, nil] a file with certificates of your own, instead of those of the system
    # @param credential [Hash] `api_key`, `access_token` (which is not renewed), `username` with `password`, or `refresh_token`
    #   with `on_tokens`, which is called with each new pair of tokens: a refresh token works once, so store the newest
    def initialize(base_url, timeout: 60, max_retries: 3, max_retry_delay: 60, ca_file: nil, **credential)
      settings = Settings.new(
        base_url: base_url, timeout: timeout, max_retries: max_retries, max_retry_delay: max_retry_delay, ca_file: ca_file
      )
      @transport = Transport.new(settings, credential)
    end

    # Returns new points, insights, metrics and activities as they are stored, each once and in order.
    #
    # A lost connection is opened again, and continues after the last message.
    #
    # @param last_event_id [String, nil] the `id` of the last message that was handled: the messages after it come first, if it
    #   is not older than ten minutes
    # @param max_reconnects [Integer, nil] how often a lost connection is opened again before the error is raised. A message
    #   starts the count again. Default: without end, but a refusal with 429 is raised after the client's `max_retries`
    # @return [EventStream<Models::StreamMessage>]
    def stream(last_event_id: nil, max_reconnects: nil)
      EventStream.new(@transport, STREAM, :StreamMessage, last_event_id, max_reconnects)
    end

    # Returns updates about the account's agents: answers, deployments and changes of their status.
    #
    # @return [EventStream<Models::AgentUpdate>]
    def agent_updates(last_event_id: nil, max_reconnects: nil)
      EventStream.new(@transport, AGENTS, :AgentUpdate, last_event_id, max_reconnects)
    end

    # Returns the messages of channels of the platform. Every account may listen to `marketplace`, administrators and auditors
    # also to the others: the loop of another account raises a {PermissionDeniedError}. The type of a message tells which
    # fields its payload has.
    #
    # @param channels [Array<String>] of {Models::EventChannelName}
    # @return [EventStream<Models::ChannelMessage>]
    def channels(*channels, last_event_id: nil, max_reconnects: nil)
      raise ArgumentError, "channels must name at least one channel" if channels.empty?

      Kinds.check("channels", [:text], channels)
      frame = { type: "subscribe", channels: channels }
      EventStream.new(@transport, CHANNELS, :ChannelMessage, last_event_id, max_reconnects, subscription: frame)
    end

    # Returns the changes of a dataset of the account, or of all its datasets. A dataset that the account does not have raises a
    # {NotFoundError}.
    #
    # @param dataset_id [String, nil] the id of the dataset
    # @return [EventStream<Models::DatasetUpdate>]
    def dataset_updates(dataset_id = nil, last_event_id: nil, max_reconnects: nil)
      Kinds.check("dataset_id", :text, dataset_id)
      frame = { type: "subscribe", channel: "dataset_updates", dataset_id: dataset_id }.compact
      EventStream.new(@transport, DATASETS, :DatasetUpdate, last_event_id, max_reconnects, subscription: frame)
    end

    # Sends a request that this version of the library has no method for.
    #
    # @yieldparam answer [Answer] the answer as a stream
    # @return [Answer, Object] what the block returns; without a block, the answer after it was read into memory
    def request(method, path, query: {}, json: UNSET, accept: "application/json", options: nil, &block)
      arguments = { query: query }
      arguments[:json] = json unless UNSET.equal?(json)
      @transport.stream(Operation.new(method, path, nil), arguments, accept, options, &block)
    end

    # Closes the connections.
    def close
      @transport.close
    end

    def inspect
      "#<Lockstep::Client #{@transport&.settings&.base}>"
    end
  end
end
