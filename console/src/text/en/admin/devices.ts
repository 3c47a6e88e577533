export const devices = {
  title: "Device connections",
  text: "The devices of all accounts in figures. Only its owner sees a device, its name and its data.",
  figures: "Connections",
  figuresText: "Messages are counted since the server started.",
  connected: "Connected now",
  telemetry: "Messages with data",
  reported: "Reported states",
  acknowledged: "Answers to commands",
  denied: (count: string) =>
    `The server refused ${count} connections, for example because of a wrong password or a revoked device.`,
  foreign: (count: string) => `Devices sent ${count} messages on topics that they may not use.`,
  dropped: (count: string) => `The server dropped ${count} messages from the external broker.`,
  elsewhere:
    "This server has its figures at the address of the setting metrics_listen, which a browser does not reach. The page on monitoring explains them.",
  entries: "Latest entries about devices",
  none: "The audit log has no entry about a device.",
} as const;
