/** Buttons, and links that look like buttons. */
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import styles from "./Button.module.css";
import { Icon, type IconName } from "./Icon";

export type Look = "primary" | "secondary" | "ghost" | "danger";

interface Shape {
  look?: Look;
  icon?: IconName;
  small?: boolean;
}

function classes({ look = "secondary", small }: Shape, isBare: boolean): string {
  return [styles.button, styles[look], small && styles.small, isBare && styles.bare]
    .filter(Boolean)
    .join(" ");
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Shape {
  /** Shows that the action runs; the button refuses further clicks. */
  busy?: boolean;
}

export function Button({ look, icon, small, busy = false, children, disabled, ...rest }: ButtonProps) {
  const shape: Shape = { ...(look && { look }), ...(small && { small }) };
  return (
    <button
      type="button"
      {...rest}
      className={classes(shape, !children)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  icon: IconName;
  /** The action of the button, for a screen reader and as a tooltip. */
  label: string;
  look?: Look;
}

export function IconButton({ icon, label, look = "ghost", ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={classes({ look }, true)}>
      <Icon name={icon} />
    </button>
  );
}

/** A link to another page that looks like a button. */
export function ButtonLink({
  look,
  icon,
  small,
  children,
  ...rest
}: LinkProps & Shape & { children: ReactNode }) {
  const shape: Shape = { ...(look && { look }), ...(small && { small }) };
  return (
    <Link {...rest} className={classes(shape, false)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
