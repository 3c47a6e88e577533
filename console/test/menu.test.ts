// The button of a menu while the drawing of the menu is not loaded.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";

vi.stubGlobal("location", { origin: "http://localhost" });
const { Menu } = await import("../src/ui/Menu");

it("a button announces its menu before the menu is loaded", () => {
  const trigger = createElement("button", { type: "button", onClick: () => {} }, "More");
  const drawn = renderToStaticMarkup(createElement(Menu, { trigger, items: [] }));
  expect(drawn).toContain('aria-haspopup="menu"');
  expect(drawn).toContain('aria-expanded="false"');
});
