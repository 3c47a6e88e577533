/** The first steps of an account, one after the other; each can be left out. */
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Page } from "../../layout/Page";
import { type Account, accountQuery } from "../../session";
import { type Catalogue, useText } from "../../text";
import { Button, ButtonLink } from "../../ui/Button";
import { Row } from "../../ui/Card";
import { DropZone } from "../../ui/DropZone";
import { Steps } from "../../ui/Form";
import { Note } from "../../ui/State";
import { Appearance } from "../account/Appearance";
import { Password } from "../account/Password";
import { Profile } from "../account/Profile";
import { useImportQueue } from "../import/import-queue";
import { Queue } from "../import/Queue";
import { RootKey } from "./RootKey";
import { type Step, stepsOf } from "./steps";

export function Welcome() {
  const t = useText();
  const { data: account } = useSuspenseQuery(accountQuery);
  const steps = stepsOf(account.role);
  const [at, setAt] = useState(0);
  const step = steps[at] ?? "import";
  const isLast = at === steps.length - 1;
  return (
    <Page title={t.welcome.title} description={t.welcome.text(account.username)}>
      <Steps label={t.welcome.title} names={steps.map((one) => t.welcome.steps[one])} at={at} />
      <Content step={step} t={t} role={account.role} />
      <Row>
        {at > 0 && <Button onClick={() => setAt(at - 1)}>{t.actions.back}</Button>}
        {isLast ? (
          <ButtonLink to="/today" look="primary">
            {t.welcome.done}
          </ButtonLink>
        ) : (
          <Button look="primary" onClick={() => setAt(at + 1)}>
            {t.welcome.next}
          </Button>
        )}
      </Row>
    </Page>
  );
}

function Content({ step, t, role }: { step: Step; t: Catalogue; role: Account["role"] }) {
  switch (step) {
    case "password":
      return (
        <>
          <Note>{role === "admin" ? t.welcome.passwordAdmin : t.welcome.password}</Note>
          <Password />
        </>
      );
    case "rootKey":
      return <RootKey />;
    case "profile":
      return (
        <>
          <Profile />
          <Appearance />
        </>
      );
    case "import":
      return <FirstImport />;
  }
}

function FirstImport() {
  const t = useText();
  const queue = useImportQueue();
  return (
    <>
      <DropZone texts={t.imports} multiple onFiles={queue.add} />
      <Queue queue={queue} />
    </>
  );
}
