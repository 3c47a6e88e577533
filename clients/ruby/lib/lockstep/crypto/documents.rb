# frozen_string_literal: true

require "time"

module Lockstep
  # See `lockstep/crypto.rb`. This file verifies documents that a server signed.
  module Crypto
    # The result of the verification of a document. All but `verified` and `reason` are `nil` if the document does not hold.
    class DocumentVerification < Model
      # @!attribute [r] verified
      #   @return [Boolean] whether the signatures, and the proof of a claim, are valid, and the signer is the expected one
      field :verified
      # @!attribute [r] reason
      #   @return [String, nil] why the document does not hold
      field :reason
      # @!attribute [r] format
      #   @return [String, nil] the format of the document, such as `lockstep-erasure/1`
      field :format
      # @!attribute [r] id
      #   @return [String, nil]
      field :id
      # @!attribute [r] attester
      #   @return [String, nil] the fingerprint of the signing key
      field :attester
      # @!attribute [r] signed_at
      #   @return [String, nil] the time of the signature, RFC 3339
      field :signed_at, json: "signedAt"
      # @!attribute [r] says
      #   @return [Hash{String => Object}, nil] the verified content
      field :says
      # @!attribute [r] known_signer
      #   @return [Boolean, nil] whether the caller named the signer; if not, anyone could have signed: compare `attester`
      field :known_signer, json: "knownSigner"
    end

    # Verifies a document that a server signed, without a network: a claim, a receipt, a certificate, or any other.
    #
    # @param document [String] its JSON
    # @param attester [String, nil] the fingerprint of the signer's key, from another channel than the document
    # @param public_key [String, nil] the signer's public key in base 64, from another channel than the document
    # @param chain [String, nil] the JSON of `get_attestation_key`: documents of the signer's earlier keys hold, too
    # @param audience [String, nil] a document that names an audience does not hold without it
    # @param nonce [String, nil] bytes; a document that contains a nonce does not hold without it
    # @param now [Time] the time of the verification: a claim whose validity has ended does not hold
    # @return [DocumentVerification]
    def self.verify_document(
      document, attester: nil, public_key: nil, chain: nil, audience: nil, nonce: nil, now: Time.now, cancellation: nil
    )
      found = Native.work(
        "Document.verify", cancellation,
        document: Native.bytes(document), attester: attester, publicKey: public_key, chain: chain && Native.bytes(chain),
        audience: audience, nonce: nonce && [nonce].pack("m0"), now: now.getutc.iso8601(3)
      )
      DocumentVerification.from_h(found)
    end
  end
end
