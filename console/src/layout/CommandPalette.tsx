/** The command palette (Ctrl-K): every page and the choices of this browser, by typing a part of their name. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { usePreferences } from "../preferences";
import type { Account } from "../session";
import { type Catalogue, useText } from "../text";
import { Icon, type IconName } from "../ui/Icon";
import styles from "./CommandPalette.module.css";
import { matches } from "./match";
import { DESTINATIONS } from "./navigation";

interface Command {
  label: string;
  group: string;
  icon: IconName;
  run: () => void;
}

interface PaletteProps {
  open: boolean;
  onClose: () => void;
  role: Account["role"];
}

export function CommandPalette({ open, onClose, role }: PaletteProps) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !dialog.current?.open) {
      dialog.current?.showModal();
    }
    if (!open) {
      dialog.current?.close();
    }
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t.palette.title}
      onClose={onClose}
      onPointerDown={(event) => event.target === dialog.current && dialog.current.close()}
    >
      {open && <Choices onDone={() => dialog.current?.close()} role={role} />}
    </dialog>
  );
}

function Choices({ onDone, role }: { onDone: () => void; role: Account["role"] }) {
  const t = useText();
  const id = useId();
  const commands = useCommands(role);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const found = useMemo(() => commands.filter((one) => matches(typed, one.label)), [commands, typed]);
  const chosen = found[Math.min(at, found.length - 1)];
  const run = (command: Command | undefined) => {
    if (command) {
      onDone();
      command.run();
    }
  };
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((before) => (before + step + found.length) % found.length);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      run(chosen);
    }
  };
  return (
    <>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${found.indexOf(chosen)}` : undefined}
          aria-label={t.palette.placeholder}
          placeholder={t.palette.placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={move}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t.palette.title}
        tabIndex={-1}
        className={styles.list}
      >
        {found.map((command, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys of the whole list
          <div
            key={command.label}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            className={styles.option}
            onPointerMove={() => setAt(place)}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span>{command.label}</span>
            <span className={styles.group}>{command.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>{t.palette.none}</p>}
    </>
  );
}

function useCommands(role: Account["role"]): Command[] {
  const t = useText();
  const navigate = useNavigate();
  const { change } = usePreferences();
  return useMemo(() => {
    const pages = DESTINATIONS.filter((page) => page.roles === undefined || page.roles.includes(role));
    const jumps = pages.map(
      (page): Command => ({
        label: page.label(t),
        group: t.palette.pages,
        icon: page.icon,
        run: () => navigate({ to: page.to }),
      }),
    );
    return [...jumps, ...choices(t, change)];
  }, [t, role, navigate, change]);
}

function choices(t: Catalogue, change: ReturnType<typeof usePreferences>["change"]): Command[] {
  const action = (label: string, icon: IconName, run: () => void): Command => ({
    label,
    icon,
    run,
    group: t.palette.actions,
  });
  return [
    action(t.palette.theme(t.choices.light), "sun", () => change({ theme: "light" })),
    action(t.palette.theme(t.choices.dark), "moon", () => change({ theme: "dark" })),
    action(t.palette.theme(t.choices.system), "sun", () => change({ theme: "system" })),
    action(t.palette.language(t.choices.english), "account", () => change({ language: "en" })),
    action(t.palette.language(t.choices.german), "account", () => change({ language: "de" })),
    action(t.palette.units(t.choices.metric), "explore", () => change({ units: "metric" })),
    action(t.palette.units(t.choices.imperial), "explore", () => change({ units: "imperial" })),
  ];
}
