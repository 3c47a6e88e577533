/** Pages whose files are loaded when they are first shown, also when the server is away at that time. */
import { ConnectionError } from "@lockstep/client";
import { useQuery } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageFailed } from "./layout/Failed";
import { Loading } from "./ui/State";

type Page = () => ReactNode;
/** Without what a page returns: pages know the routes, whose types must not depend on themselves. */
type Exports<Name extends string> = Record<Name, () => void>;

/**
 * Returns the component of a route. Where a file does not arrive, the router loads the document again, because a newer server
 * has other files. While no server answers, that would end the console, with the files that wait to be imported.
 */
export function pageOf<Name extends string>(load: () => Promise<Exports<Name>>, name: Name) {
  const loadOne = async (): Promise<Page> => (await load())[name] as Page;
  const loaded = async (): Promise<Record<string, Page>> => {
    try {
      return { [name]: await loadOne() };
    } catch (error) {
      if (await isServerThere()) {
        throw error;
      }
      return { [name]: later(name, loadOne) };
    }
  };
  return lazyRouteComponent(loaded, name as string);
}

/** Whether the server answers anything. */
async function isServerThere(): Promise<boolean> {
  return fetch("/start.js", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

/** Returns a page that loads its file when it is shown, and again on request. */
function later(name: string, load: () => Promise<Page>): Page {
  const request = () =>
    load().catch(async () => {
      if (await isServerThere()) {
        // A newer server has other files, and some browsers do not ask for a file again that did not arrive.
        location.reload();
      }
      throw new ConnectionError("the file of the page did not arrive");
    });
  return function Later() {
    const page = useQuery({
      queryKey: ["page", name],
      // A function would be taken for one that computes the next answer from the last.
      queryFn: async () => ({ Shown: await request() }),
      staleTime: Number.POSITIVE_INFINITY,
      networkMode: "always",
    });
    if (page.data) {
      return <page.data.Shown />;
    }
    return page.isError ? (
      <PageFailed error={page.error} reset={() => page.refetch()} />
    ) : (
      <Loading height={280} />
    );
  };
}
