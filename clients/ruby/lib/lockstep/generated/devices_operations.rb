# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # The devices that record the account's points.
  class DevicesOperations < Group
    LIST_DEVICES = Operation.new("GET", "/v1/sfdp/devices", :DeviceList)
    REGISTER_DEVICE = Operation.new(
      "POST",
      "/v1/sfdp/devices",
      :RegisteredDevice,
      kinds: { "capabilities" => [:text], "encryptionMode" => :text, "name" => :text, "type" => :text },
      takes_idempotency_key: true
    )
    REVOKE_DEVICE = Operation.new(
      "DELETE",
      "/v1/sfdp/devices/{id}",
      :RevokedDevice,
      kinds: { "id" => :text }
    )
    private_constant(
      :LIST_DEVICES,
      :REGISTER_DEVICE,
      :REVOKE_DEVICE
    )

    # List devices, oldest first.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeviceList]
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def list_devices(options: nil)
      request(LIST_DEVICES, {}, options)
    end

    # Register a device.
    #
    # @param capabilities [Array<String>] The quantities that the device measures, or its functions:
    #   at most 64 texts of 1 to 64 printable characters; may be empty.
    # @param name [String] The name, unique among the account's devices; points can use it.
    # @param type [String] The kind of device as free text, 1 to 64 printable characters.
    # @param encryption_mode [String, nil] The encryption mode of the device's points;
    #   `ENCRYPTION_ERROR` if it is not available. The device is `pending` while a key is being
    #   created, and can already send points. One of "Basic", "FHE", "ZK".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::RegisteredDevice]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the encryption mode is not available.
    def register_device(capabilities:, name:, type:, encryption_mode: UNSET, options: nil)
      request(
        REGISTER_DEVICE,
        {
          json: {
            "capabilities" => capabilities,
            "name" => name,
            "type" => type,
            "encryptionMode" => encryption_mode
          }
        },
        options
      )
    end

    # Revoke a device. New points of the device are refused; its stored points stay.
    #
    # @param id [String] The id of the device
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::RevokedDevice]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
    #   key is lost or damaged.
    def revoke_device(id, options: nil)
      request(REVOKE_DEVICE, { path: { "id" => id } }, options)
    end
  end
end
