import { MailWarning } from 'lucide-react';
import { Ago } from '@/components/ui/moment';
import { Panel } from '@/components/ui/panel';
import { useRefusedConfirmations } from './queries';
import { words } from './words';

/** The limits that were reached lately. Hidden if they cannot be loaded, as for members who see some lists only. */
export function RefusedPanel() {
  const { data } = useRefusedConfirmations();
  if (!data) return null;
  if (data.data.length === 0) return <p className="text-[13px] text-muted">{words.quiet}</p>;
  return (
    <Panel title={words.attention}>
      <p className="px-5 pt-4 text-[13px] text-muted">{words.attentionText}</p>
      <ul className="px-5 py-2">
        {data.data.map(({ budget, name, refused, first_refused_at: first, last_refused_at: last }) => (
          <li key={`${budget} ${name} ${first}`} className="flex gap-3 border-t py-3 text-sm first:border-t-0">
            <MailWarning className="mt-0.5 size-4 shrink-0 text-wait" aria-hidden="true" />
            <div className="min-w-0">
              <p className="font-medium break-words">{words.refusing(budget, name)}</p>
              <p className="mt-0.5 text-[13px] text-muted">
                {words.heldBack(refused)} · {words.since} <Ago at={first} />, {words.last} <Ago at={last} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
