# frozen_string_literal: true

require "pp"
require "test_helper"

# No text of the library contains a secret.
class SecretsTest < LockstepTest
  SECRET = "hidden-word"

  # Returns the classes of the library.
  def library
    ObjectSpace.each_object(Class).select { |one| one.name&.start_with?("Lockstep") }
  end

  # Returns the texts of all objects of the library that are alive.
  def shown
    classes = library.to_h { |one| [one, true] }.compare_by_identity
    class_of = Kernel.instance_method(:class)
    alive = ObjectSpace.each_object.select { |one| classes.key?(class_of.bind_call(one)) }
    assert_operator alive.size, :>, 3
    alive.map { |one| "#{one.inspect} #{one} #{one.pretty_inspect}" }.join("\n")
  end

  def test_no_object_shows_a_credential
    [
      { api_key: SECRET }, { access_token: SECRET }, { username: "ada", password: SECRET },
      { refresh_token: SECRET, on_tokens: ->(_) {} }
    ].each do |credential|
      pair = answer(200, tokens(SECRET))
      is_renewed = credential.key?(:password) || credential.key?(:refresh_token)
      with(*(is_renewed ? [pair, USAGE] : [USAGE]), **credential) do |lockstep, server|
        options = Lockstep::CallOptions.new(headers: { "X-Extra" => SECRET })
        texts = shown
        lockstep.fitness.get_usage(options: options)
        assert_includes server.received.last.headers.to_s, SECRET
        refute_includes texts + shown, SECRET
      end
    end
  end

  # An object whose constructor failed is alive until it is collected, without its variables.
  def test_an_object_whose_constructor_failed_has_a_text
    classes = library.reject { |one| one < Exception }
    texts = classes.map { |one| text_without_variables(one) }
    assert_operator texts.compact.size, :>, 20
  end

  # Returns the text of an object of a class before its constructor ran; `nil` if there is no such object.
  def text_without_variables(one)
    object = one.allocate
    "#{object.inspect} #{object} #{object.pretty_inspect}"
  rescue TypeError
    nil
  end

  def test_no_error_shows_a_credential
    [refusal(400, "INVALID_REQUEST"), drop, html(200), break_off].each do |reply|
      with(reply, api_key: SECRET, max_retries: 0) do |lockstep|
        error = assert_raises(Lockstep::Error) { lockstep.fitness.get_usage }
        until error.nil?
          refute_includes error.full_message + error.inspect, SECRET
          refute_includes error.instance_variables.map { |name| error.instance_variable_get(name).inspect }.to_s, SECRET
          error = error.cause
        end
      end
    end
    error = assert_raises(NoMethodError) { Lockstep::Client.new("http://127.0.0.1", api_key: SECRET).secret }
    refute_includes error.message, SECRET
  end

  def test_a_body_is_not_part_of_an_error
    with(refusal(409, "CONFLICT")) do |lockstep|
      error = assert_raises(Lockstep::ConflictError) do
        lockstep.auth.register_account(username: "ada", email: "ada@example.org", password: SECRET)
      end
      refute_includes error.full_message + shown, SECRET
    end
  end
end
