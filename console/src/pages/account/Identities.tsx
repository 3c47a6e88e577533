/** Identities at OpenID providers that sign in to the account: link and unlink them. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api } from "../../api/client";
import { failure, queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Badge, Card } from "../../ui/Card";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { Empty, Loaded, Problem } from "../../ui/State";
import { Table } from "../../ui/Table";
import { useToasts } from "../../ui/Toast";
import { leaveFor, providersQuery } from "../sign-in/Providers";
import { callbackAddress, notePurpose } from "../sign-in/provider";
import { type LinkableProvider, linkable } from "./identities";

const QUERY_KEY = ["identities"];

export function Identities() {
  const t = useText();
  const texts = t.account.identities;
  const format = useFormats();
  const providers = useQuery(providersQuery);
  const linked = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => api.auth.listIdentities({ signal }),
  });
  const [chosen, setChosen] = useState<LinkableProvider>();
  const act = ({ linkedAt }: LinkableProvider) => (linkedAt === undefined ? texts.link : texts.unlink);
  return (
    <Card title={texts.title} description={texts.text} flush>
      <Loaded query={providers} height={140}>
        {(configured) => (
          <Loaded query={linked} height={140}>
            {({ identities }) => {
              const rows = linkable(configured, identities);
              return rows.length === 0 ? (
                <Empty icon="key" title={texts.none}>
                  {texts.noneText}
                </Empty>
              ) : (
                <Table<LinkableProvider>
                  label={texts.title}
                  rows={rows}
                  rowKey={({ name }) => name}
                  columns={[
                    { key: "provider", header: texts.provider, cell: ({ label }) => label },
                    {
                      key: "linked",
                      header: texts.state,
                      cell: ({ linkedAt }) =>
                        linkedAt === undefined ? (
                          texts.notLinked
                        ) : (
                          <Badge tone="good">
                            {linkedAt === null ? texts.linked : texts.linkedSince(format.dateTime(linkedAt))}
                          </Badge>
                        ),
                    },
                    {
                      key: "act",
                      header: "",
                      numeric: true,
                      cell: (provider) => (
                        <Button
                          small
                          look="ghost"
                          aria-label={`${act(provider)}: ${provider.label}`}
                          onClick={() => setChosen(provider)}
                        >
                          {act(provider)}
                        </Button>
                      ),
                    },
                  ]}
                />
              );
            }}
          </Loaded>
        )}
      </Loaded>
      {chosen && <ProveAndChange provider={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

/** Asks for the password, which both acts need, and links or unlinks. */
function ProveAndChange({ provider, onClose }: { provider: LinkableProvider; onClose: () => void }) {
  const t = useText();
  const texts = t.account.identities;
  const { say } = useToasts();
  const id = useId();
  const { name, label } = provider;
  const isLinked = provider.linkedAt !== undefined;
  const change = useMutation({
    mutationFn: async (password: string) => {
      if (isLinked) {
        await api.auth.unlinkIdentity({ provider: name }, { password });
        return;
      }
      const redirect_uri = callbackAddress(location.origin);
      const begun = await api.auth.createIdentityLink({ provider: name, redirect_uri, password });
      notePurpose("link");
      leaveFor(begun.authorization_url);
    },
    onSuccess: () => {
      // A link goes on at the provider: the page is left.
      if (isLinked) {
        say(texts.unlinked(label));
        queryClient.invalidateQueries({ queryKey: QUERY_KEY });
        onClose();
      }
    },
  });
  const isWrong = change.isError && failure(change.error).parameter === "password";
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change.mutate(String(new FormData(event.currentTarget).get("password") ?? ""));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={isLinked ? texts.unlinkTitle(label) : texts.linkTitle(label)}
      actions={
        <>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button look={isLinked ? "danger" : "primary"} type="submit" form={id} busy={change.isPending}>
            {isLinked ? texts.unlink : texts.continueAt(label)}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit}>
        <p>{isLinked ? texts.unlinkText : texts.linkText}</p>
        <TextField
          label={t.account.current}
          hint={texts.passwordHint}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={isWrong ? texts.wrongPassword : undefined}
        />
        {change.isError && !isWrong && <Problem error={change.error} />}
      </form>
    </Dialog>
  );
}
