/** Where the root key is kept, and a test of it. The key itself is never in a browser. */
import type { Result } from "@lockstep/client";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../api/client";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Card, Facts, Stack } from "../../ui/Card";
import { Note, Problem } from "../../ui/State";

type RootKeyTest = Result<"testRootKey">;

export function RootKey() {
  const { welcome } = useText();
  const test = useMutation({ mutationFn: () => api.administration.testRootKey() });
  return (
    <Card title={welcome.steps.rootKey} description={welcome.rootKeyText}>
      <Stack tight>
        <div>
          <Button busy={test.isPending} onClick={() => test.mutate()}>
            {welcome.rootKeyTest}
          </Button>
        </div>
        {test.isError && <Problem error={test.error} />}
        {test.data && (
          <div role="status">
            <Tested result={test.data} />
          </div>
        )}
        <Facts
          rows={[
            [welcome.rootKeyWhere, <code key="where">lockstep config check</code>],
            [welcome.rootKeyCopy, welcome.rootKeyCopyText],
            [
              welcome.rootKeyBackup,
              <code key="backup">lockstep backup create FOLDER && lockstep backup verify FOLDER</code>,
            ],
          ]}
        />
        <Note tone="warn">{welcome.rootKeyLost}</Note>
      </Stack>
    </Card>
  );
}

function Tested({ result: { opens, problem, source } }: { result: RootKeyTest }) {
  const { welcome } = useText();
  return (
    <Stack tight>
      <Note tone={opens ? "good" : "bad"}>
        {problem ? welcome.rootKeyProblems[problem] : welcome.rootKeyOpens}
      </Note>
      <Facts rows={[[welcome.rootKeySource, welcome.rootKeySources[source]]]} />
    </Stack>
  );
}
