/** A chat with one of the account's agents. */
import type { Body, Result } from "@lockstep/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { RETRY_LIFETIME_MS, RepeatableRequest } from "../../api/repeatable";
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { Button, ButtonLink } from "../../ui/Button";
import { Card, Row } from "../../ui/Card";
import { Confirm } from "../../ui/Dialog";
import { SelectField, TextField } from "../../ui/Field";
import { Form, textOf } from "../../ui/Form";
import { Loaded, Note, Problem } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import styles from "./Agents.module.css";
import { Answer } from "./Answer";

type Receipt = Result<"sendAgentMessage">;
type Message = Body<"sendAgentMessage">;
type Choice = Receipt["response"]["choices"][number];

const route = getRouteApi("/shell/agents");
const COORDINATOR = "agt_core_coordinator";
const SHOWN = 50;
/** An agent may call several tools and a model before it answers. */
const LONGEST_MS = 600_000;

export function Agents() {
  const t = useText();
  const navigate = route.useNavigate();
  const agent = route.useSearch().agent ?? COORDINATOR;
  const agents = useQuery({
    queryKey: ["agents"],
    queryFn: ({ signal }) => api.agents.listAgents({ signal }),
  });
  return (
    <Page
      title={t.agents.title}
      description={t.agents.text}
      actions={
        <>
          <SelectField
            label={t.agents.agent}
            hideLabel
            value={agent}
            onChange={({ target }) => navigate({ search: { agent: target.value }, replace: true })}
          >
            {(agents.data?.agents ?? []).map((one) => (
              <option key={one.id} value={one.id}>
                {t.agents.names[one.id as keyof typeof t.agents.names] ?? one.name}
              </option>
            ))}
          </SelectField>
          <ButtonLink to="/agents/workflows">{t.nav.workflows}</ButtonLink>
        </>
      }
    >
      <Chat key={agent} agent={agent} />
    </Page>
  );
}

