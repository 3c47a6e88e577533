# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Devices that take commands and send points over MQTT: credentials, commands and twins.
  class UadmOperations < Group
    CONTROL_UADM_DEVICE = Operation.new(
      "POST",
      "/api/uadm/devices/{device_id}/control",
      :ControlUadmDeviceResult,
      kinds: { "command" => :text, "device_id" => :text, "expires_in" => :integer, "parameters" => { of: nil } },
      takes_idempotency_key: true
    )
    GET_UADM_COMMAND = Operation.new(
      "GET",
      "/api/uadm/devices/{device_id}/commands/{command_id}",
      :UadmCommand,
      kinds: { "command_id" => :text, "device_id" => :text }
    )
    GET_UADM_DEVICE = Operation.new(
      "GET",
      "/api/uadm/devices/{device_id}",
      :UadmDevice,
      kinds: { "device_id" => :text }
    )
    GET_UADM_TWIN = Operation.new(
      "GET",
      "/api/uadm/devices/{device_id}/twin",
      :DeviceTwin,
      kinds: { "device_id" => :text }
    )
    LIST_UADM_COMMANDS = Operation.new(
      "GET",
      "/api/uadm/devices/{device_id}/commands",
      :UadmCommandPage,
      kinds: { "device_id" => :text, "limit" => :integer, "page" => :integer }
    )
    LIST_UADM_COMMANDS_PAGES = Paging.new("data", :UadmCommand, nil)
    LIST_UADM_DEVICES = Operation.new(
      "GET",
      "/api/uadm/devices",
      :UadmDevicePage,
      kinds: { "limit" => :integer, "order" => :text, "page" => :integer, "sort" => :text }
    )
    LIST_UADM_DEVICES_PAGES = Paging.new("data", :UadmDevice, nil)
    REGISTER_UADM_DEVICE = Operation.new(
      "POST",
      "/api/uadm/devices",
      :RegisteredUadmDevice,
      kinds: { "configuration" => { of: nil }, "device_id" => :text, "device_type" => :text, "encryption_mode" => :text, "name" => :text },
      takes_idempotency_key: true
    )
    REVOKE_UADM_DEVICE = Operation.new(
      "DELETE",
      "/api/uadm/devices/{device_id}",
      :RevokedUadmDevice,
      kinds: { "device_id" => :text }
    )
    ROTATE_UADM_CREDENTIALS = Operation.new(
      "POST",
      "/api/uadm/devices/{device_id}/credentials",
      :UadmCredentials,
      kinds: { "device_id" => :text },
      takes_idempotency_key: true
    )
    UPDATE_UADM_TWIN = Operation.new(
      "PATCH",
      "/api/uadm/devices/{device_id}/twin",
      :DeviceTwin,
      kinds: { "desired" => { of: nil }, "device_id" => :text, "version" => :integer }
    )
    private_constant(
      :CONTROL_UADM_DEVICE,
      :GET_UADM_COMMAND,
      :GET_UADM_DEVICE,
      :GET_UADM_TWIN,
      :LIST_UADM_COMMANDS,
      :LIST_UADM_COMMANDS_PAGES,
      :LIST_UADM_DEVICES,
      :LIST_UADM_DEVICES_PAGES,
      :REGISTER_UADM_DEVICE,
      :REVOKE_UADM_DEVICE,
      :ROTATE_UADM_CREDENTIALS,
      :UPDATE_UADM_TWIN
    )

    # Send a command to a UADM device.
    #
    # While the device is connected, the answer waits up to 2 seconds for the device's
    # acknowledgement. Otherwise the command is `queued` until the device connects or the command
    # expires.
    #
    # @param device_id [String] The id of the device
    # @param command [String] The name of the command, 1 to 128 printable characters.
    # @param expires_in [Integer, nil] Seconds after which the command expires if the device has not
    #   answered: 1 to 604800, default 60. Default: 60.
    # @param parameters [Hash{String => Object}, nil] The parameters of the command, at most 16 KiB
    #   as JSON.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ControlUadmDeviceResult]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the device is revoked, or 10000 of its commands are queued.
    def control_uadm_device(device_id, command:, expires_in: UNSET, parameters: UNSET, options: nil)
      request(
        CONTROL_UADM_DEVICE,
        {
          path: { "device_id" => device_id },
          json: {
            "command" => command,
            "expires_in" => expires_in,
            "parameters" => parameters
          }
        },
        options
      )
    end

    # Get a command of a UADM device.
    #
    # @param device_id [String] The id of the device
    # @param command_id [String] The id of the command
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::UadmCommand]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_uadm_command(device_id, command_id, options: nil)
      request(GET_UADM_COMMAND, { path: { "device_id" => device_id, "command_id" => command_id } }, options)
    end

    # Get a UADM device.
    #
    # @param device_id [String] The id of the device
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::UadmDevice]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_uadm_device(device_id, options: nil)
      request(GET_UADM_DEVICE, { path: { "device_id" => device_id } }, options)
    end

    # Get the twin of a UADM device.
    #
    # @param device_id [String] The id of the device
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeviceTwin]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_uadm_twin(device_id, options: nil)
      request(GET_UADM_TWIN, { path: { "device_id" => device_id } }, options)
    end

    # List the commands of a UADM device, newest first. A finished command is listed for 7 days.
    #
    # @param device_id [String] The id of the device
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of commands per page. Default: 10.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::UadmCommandPage]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def list_uadm_commands(device_id, page: nil, limit: nil, options: nil)
      request(
        LIST_UADM_COMMANDS,
        {
          path: { "device_id" => device_id },
          query: { "page" => page, "limit" => limit }
        },
        options
      )
    end

    # List the commands of a UADM device, newest first. A finished command is listed for 7 days.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param device_id [String] The id of the device
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of commands per page. Default: 10.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::UadmCommand>]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def list_uadm_commands_all(device_id, page: nil, limit: nil, options: nil)
      pages(
        LIST_UADM_COMMANDS,
        LIST_UADM_COMMANDS_PAGES,
        {
          path: { "device_id" => device_id },
          query: { "page" => page, "limit" => limit }
        },
        options
      )
    end

    # List UADM devices, including revoked ones.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of devices per page. Default: 10.
    # @param sort [String, nil] The field that determines the order. Default: `created_at`. One of
    #   "created_at", "name".
    # @param order [String, nil] The direction of the order. Default: `desc`. One of "asc", "desc".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::UadmDevicePage]
    def list_uadm_devices(page: nil, limit: nil, sort: nil, order: nil, options: nil)
      request(
        LIST_UADM_DEVICES,
        {
          query: { "page" => page, "limit" => limit, "sort" => sort, "order" => order }
        },
        options
      )
    end

    # List UADM devices, including revoked ones.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of devices per page. Default: 10.
    # @param sort [String, nil] The field that determines the order. Default: `created_at`. One of
    #   "created_at", "name".
    # @param order [String, nil] The direction of the order. Default: `desc`. One of "asc", "desc".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::UadmDevice>]
    def list_uadm_devices_all(page: nil, limit: nil, sort: nil, order: nil, options: nil)
      pages(
        LIST_UADM_DEVICES,
        LIST_UADM_DEVICES_PAGES,
        {
          query: { "page" => page, "limit" => limit, "sort" => sort, "order" => order }
        },
        options
      )
    end

    # Register a UADM device: a device that takes commands and sends points over MQTT.
    #
    # The response shows the password of the device once.
    #
    # @param device_type [String] The kind of device, 1 to 64 printable characters.
    # @param name [String] The name, unique among the account's devices, 1 to 256 printable
    #   characters.
    # @param configuration [Hash{String => Object}, nil] Settings for the device, at most 16 KiB as
    #   JSON. The server stores them and does not read them.
    # @param device_id [String, nil] The id of a registered device of the fitness API, which becomes
    #   a UADM device; `device_type` and `name` must be its own.
    # @param encryption_mode [String, nil] The encryption mode of the points that the device sends;
    #   default `none`. One of "none", "basic", "fhe", "zk".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::RegisteredUadmDevice]
    # @raise [ApiError] 404 NOT_FOUND: the device does not exist.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the encryption mode is not available.
    def register_uadm_device(
      device_type:,
      name:,
      configuration: UNSET,
      device_id: UNSET,
      encryption_mode: UNSET,
      options: nil
    )
      request(
        REGISTER_UADM_DEVICE,
        {
          json: {
            "device_type" => device_type,
            "name" => name,
            "configuration" => configuration,
            "device_id" => device_id,
            "encryption_mode" => encryption_mode
          }
        },
        options
      )
    end

    # Revoke a UADM device: close its connections and fail its open commands. Its points are kept.
    #
    # The device is also revoked in the fitness API (`/v1/sfdp/devices`).
    #
    # @param device_id [String] The id of the device
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::RevokedUadmDevice]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def revoke_uadm_device(device_id, options: nil)
      request(REVOKE_UADM_DEVICE, { path: { "device_id" => device_id } }, options)
    end

    # Replace the password of a UADM device. The server closes its connections.
    #
    # @param device_id [String] The id of the device
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::UadmCredentials]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the device is revoked.
    def rotate_uadm_credentials(device_id, options: nil)
      request(ROTATE_UADM_CREDENTIALS, { path: { "device_id" => device_id } }, options)
    end

    # Change the desired state of a UADM device.
    #
    # @param device_id [String] The id of the device
    # @param desired [Hash{String => Object}] A merge patch (RFC 7396): null removes a member. The
    #   state has at most 16 KiB as JSON and 16 levels.
    # @param version [Integer, nil] The version that the patch is for; with another one the request
    #   is refused with CONFLICT.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeviceTwin]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the version differs, or the device is revoked.
    def update_uadm_twin(device_id, desired:, version: UNSET, options: nil)
      request(
        UPDATE_UADM_TWIN,
        {
          path: { "device_id" => device_id },
          json: { "desired" => desired, "version" => version }
        },
        options
      )
    end
  end
end
