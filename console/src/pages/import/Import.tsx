/** Imports recordings and exports, and undoes imports. */
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { DropZone } from "../../ui/DropZone";
import { History } from "./History";
import { useImportQueue } from "./import-queue";
import { Queue } from "./Queue";

export function Import() {
  const t = useText();
  const queue = useImportQueue();
  return (
    <Page title={t.imports.title} description={t.imports.text}>
      <DropZone texts={t.imports} multiple onFiles={queue.add} />
      <Queue queue={queue} />
      <History />
    </Page>
  );
}
