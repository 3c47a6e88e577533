/** The code of an account with two-step sign-in. */
import { useText } from "../../text";
import { TextField } from "../../ui/Field";

export function CodeField() {
  const t = useText();
  return (
    <TextField
      label={t.signIn.totp}
      hint={t.signIn.totpHint}
      name="totp"
      autoComplete="one-time-code"
      required
      autoFocus
    />
  );
}
