/** The message instead of a page that does not exist or failed. */
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useText } from "../text";
import { Button, ButtonLink } from "../ui/Button";
import { Empty, Problem } from "../ui/State";
import styles from "./Failed.module.css";

export function NotFound() {
  const t = useText();
  return (
    <div className={styles.failed}>
      <Empty
        icon="search"
        title={t.errors.notFound}
        action={
          <ButtonLink to="/today" look="primary">
            {t.errors.home}
          </ButtonLink>
        }
      >
        {t.errors.notFoundText}
      </Empty>
    </div>
  );
}

export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useText();
  const router = useRouter();
  return (
    <div className={styles.failed}>
      <h1>{t.errors.page}</h1>
      <Problem error={error} />
      <Button
        look="primary"
        onClick={() => {
          reset();
          router.invalidate();
        }}
      >
        {t.actions.retry}
      </Button>
    </div>
  );
}
