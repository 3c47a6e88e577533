/** Menus and tooltips, built on Radix, with standard arrow keys, type-ahead and focus. */
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon";
import styles from "./Menu.module.css";

export interface MenuItem {
  label: string;
  icon?: IconName;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode;
  items: readonly (MenuItem | "line")[];
  align?: "start" | "end";
}

/** Not modal: a modal menu would lock the page with a style element, which the content policy forbids. */
export function Menu({ trigger, items, align = "end" }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
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
