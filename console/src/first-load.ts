/** What a first load requests while its scripts still run, so that the page does not wait for one answer after another. */
import { requestFirstAnswers } from "./first-answers";
import { expectedPath, isOpen } from "./pages/sign-in/next";
import { storedPreferences } from "./preferences";
import { router } from "./router";
import { hasSession, requestAccount } from "./session";
import { languageOf } from "./text/language";
import { loadTexts } from "./text/loading";

/** Requests the files of the page, its language, the account, and its first answers. Who uses them later sees their errors. */
export function requestEarly(): void {
  const isSignedIn = hasSession(Date.now());
  const path = expectedPath(location.pathname, isSignedIn);
  for (const route of router.getMatchedRoutes(path)[0]) {
    router.loadRouteChunk(route)?.catch(() => undefined);
  }
  loadTexts(languageOf(storedPreferences().language, navigator.languages)).catch(() => undefined);
  if (!isOpen(location.pathname)) {
    requestAccount();
  }
  if (isSignedIn) {
    requestFirstAnswers(path, location.search);
  }
}
