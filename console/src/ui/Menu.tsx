/** Menus with standard arrow keys, type-ahead and focus. Their part on Radix is loaded when the page is drawn and usable. */
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from "react";
import { whenIdle } from "../idle";
import type { IconName } from "./Icon";
import { useToasts } from "./Toast";

export interface MenuItem {
  label: string;
  icon?: IconName;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

interface TriggerProps {
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
}

export interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement<TriggerProps>;
  items: readonly (MenuItem | "line")[];
  align?: "start" | "end";
}

type Drawing = typeof import("./Dropdown").default;
let loaded: Drawing | undefined;

const file = () => import("./Dropdown");

async function load(): Promise<Drawing> {
  const { default: found } = await file();
  loaded = found;
  return found;
}

export function Menu(props: MenuProps) {
  const { fail } = useToasts();
  const early = useRef<HTMLButtonElement>(null);
  const [Dropdown, setDropdown] = useState<Drawing | undefined>(() => loaded);
  // A click before the menu is loaded opens it as soon as it is.
  const [isAsked, setAsked] = useState(false);
  useEffect(
    () =>
      whenIdle(() => {
        // Who opens the menu sees the error.
        load().then(
          (found) => setDropdown(() => found),
          () => undefined,
        );
      }),
    [],
  );
  const ask = () => {
    setAsked(true);
    load().then((found) => setDropdown(() => found), fail);
  };
  return Dropdown ? (
    <Dropdown {...props} isOpenAtFirst={isAsked} early={early} />
  ) : (
    // A screen reader announces the button as it does when the menu is loaded.
    cloneElement(props.trigger, {
      ref: early,
      onClick: ask,
      "aria-haspopup": "menu",
      "aria-expanded": false,
    })
  );
}
