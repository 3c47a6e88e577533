/** Values and ranges of settings as people read them. */
import { useFormats } from "../../../format";
import { useText } from "../../../text";
import type { Field, Value } from "./fields";

/** Returns the function that writes a value for people. */
export function useShown(): (value: Value, field: Field) => string {
  const t = useText();
  const format = useFormats();
  return (value, field) => {
    if (value === null) {
      return t.admin.settings.none;
    }
    if (typeof value === "boolean") {
      return value ? t.admin.settings.on : t.admin.settings.off;
    }
    if (field.path === "encryption.defaultType") {
      return t.admin.settings.modes[value as "AES" | "FHE" | "ZK"];
    }
    return typeof value === "number" ? format.number(value) : value;
  };
}

/** Returns the allowed values in words. */
export function useRange(field: Field): string {
  const t = useText();
  const format = useFormats();
  if (field.kind !== "number" || field.min === undefined || field.max === undefined) {
    return "";
  }
  const range = t.admin.settings.range(format.number(field.min), format.number(field.max));
  return field.zero ? t.admin.settings.zeroOr(range) : range;
}
