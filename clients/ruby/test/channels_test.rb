# frozen_string_literal: true

require "test_helper"

# Sockets with subscriptions, against a server in the test process.
class ChannelsTest < LockstepTest
  TICKET = Answers.answer(200, { ticket: "hidden-ticket", expiresIn: 30 })

  # Waits for the subscription, and then sends texts.
  def subscribed(frames, *texts, code: 1011)
    socket do |peer|
      frames << JSON.parse(peer.receive.last)
      texts.each { |text| peer.text(JSON.generate(text)) }
      peer.close(code)
    end
  end

  def offer(id)
    { channel: "marketplace", type: "created", id: id, timestamp: "2026-06-01T06:30:00Z", payload: { offer: "token" } }
  end

  def test_each_socket_subscribes_to_the_channels_again
    frames = []
    first = subscribed(frames, { type: "subscribed", channels: %w[audit-logs marketplace] }, offer("ev_1"))
    with(TICKET, first, TICKET, subscribed(frames, offer("ev_2"))) do |lockstep, server|
      messages = lockstep.channels("marketplace", :"audit-logs", last_event_id: "ev_0").first(2)
      assert_equal %w[ev_1 ev_2], messages.map(&:id)
      assert_equal [Lockstep::Models::ChannelMessage], messages.map(&:class).uniq
      assert_equal({ "offer" => "token" }, messages[0].payload)
      assert_equal ["/v1/ws?lastEventId=ev_0", "/v1/ws?lastEventId=ev_1"], server.paths.grep(%r{^/v1/ws\?})
    end
    assert_equal [{ "type" => "subscribe", "channels" => %w[marketplace audit-logs] }] * 2, frames
  end

  def test_the_subscription_names_the_dataset
    {
      ["ds_1"] => { "type" => "subscribe", "channel" => "dataset_updates", "dataset_id" => "ds_1" },
      [] => { "type" => "subscribe", "channel" => "dataset_updates" }
    }.each do |arguments, frame|
      frames = []
      reply = { type: "subscribed", channel: "dataset_updates", dataset_id: nil }
      update = { type: "update", id: "ev_1", data: { dataset_id: "ds_1", event: "melted" } }
      with(TICKET, subscribed(frames, reply, update)) do |lockstep, server|
        found = lockstep.dataset_updates(*arguments).first
        assert_equal %w[ds_1 melted], [found.data.dataset_id, found.data.event]
        assert_equal "/api/ws", server.paths.last
      end
      assert_equal [frame], frames
    end
  end

  # A frame with a length of two bytes.
  def test_a_long_subscription_is_sent
    names = Array.new(40) { |nth| "channel-#{nth}" }
    sent = Queue.new
    peer = socket do |one|
      sent << one.receive
      one.text(JSON.generate(offer("ev_1")))
      one.receive
    end
    with(TICKET, peer) do |lockstep|
      assert_equal "ev_1", lockstep.channels(*names).first.id
      assert_equal names, JSON.parse(sent.pop.last)["channels"]
    end
  end

  def test_a_subscription_that_is_refused_is_an_error_of_its_status
    error = { code: "PERMISSION_DENIED", message: "no", details: { parameter: "channels" } }
    refusal = { type: "error", error: error, status: 403 }
    with(TICKET, subscribed([], refusal)) do |lockstep|
      error = assert_raises(Lockstep::PermissionDeniedError) { lockstep.channels("alerts").first }
      assert_equal [403, "PERMISSION_DENIED", "channels"], [error.status, error.code, error.details["parameter"]]
    end
  end

  def test_a_subscription_that_fails_for_now_is_tried_again
    busy = { type: "error", error: { code: "SERVER_ERROR", message: "later" }, status: 503 }
    frames = []
    with(TICKET, subscribed(frames, busy), TICKET, subscribed(frames, offer("ev_1"))) do |lockstep|
      assert_equal "ev_1", lockstep.channels("marketplace").first.id
    end
    assert_equal 2, frames.size
    with(TICKET, subscribed([], busy)) do |lockstep|
      assert_raises(Lockstep::ServerError) { lockstep.channels("marketplace", max_reconnects: 0).first }
    end
  end

  def test_wrong_arguments_are_refused_before_anything_is_sent
    with(TICKET) do |lockstep, server|
      assert_match(/channels must name/, assert_raises(ArgumentError) { lockstep.channels }.message)
      assert_match(/channels\[0\] must be a String/, assert_raises(TypeError) { lockstep.channels(5) }.message)
      assert_match(/dataset_id must be a String/, assert_raises(TypeError) { lockstep.dataset_updates(5) }.message)
      assert_empty server.received
    end
  end
end
