import { Button } from '@/components/ui/button';
import { Meaning } from '@/components/ui/number-tile';
import { May } from '@/features/session/may';
import { toast } from '@/lib/toast';
import { useTrackingChoice, type Person } from './queries';
import { words } from './words';

/** Whether opens and clicks of a person are recorded, which the person may refuse. */
export function TrackingFact({ person: { uid, tracking_refused: isRefused } }: { person: Person }) {
  const choose = useTrackingChoice(uid);
  return (
    <>
      <dt className="flex min-h-6 items-center gap-1 text-muted">
        {words.tracking}
        <Meaning label={words.tracking} text={words.trackingMeaning} />
      </dt>
      <dd className="flex flex-wrap items-center gap-x-3">
        {isRefused ? words.trackingRefused : words.trackingAllowed}
        <May call="setUserTracking">
          <Button
            variant="outline"
            size="sm"
            busy={choose.isPending}
            onClick={() => choose.mutate(!isRefused, { onError: toast.failure })}
          >
            {isRefused ? words.allowTracking : words.refuseTracking}
          </Button>
        </May>
      </dd>
    </>
  );
}
