# frozen_string_literal: true

require "openssl"
require "tempfile"
require "test_helper"

# Connections with TLS.
class TlsTest < LockstepTest
  TICKET = Answers.answer(200, { ticket: "hidden-ticket", expiresIn: 30 })

  # Makes a certificate that signs itself, for addresses such as `IP:127.0.0.1`.
  def certificate(key, names)
    made = OpenSSL::X509::Certificate.new
    made.version = 2
    made.serial = 1
    made.subject = made.issuer = OpenSSL::X509::Name.parse("/CN=test")
    made.public_key = key
    made.not_before = Time.now - 60
    made.not_after = Time.now + 3600
    extensions = OpenSSL::X509::ExtensionFactory.new(made, made)
    made.add_extension(extensions.create_extension("basicConstraints", "CA:TRUE", true))
    made.add_extension(extensions.create_extension("subjectAltName", names))
    made.sign(key, OpenSSL::Digest.new("SHA256"))
  end

  # Runs a server with a certificate for these names; yields its address and the file of the certificate.
  def server(*answers, names: "IP:127.0.0.1")
    key = OpenSSL::PKey::EC.generate("prime256v1")
    context = OpenSSL::SSL::SSLContext.new
    context.key = key
    context.cert = certificate(key, names)
    Tempfile.create("certificate") do |file|
      file.write(context.cert.to_pem)
      file.flush
      FakeServer.run(*answers, tls: context) { |running| yield running.url, file.path }
    end
  end

  def test_requests_and_sockets_use_a_certificate_of_ones_own
    server(USAGE, TICKET, sends("e1")) do |url, ca_file|
      Lockstep::Client.open(url, api_key: KEY, ca_file: ca_file) do |lockstep|
        assert_equal({}, lockstep.fitness.get_usage.quotas.to_h)
        assert_equal ["e1"], lockstep.stream.first(1).map(&:id)
      end
    end
  end

  def test_unknown_certificates_and_those_of_other_names_are_refused
    server(USAGE) do |url, _|
      Lockstep::Client.open(url, api_key: KEY, max_retries: 0) do |lockstep|
        assert_match "certificate", assert_raises(Lockstep::ApiConnectionError) { lockstep.fitness.get_usage }.message
      end
      open_socket(url, nil)
    end
    server(USAGE, names: "IP:127.0.0.2") do |url, ca_file|
      Lockstep::Client.open(url, api_key: KEY, max_retries: 0, ca_file: ca_file) do |lockstep|
        assert_raises(Lockstep::ApiConnectionError) { lockstep.fitness.get_usage }
      end
      open_socket(url, ca_file)
    end
  end

  # Tries to open a socket, which must fail.
  def open_socket(url, ca_file)
    socket = Lockstep.const_get(:WebSocket)
    error = assert_raises(Lockstep::ApiConnectionError) do
      socket.open(URI(url), ["lockstep.v1"], 5, ca_file: ca_file)
    end
    assert_match(/certificate|hostname/, error.message)
  end
end
