/** The drawing of a menu, on Radix. */
import { DropdownMenu } from "radix-ui";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Icon } from "./Icon";
import type { MenuProps } from "./Menu";
import styles from "./Menu.module.css";

interface DropdownProps extends MenuProps {
  isOpenAtFirst: boolean;
  /** The button that was shown before. */
  early: RefObject<HTMLButtonElement | null>;
}

/** Not modal: a modal menu would lock the page with a style element, which the content policy forbids. */
export default function Dropdown({ trigger, items, align = "end", isOpenAtFirst, early }: DropdownProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The button takes the place of another, and with it the focus; an open menu takes the focus itself.
  const [hadFocus] = useState(() => !isOpenAtFirst && early.current === document.activeElement);
  useEffect(() => {
    if (hadFocus) {
      button.current?.focus();
    }
  }, [hadFocus]);
  return (
    <DropdownMenu.Root modal={false} defaultOpen={isOpenAtFirst}>
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8}>
          {items.map((item, index) =>
            item === "line" ? (
              <DropdownMenu.Separator key={index} className={styles.line} />
            ) : (
              <DropdownMenu.Item
                key={item.label}
                className={[styles.item, item.danger && styles.danger].filter(Boolean).join(" ")}
                disabled={item.disabled ?? false}
                onSelect={item.onSelect}
              >
                {item.icon && <Icon name={item.icon} />}
                {item.label}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
