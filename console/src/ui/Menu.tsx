/** Menus with standard arrow keys, type-ahead and focus. Their part on Radix is loaded when the page is drawn and usable. */
import { cloneElement, lazy, type ReactElement, Suspense, useState } from "react";
import { useIdle } from "../idle";
import type { IconName } from "./Icon";

export interface MenuItem {
  label: string;
  icon?: IconName;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

export interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement<{ onClick?: () => void }>;
  items: readonly (MenuItem | "line")[];
  align?: "start" | "end";
}

const Dropdown = lazy(() => import("./Dropdown"));

export function Menu(props: MenuProps) {
  // A click before the menu is loaded opens it as soon as it is.
  const [isAsked, setAsked] = useState(false);
  const isIdle = useIdle();
  const early = cloneElement(props.trigger, { onClick: () => setAsked(true) });
  return !isAsked && !isIdle ? (
    early
  ) : (
    <Suspense fallback={early}>
      <Dropdown {...props} isOpenAtFirst={isAsked} />
    </Suspense>
  );
}
