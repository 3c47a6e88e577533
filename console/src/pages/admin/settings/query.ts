/** The settings as they apply now. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../api/client";

export const settingsQuery = queryOptions({
  queryKey: ["admin", "settings"],
  queryFn: ({ signal }) => api.administration.getSettings({ signal }),
});
