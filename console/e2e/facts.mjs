// Ids of the demo's data that the addresses of some pages need.

/** Returns the ids, read with the token of the demo's athlete. */
export async function factsOf(token, base) {
  const headers = { Authorization: `Bearer ${token}` };
  const read = async (path) => (await fetch(base + path, { headers })).json();
  const devices = await read("/api/uadm/devices");
  const { tokens } = await read("/v1/sfdp/marketplace/tokens");
  return { device: devices.data[0].device_id, token: tokens[0].id };
}
