/** Every key of the encryption modes of the account. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client";
import { everyPage } from "../../api/pages";

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: async ({ signal }) => {
    const read = (page: number) => api.encryption.listKeys({ page, limit: 100 }, { signal });
    return { keys: await everyPage(read, (page) => page.keys) };
  },
});
