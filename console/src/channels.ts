/** Live messages of the platform's channels, over one socket. */
import { AuthenticationError, LockstepError } from "@lockstep/client";
import { useEffect, useRef, useState } from "react";
import { api } from "./api/client";
import { type Channel, type ChannelMessage, frameOf, pauseAfter } from "./channel-messages";

export type { Channel, ChannelMessage } from "./channel-messages";

/** Whether the page receives live updates. */
export type Connection = "connecting" | "live" | "lost";

const TOO_FAR_BEHIND = 4408;

interface Listener {
  message: (message: ChannelMessage) => void;
  connection: (state: Connection) => void;
}

/** A listener that is told of messages that it will never get. */
export interface Follower extends Listener {
  missed: () => void;
}

/**
 * Calls `take` with each message of the channels while the page is shown, and returns whether the socket is open. Calls
 * `missed` when messages were lost, so that the page reads the stored data again.
 */
export function useChannels(
  channels: readonly Channel[],
  take: (message: ChannelMessage) => void,
  missed: () => void,
): Connection {
  const latest = useRef({ take, missed });
  latest.current = { take, missed };
  const [connection, setConnection] = useState<Connection>("connecting");
  const names = channels.join(" ");
  useEffect(() => {
    const ended = new AbortController();
    const on = {
      message: (message: ChannelMessage) => latest.current.take(message),
      missed: () => latest.current.missed(),
      connection: (state: Connection) => ended.signal.aborted || setConnection(state),
    };
    followChannels(names.split(" "), on, ended.signal);
    return () => ended.abort();
  }, [names]);
  return connection;
}

/** Listens until the signal aborts or the session ends; a lost socket is opened again. */
export async function followChannels(
  channels: readonly string[],
  on: Follower,
  signal: AbortSignal,
): Promise<void> {
  let last: string | undefined;
  let failures = 0;
  let wasLive = false;
  while (!signal.aborted) {
    try {
      const { ticket } = await api.events.createSocketTicket({ signal });
      const seen = (message: ChannelMessage) => {
        last = message.id;
        on.message(message);
      };
      const code = await open(ticket, last, channels, {
        message: seen,
        connection: (state) => {
          failures = 0;
          // Without the id of a last message, the server repeats nothing that was sent in between.
          if (wasLive && last === undefined) {
            on.missed();
          }
          wasLive = true;
          on.connection(state);
        },
        signal,
      });
      if (code === TOO_FAR_BEHIND) {
        last = undefined;
      }
    } catch (error) {
      if (!(error instanceof LockstepError) && !signal.aborted) {
        throw error;
      }
      if (error instanceof AuthenticationError) {
        on.connection("lost");
        return; // The session has ended; the next request of the page leads to the sign-in.
      }
    }
    on.connection("lost");
    await rest(pauseAfter(failures), signal);
    failures += 1;
  }
}

/** Opens a socket, subscribes, and returns the code with which it was closed. */
function open(
  ticket: string,
  last: string | undefined,
  channels: readonly string[],
  { message, connection, signal }: Listener & { signal: AbortSignal },
): Promise<number> {
  const url = new URL("/v1/ws", location.origin);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  if (last !== undefined) {
    url.searchParams.set("lastEventId", last);
  }
  const socket = new WebSocket(url, ["lockstep.v1", `ticket.${ticket}`]);
  const close = () => socket.close(1000);
  signal.addEventListener("abort", close, { once: true });
  socket.addEventListener("open", () => {
    socket.send(JSON.stringify({ type: "subscribe", channels }));
    if (signal.aborted) {
      close();
    }
  });
  socket.addEventListener("message", ({ data }) => {
    const frame = frameOf(String(data));
    if (frame.kind === "message") {
      message(frame.message);
    } else if (frame.kind === "subscribed") {
      connection("live");
    } else if (frame.kind === "refused") {
      close();
    }
  });
  return new Promise((resolve) => {
    socket.addEventListener("close", ({ code }) => {
      signal.removeEventListener("abort", close);
      resolve(code);
    });
  });
}

/** Waits, or returns at once when the page is left. */
function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => resolve(clearTimeout(timer)), { once: true });
  });
}
