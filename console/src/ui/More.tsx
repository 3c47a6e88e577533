/** The button that adds the next page of a list; nothing at its end. */
import { useText } from "../text";
import { Button } from "./Button";

interface MoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

export function More({ list }: MoreProps) {
  const t = useText();
  return list.hasNextPage ? (
    <Button small busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
      {t.actions.more}
    </Button>
  ) : null;
}
