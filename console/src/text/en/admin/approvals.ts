export const approvals = {
  title: "Approvals of offers",
  text: "Offers of measurements above the price that sellers may choose freely. They cannot be bought before you approve them.",
  threshold: "Change the price limit",
  none: "No offer is waiting for approval",
  noneText: "Offers above the price limit in Settings appear here.",
  approve: "Approve",
  approveTitle: (price: string) => `Approve the offer for ${price}?`,
  approveText:
    "Every account can then buy it. You cannot take an approval back. Only the seller can withdraw the offer.",
  approved: "The offer can be bought now.",
} as const;
