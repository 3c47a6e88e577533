/** Asks before a page is left while work runs in it, or with changes that are not saved. */
import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";

/** Asks before the tab is closed or loaded again. */
export function useLeaveWarning(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) {
      return;
    }
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);
}

/** Refuses to show another page of the console, and asks before the tab is closed: the page shows what cannot be shown again. */
export function useStay(isKept: boolean): void {
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: isKept, disabled: !isKept });
}

/** Asks before another page of the console is shown, too: it would drop the changes. */
export function useUnsavedWarning(isChanged: boolean, question: string): void {
  useBlocker({
    shouldBlockFn: () => !window.confirm(question),
    enableBeforeUnload: isChanged,
    disabled: !isChanged,
  });
}
