import { toast } from '@/lib/toast';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { dateOf } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { useInvitations, useResend, useRevoke, type InvitationView } from './queries';
import { words } from './words';

const fail = toast.failure;

/** The invitations that were not accepted yet. */
export function Invitations() {
  const { data } = useInvitations(true);
  if (!data || data.data.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="invitations">
      <h2 id="invitations" className="mb-3 font-semibold tracking-tight">
        {words.invitations}
      </h2>
      <ul className="divide-y rounded-xl border bg-surface shadow-shade">
        {data.data.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function Invitation({ invitation: { id, email, role, expires_at: expires } }: { invitation: InvitationView }) {
  const now = useNow();
  const resend = useResend();
  const revoke = useRevoke();
  const isExpired = Date.parse(expires) <= now;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium" title={email}>
          {email}
        </p>
        <p className="text-[13px] text-muted">
          {words.roles[role]} · {isExpired ? words.expired : words.expires(dateOf(expires))}
        </p>
      </div>
      {isExpired && <Badge tone="wait">{words.expired}</Badge>}
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          busy={resend.isPending}
          onClick={() => resend.mutate(id, { onSuccess: () => void toast.success(words.resent(email)), onError: fail })}
        >
          {words.resend}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          busy={revoke.isPending}
          onClick={() =>
            revoke.mutate(id, { onSuccess: () => void toast.success(words.revoked(email)), onError: fail })
          }
        >
          {words.revoke}
        </Button>
      </div>
    </li>
  );
}
