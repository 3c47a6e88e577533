/** The frame of every page after sign-in: menu, content, command palette. */
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { onSessionEnd, queryClient } from "../api/query";
import { useClocksApart } from "../clock";
import { useFormats } from "../format";
import { signInSearch } from "../pages/sign-in/next";
import { type Account, accountQuery, forgetAccount, renewIfDue, signOut, watchOtherTabs } from "../session";
import { useText } from "../text";
import { IconButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { Menu } from "../ui/Menu";
import { Note } from "../ui/State";
import { useToasts } from "../ui/Toast";
import { CommandPalette } from "./CommandPalette";
import { type Destination, destinations } from "./navigation";
import styles from "./Shell.module.css";

export function Shell() {
  const t = useText();
  const { data: account } = useSuspenseQuery(accountQuery);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const drawer = useRef<HTMLDialogElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEndOfSession();
  useOtherTabs(account);
  useEffect(() => {
    renewIfDue();
  }, []);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setPaletteOpen((isOpen) => !isOpen);
      }
    };
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, []);
  const content = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) {
      shown.current = path;
      // While it is open, nothing behind it takes the focus.
      drawer.current?.close();
      // The next Tab begins in the new page, and a screen reader reads it.
      content.current?.focus({ preventScroll: true });
    }
  }, [path]);
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {t.nav.skip}
      </a>
      <header className={styles.topbar}>
        <IconButton icon="menu" label={t.nav.open} onClick={() => setDrawerOpen(true)} />
        <Brand />
        <IconButton icon="search" label={t.nav.search} onClick={() => setPaletteOpen(true)} />
      </header>
      <header className={styles.sidebar}>
        <Sidebar account={account} onSearch={() => setPaletteOpen(true)} />
      </header>
      <Drawer dialog={drawer} open={isDrawerOpen} onClose={() => setDrawerOpen(false)}>
        <Sidebar
          account={account}
          onSearch={() => {
            drawer.current?.close();
            setPaletteOpen(true);
          }}
        />
      </Drawer>
      <main ref={content} id="content" className={styles.content} tabIndex={-1}>
        <WrongClock />
        <Outlet />
      </main>
      <CommandPalette open={isPaletteOpen} onClose={() => setPaletteOpen(false)} role={account.role} />
    </div>
  );
}

interface DrawerProps {
  dialog: RefObject<HTMLDialogElement | null>;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The menu of narrow windows. Its content is made when it opens: its links cost as much as those of the sidebar. */
function Drawer({ dialog, open, onClose, children }: DrawerProps) {
  const t = useText();
  useEffect(() => {
    if (open) {
      dialog.current?.showModal();
    }
  }, [open, dialog]);
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={t.nav.label}
      onClose={onClose}
      onPointerDown={(event) => event.target === dialog.current && dialog.current.close()}
    >
      {open && children}
    </dialog>
  );
}

/** Says that the clocks of the device and of the server differ: a page shows other days than it should. */
function WrongClock() {
  const t = useText();
  const format = useFormats();
  const clocks = useClocksApart();
  return (
    clocks && (
      <div className={styles.clock} role="status">
        <Note tone="warn">
          {t.clock.apart(format.dateTime(clocks.device), format.dateTime(clocks.server))}
        </Note>
      </div>
    )
  );
}

function Brand() {
  const t = useText();
  return (
    <Link to="/today" className={styles.brand}>
      <img src="/icon.svg" width="24" height="24" alt="" />
      {t.product}
    </Link>
  );
}

function Sidebar({ account, onSearch }: { account: Account; onSearch: () => void }) {
  const t = useText();
  const groups = ["training", "data", "exchange", "administration"] as const;
  return (
    <div className={styles.inside}>
      <Brand />
      <button type="button" className={styles.search} onClick={onSearch}>
        <Icon name="search" />
        <span>{t.nav.search}</span>
        <kbd>{navigator.platform.startsWith("Mac") ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      <nav aria-label={t.nav.label} className={styles.nav}>
        {groups.map((group) => {
          const pages = destinations(group, account.role);
          return pages.length === 0 ? null : (
            <div key={group} className={styles.group}>
              <p className={styles.groupName}>{t.nav[group]}</p>
              <ul>
                {pages.map((page) => (
                  <Item key={page.to} page={page} />
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
      <AccountMenu account={account} />
    </div>
  );
}

function Item({ page }: { page: Destination }) {
  const t = useText();
  return (
    <li>
      <Link
        to={page.to}
        className={styles.item}
        activeOptions={{ exact: page.to === "/admin" }}
        activeProps={{ className: styles.active, "aria-current": "page" }}
      >
        <Icon name={page.icon} />
        {page.label(t)}
      </Link>
    </li>
  );
}

function AccountMenu({ account }: { account: Account }) {
  const t = useText();
  const navigate = useNavigate();
  const { fail } = useToasts();
  const leave = () => signOut().then(() => navigate({ to: "/sign-in" }), fail);
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.account}>
          <span className={styles.avatar} aria-hidden="true">
            {account.username.slice(0, 1).toUpperCase()}
          </span>
          <span className={styles.who}>
            <span className={styles.name}>{account.username}</span>
            <span className={styles.email}>{account.email}</span>
          </span>
          <Icon name="more" />
        </button>
      }
      items={[
        { label: t.nav.account, icon: "account", onSelect: () => navigate({ to: "/account" }) },
        { label: t.nav.api, icon: "external", onSelect: () => location.assign("/docs/") },
        "line",
        { label: t.nav.signOut, icon: "signout", onSelect: leave },
      ]}
    />
  );
}

/** Leads to the sign-in when the server refuses the session, and back to this page after it. */
function useEndOfSession(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd(() => {
        const search = signInSearch(location.pathname, location.search);
        if (search) {
          forgetAccount();
          queryClient.removeQueries();
          navigate({ to: "/sign-in", search });
        }
      }),
    [navigate],
  );
}

/** Loads the page again when another tab signs in as another account: this page shows the data of the former one. */
function useOtherTabs({ id }: Account): void {
  useEffect(() => watchOtherTabs(id, () => location.reload()), [id]);
}
