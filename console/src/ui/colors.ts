/** Colours of the design tokens as a canvas takes them. */

let probe: HTMLElement | undefined;

/** Returns the present value of a token, such as `--c-heart`, as `rgb(…)`. */
export function tokenColor(name: string): string {
  if (!probe) {
    probe = document.createElement("span");
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(${name})`;
  return getComputedStyle(probe).color;
}

/** Returns a colour of `tokenColor` with a share of opacity. */
export function faded(color: string, share: number): string {
  const parts = /^rgb\(([^)]+)\)$/.exec(color);
  return parts ? `rgba(${parts[1]}, ${share})` : color;
}

/** Calls `listener` when the colours change: by the person, the system or a printer; returns the function that stops it. */
export function onThemeChange(listener: () => void): () => void {
  const media = ["(prefers-color-scheme: dark)", "print"].map((query) => matchMedia(query));
  for (const one of media) {
    one.addEventListener("change", listener);
  }
  window.addEventListener("lockstep:theme", listener);
  return () => {
    for (const one of media) {
      one.removeEventListener("change", listener);
    }
    window.removeEventListener("lockstep:theme", listener);
  };
}
