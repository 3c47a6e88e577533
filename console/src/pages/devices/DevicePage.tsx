/** One device that takes commands: its twin, and its commands as they are answered. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client";
import { queryClient } from "../../api/query";
import { useFormats } from "../../format";
import { Page } from "../../layout/Page";
import { useText } from "../../text";
import { Button } from "../../ui/Button";
import { Badge, Card, Facts, Grid } from "../../ui/Card";
import { Confirm, Dialog } from "../../ui/Dialog";
import { Loaded } from "../../ui/State";
import { useToasts } from "../../ui/Toast";
import { ModeBadge } from "../privacy/modes";
import { Commands } from "./Commands";
import { statusName } from "./Devices";
import { kindName } from "./kinds";
import { modeOf } from "./modes";
import { ShownCredentials } from "./NewDevice";
import { type Controlled, toneOf } from "./states";
import { Twin } from "./Twin";

const route = getRouteApi("/shell/devices/$id");
const REFRESH_MS = 10_000;

export function DevicePage() {
  const t = useText();
  const { id } = route.useParams();
  const device = useQuery({
    queryKey: ["devices", id],
    queryFn: ({ signal }) => api.uadm.getUadmDevice({ device_id: id }, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title={device.data?.name ?? t.devices.device}
      before={<Link to="/devices">{t.devices.title}</Link>}
      actions={device.data && <Credentials of={device.data} />}
    >
      <Loaded query={device} height={140}>
        {(one) => <Summary of={one} />}
      </Loaded>
      <Grid>
        <Commands device={id} />
        <Twin device={id} />
      </Grid>
    </Page>
  );
}

function Summary({ of }: { of: Controlled }) {
  const t = useText();
  const format = useFormats();
  return (
    <Card>
      <Facts
        rows={[
          [
            t.devices.status,
            <Badge key="status" tone={toneOf(of.status)}>
              {statusName(of.status, t)}
            </Badge>,
          ],
          [t.devices.type, kindName(of.device_type, t)],
          [t.devices.mode, <ModeBadge key="mode" mode={modeOf(of.encryption_mode)} />],
          [t.devices.lastSeen, of.last_seen ? format.ago(of.last_seen) : t.devices.never],
          [t.devices.id, <code key="id">{of.device_id}</code>],
        ]}
      />
    </Card>
  );
}

function Credentials({ of }: { of: Controlled }) {
  const t = useText();
  const { fail } = useToasts();
  const [isAsked, setAsked] = useState(false);
  const rotate = useMutation({
    mutationFn: () => api.uadm.rotateUadmCredentials({ device_id: of.device_id }),
    onSuccess: () => {
      setAsked(false);
      queryClient.invalidateQueries({ queryKey: ["devices"] });
    },
    onError: fail,
  });
  return of.status === "revoked" ? null : (
    <>
      <Button icon="key" onClick={() => setAsked(true)}>
        {t.devices.rotate}
      </Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t.devices.rotateTitle}
        confirm={t.devices.rotate}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
      >
        <p>{t.devices.rotateText}</p>
      </Confirm>
      <Dialog
        open={rotate.data !== undefined}
        onClose={() => rotate.reset()}
        title={t.devices.credentials}
        sticky
      >
        {rotate.data && <ShownCredentials of={rotate.data} />}
      </Dialog>
    </>
  );
}
