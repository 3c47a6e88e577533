/** The OpenID providers at which people sign in to the console. */
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Problem } from "../../ui/State";
import { callbackAddress, isWebAddress, notePurpose, returnPath } from "./provider";
import styles from "./SignIn.module.css";

/** The configured providers that send people back to the console. */
export const providersQuery = queryOptions({
  queryKey: ["oidc-providers"],
  queryFn: ({ signal }) => api.auth.listOidcProviders({ signal }),
  select: ({ providers }) => providers.filter(({ console }) => console),
  staleTime: 5 * 60_000,
});

/** Leaves the console for the page of the provider. */
export function leaveFor(address: string): void {
  if (!isWebAddress(address)) {
    throw new Error("The address of the provider is not one of the web.");
  }
  location.assign(address);
}

/** One button for each provider; nothing while none is known. The form beside it does not wait for the list. */
export function Providers({ next }: { next: string | undefined }) {
  const t = useText();
  const { data } = useQuery(providersQuery);
  const begin = useMutation({
    mutationFn: async (provider: string) => {
      const { origin } = location;
      const body = { redirect_uri: callbackAddress(origin), return_to: returnPath(next, origin) };
      const begun = await api.auth.createConsoleOidcSignIn({ provider }, body);
      notePurpose("sign-in");
      leaveFor(begun.authorization_url);
    },
    meta: { showsRefusal: true },
  });
  if (!data?.length) {
    return null;
  }
  return (
    <div className={styles.providers}>
      <p className="muted">{t.signIn.provider.or}</p>
      {data.map(({ name, label }) => (
        <Button
          key={name}
          busy={begin.isPending && begin.variables === name}
          onClick={() => begin.mutate(name)}
        >
          {t.signIn.provider.with(label)}
        </Button>
      ))}
      {begin.isError && <Problem error={begin.error} />}
    </div>
  );
}
