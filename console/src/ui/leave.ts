/** Asks before the tab is closed or loaded again while work runs in it. */
import { useEffect } from "react";

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
