/** Starts the console. */
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query";
import { requestEarly } from "./first-load";
import { PreferencesProvider } from "./preferences";
import { router } from "./router";
import { TextProvider } from "./text";
import "./theme/tokens.css";
import "./theme/base.css";
import { ToastProvider } from "./ui/Toast";

requestEarly();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <PreferencesProvider>
        <TextProvider>
          <QueryClientProvider client={queryClient}>
            <ToastProvider>
              <RouterProvider router={router} />
            </ToastProvider>
          </QueryClientProvider>
        </TextProvider>
      </PreferencesProvider>
    </StrictMode>,
  );
}
