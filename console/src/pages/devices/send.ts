/** Sends a command to a device. */
import type { Body, Result } from "@lockstep/client";
import { api } from "../../api/client";
import type { RepeatableRequest } from "../../api/repeatable";

/** A command that is sent again after a lost answer reaches the device once. */
export function sendCommand(
  device: string,
  body: Body<"controlUadmDevice">,
  request: RepeatableRequest,
): Promise<Result<"controlUadmDevice">> {
  return request.send([device, body], (idempotencyKey) =>
    api.uadm.controlUadmDevice({ device_id: device }, body, { idempotencyKey }),
  );
}
