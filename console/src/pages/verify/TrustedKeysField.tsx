/** The choice of the keys that a document has to be signed with: those of this installation, or those of a file. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useText } from "../../text";
import { Stack } from "../../ui/Card";
import { Segmented, TextField } from "../../ui/Field";
import { Loading, Problem } from "../../ui/State";
import { grouped, keysOf, LARGEST, readKeys, type TrustedKeys } from "./document";
import { installationKeysQuery } from "./verifier";

type Source = "installation" | "file";

/**
 * The chosen keys; `keys` is undefined while there are none. A reader without a session did not choose this server: the page
 * asks it for its keys only when the reader wants them.
 */
export function useTrustedKeys(isPublic: boolean) {
  const [source, setSource] = useState<Source>(isPublic ? "file" : "installation");
  const [ofFile, setOfFile] = useState<TrustedKeys>();
  const own = useQuery({ ...installationKeysQuery, enabled: source === "installation" });
  const ofInstallation = own.data && keysOf(own.data);
  return { isPublic, source, setSource, setOfFile, keys: source === "file" ? ofFile : ofInstallation };
}

interface TrustedKeysProps {
  chosen: ReturnType<typeof useTrustedKeys>;
  onChange: () => void;
}

export function TrustedKeysField({ chosen: { isPublic, ...chosen }, onChange }: TrustedKeysProps) {
  const { source, setSource, setOfFile } = chosen;
  const t = useText();
  const choose = (from: Source) => {
    setOfFile(undefined);
    setSource(from);
    onChange();
  };
  const give = (keys: TrustedKeys | undefined) => {
    setOfFile(keys);
    onChange();
  };
  return (
    <Stack tight>
      <h3>{t.verify.keys}</h3>
      {isPublic && <p className="muted">{t.verify.publicKeys}</p>}
      <div>
        <Segmented
          label={t.verify.keys}
          value={source}
          options={[
            {
              value: "installation",
              label: isPublic ? t.verify.serverKeys(location.host) : t.verify.ownKeys,
            },
            { value: "file", label: t.verify.fileKeys },
          ]}
          onChange={choose}
        />
      </div>
      {source === "installation" ? <OwnKeys /> : <KeyFile onKeys={give} />}
    </Stack>
  );
}

/** Names the keys of this installation, and what they are worth. */
function OwnKeys() {
  const t = useText();
  const own = useQuery(installationKeysQuery);
  if (own.isError) {
    return <Problem error={own.error} retry={() => own.refetch()} />;
  }
  if (!own.data) {
    return <Loading height={40} />;
  }
  return (
    <p className="muted">
      {t.verify.ownKeysText} <code>{grouped(own.data.fingerprint)}</code>
    </p>
  );
}

function KeyFile({ onKeys }: { onKeys: (keys: TrustedKeys | undefined) => void }) {
  const t = useText();
  const [isRefused, setRefused] = useState(false);
  const read = async (file: File | undefined) => {
    const keys = file && file.size <= LARGEST ? readKeys(await file.text()) : undefined;
    setRefused(file !== undefined && !keys);
    onKeys(keys);
  };
  return (
    <TextField
      label={t.verify.keyFile}
      type="file"
      hint={t.verify.keyFileHint}
      error={isRefused ? t.verify.noKeys : undefined}
      onChange={({ target }) => read(target.files?.[0])}
    />
  );
}
