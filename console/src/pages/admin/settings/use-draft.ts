/** The state of a form over settings. */
import { useState } from "react";
import { useFormats } from "../../../format";
import { useText } from "../../../text";
import { type Change, changesOf, type Draft, problemOf } from "./draft";
import type { Field } from "./fields";

export interface Form {
  draft: Draft;
  changes: readonly Change[];
  /** Whether a typed text cannot be sent. */
  isWrong: boolean;
  problem: (field: Field) => string | undefined;
  set: (path: string, text: string) => void;
  discard: () => void;
}

export function useDraft(settings: object, fields: readonly Field[]): Form {
  const t = useText();
  const format = useFormats();
  const [draft, setDraft] = useState<Draft>({});
  const problem = (field: Field) => {
    const text = draft[field.path];
    const found = text === undefined ? undefined : problemOf(text, field);
    if (found === "range" && field.max !== undefined) {
      return t.admin.settings.outside(format.number(field.min), format.number(field.max));
    }
    return found && t.admin.settings.problems[found];
  };
  return {
    draft,
    changes: changesOf(settings, fields, draft),
    isWrong: fields.some((field) => problem(field) !== undefined),
    problem,
    set: (path, text) => setDraft((all) => ({ ...all, [path]: text })),
    discard: () => setDraft({}),
  };
}
