/** Who may do what on the pages of administration. */
import { useSuspenseQuery } from "@tanstack/react-query";
import { accountQuery } from "../../session";

/** Whether the account may change the shown data: auditors only read. */
export function useMayChange(): boolean {
  const { data: account } = useSuspenseQuery(accountQuery);
  return account.role === "admin";
}
