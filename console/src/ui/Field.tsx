/** Fields of forms: label, control, hint and error belong together for eyes and screen readers. */
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { useId } from "react";
import styles from "./Field.module.css";

interface Frame {
  label: string;
  /** Explains the field below it. */
  hint?: ReactNode;
  /** The problem of the value. */
  error?: string | undefined;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined;
  /** Puts the label beside the control. */
  inline?: boolean | undefined;
}

interface Control {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

function Labelled({
  label,
  hint,
  error,
  hideLabel,
  inline,
  children,
}: Frame & { children: (control: Control) => ReactNode }) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={inline ? styles.inline : styles.field}>
      <label htmlFor={id} className={hideLabel ? "visually-hidden" : styles.label}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": note ? `${id}-note` : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {note && (
        <div id={`${id}-note`} className={error ? styles.error : styles.hint}>
          {note}
        </div>
      )}
    </div>
  );
}

type InputProps = Frame & InputHTMLAttributes<HTMLInputElement>;

export function TextField({ label, hint, error, hideLabel, inline, ...rest }: InputProps) {
  return (
    <Labelled {...{ label, hint, error, hideLabel, inline }}>
      {(control) => <input type="text" {...rest} {...control} className={styles.input} />}
    </Labelled>
  );
}

type TextAreaProps = Frame & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextAreaField({ label, hint, error, hideLabel, inline, ...rest }: TextAreaProps) {
  return (
    <Labelled {...{ label, hint, error, hideLabel, inline }}>
      {(control) => <textarea {...rest} {...control} className={`${styles.input} ${styles.area}`} />}
    </Labelled>
  );
}

type SelectProps = Frame & SelectHTMLAttributes<HTMLSelectElement>;

/** A choice among a few values: the browser's own list, which every keyboard and screen reader knows. */
export function SelectField({ label, hint, error, hideLabel, inline, children, ...rest }: SelectProps) {
  return (
    <Labelled {...{ label, hint, error, hideLabel, inline }}>
      {(control) => (
        <span className={styles.select}>
          <select {...rest} {...control} className={styles.input}>
            {children}
          </select>
        </span>
      )}
    </Labelled>
  );
}

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  label: ReactNode;
  hint?: ReactNode;
}

export function CheckField({ label, hint, ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input type="checkbox" id={id} {...rest} aria-describedby={hint ? `${id}-note` : undefined} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <div id={`${id}-note`} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A choice of one of a few values that are always visible. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.segmented}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