function Chat({ agent }: { agent: string }) {
  const t = useText();
  const key = ["agents", agent, "chat"];
  const chat = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.agents.getAgentChat({ agentId: agent, limit: SHOWN }, { signal }),
  });
  const [request] = useState(() => new RepeatableRequest(RETRY_LIFETIME_MS));
  const send = useMutation({
    mutationFn: (message: Message) =>
      request.send(message, (idempotencyKey) =>
        api.agents.sendAgentMessage({ agentId: agent }, message, { timeout: LONGEST_MS, idempotencyKey }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  const ask = (text: string) =>
    send.mutateAsync({ type: "chat", content: { action: "ask", parameters: { query: text } } });
  const end = useRef<HTMLDivElement>(null);
  const count = chat.data?.messages.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message moves the chat to its end
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, [count, send.isPending]);
  return (
    <Card title={t.agents.chat} actions={count > 0 && <Clear agent={agent} onCleared={send.reset} />}>
      <Loaded query={chat} height={280}>
        {({ messages }) => (
          <div className={styles.messages} role="log" aria-label={t.agents.chat}>
            {messages.length === 0 && !send.isPending && (
              // The problem of a question that failed is shown below the conversation.
              <Examples agent={agent} onAsk={(text) => ask(text).catch(() => {})} />
            )}
            {messages.map((message) => (
              <article key={message.id} className={message.sender === "user" ? styles.mine : styles.theirs}>
                <h3 className="visually-hidden">{t.agents.senders[message.sender]}</h3>
                {message.sender === "user" ? (
                  <Asked text={message.content} />
                ) : (
                  <Answer text={message.content} />
                )}
                {message.disclosures.map((one, place) => (
                  <p key={place} className={styles.disclosure}>
                    {t.agents.disclosed(one.content, one.host, one.model)}
                  </p>
                ))}
              </article>
            ))}
            {send.isPending && (
              <>
                <article className={styles.mine}>
                  <h3 className="visually-hidden">{t.agents.senders.user}</h3>
                  <Asked text={JSON.stringify(send.variables)} />
                </article>
                <p className="muted">{t.agents.thinks}</p>
              </>
            )}
          </div>
        )}
      </Loaded>
      {send.data && (
        <Choices
          response={send.data.response}
          busy={send.isPending}
          onSend={send.mutate}
          onRefuse={() => send.reset()}
        />
      )}
      {send.isError && <Problem error={send.error} />}
      <div ref={end} />
      <Question busy={send.isPending} onAsk={ask} />
    </Card>
  );
}

/** A question in words; a command that was approved is JSON and shows its action. */
function Asked({ text }: { text: string }) {
  const t = useText();
  try {
    const { content } = JSON.parse(text) as {
      content?: { action?: string; parameters?: { confirm?: boolean; query?: string } };
    };
    const { action, parameters } = content ?? {};
    if (parameters?.query) {
      return <p>{parameters.query}</p>;
    }
    if (action) {
      return (
        <p>
          {parameters?.confirm ? t.agents.approved : t.agents.called} <code>{action}</code>
        </p>
      );
    }
  } catch {
    // Not JSON: a question in words.
  }
  return <p>{text}</p>;
}

function Examples({ agent, onAsk }: { agent: string; onAsk: (text: string) => void }) {
  const t = useText();
  const all: Readonly<Record<string, readonly string[]>> = t.agents.examples;
  return (
    <div className={styles.examples}>
      <p className="muted">{t.agents.begin}</p>
      <div className={styles.exampleRow}>
        {(all[agent] ?? all[COORDINATOR] ?? []).map((text) => (
          <Button key={text} small onClick={() => onAsk(text)}>
            {text}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface ChoicesProps {
  response: Receipt["response"];
  busy: boolean;
  onSend: (message: Message) => void;
  onRefuse: () => void;
}

/** The agent's question to the user: the readings of a question, or the approval of a change. */
function Choices({ response, busy, onSend, onRefuse }: ChoicesProps) {
  const t = useText();
  const isApproval = response.type === "approval_required";
  if (response.choices.length === 0) {
    return null;
  }
  const choose = (choice: Choice) =>
    onSend({
      type: isApproval ? "command" : "query",
      content: {
        action: choice.action,
        parameters: { arguments: choice.arguments, ...(isApproval && { confirm: true }) },
      },
    });
  return (
    <div className={styles.choices}>
      <Note tone={isApproval ? "warn" : "info"}>
        {isApproval ? t.agents.approveText : t.agents.chooseText}
      </Note>
      {response.choices.map((choice, place) => (
        <div key={place} className={styles.choice}>
          <span>{choice.reading}</span>
          <Button
            small
            look={isApproval ? "primary" : "secondary"}
            busy={busy}
            onClick={() => choose(choice)}
          >
            {isApproval ? t.agents.approve : t.agents.choose}
          </Button>
        </div>
      ))}
      {isApproval && (
        <Row end>
          <Button small disabled={busy} onClick={onRefuse}>
            {t.agents.refuse}
          </Button>
        </Row>
      )}
    </div>
  );
}

function Question({ busy, onAsk }: { busy: boolean; onAsk: (text: string) => Promise<unknown> }) {
  const t = useText();
  const [text, setText] = useState("");
  const submit = (values: FormData) => {
    const asked = textOf(values, "question");
    if (busy || asked === "") {
      return;
    }
    setText("");
    // A question that was not answered comes back, unless the person has begun the next one.
    onAsk(asked).catch(() => setText((now) => now || asked));
  };
  return (
    <Form onSubmit={submit}>
      <div className={styles.question}>
        <TextField
          label={t.agents.question}
          hideLabel
          name="question"
          placeholder={t.agents.question}
          required
          maxLength={2000}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="primary" busy={busy}>
          {t.agents.ask}
        </Button>
      </div>
      <p className={styles.disclosure}>{t.agents.english}</p>
    </Form>
  );
}

function Clear({ agent, onCleared }: { agent: string; onCleared: () => void }) {
  const t = useText();
  const { say, fail } = useToasts();
  const [isAsked, setAsked] = useState(false);
  const clear = useMutation({
    mutationFn: () => api.agents.deleteAgentChat({ agentId: agent }),
    onSuccess: () => {
      say(t.agents.cleared);
      onCleared();
      queryClient.invalidateQueries({ queryKey: ["agents", agent] });
      setAsked(false);
    },
    onError: fail,
  });
  return (
    <>
      <Button small look="ghost" onClick={() => setAsked(true)}>
        {t.agents.clear}
      </Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t.agents.clearTitle}
        confirm={t.agents.clear}
        busy={clear.isPending}
        onConfirm={() => clear.mutate()}
      >
        <p>{t.agents.clearText}</p>
      </Confirm>
    </>
  );
}
