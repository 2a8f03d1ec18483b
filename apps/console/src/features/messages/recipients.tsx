import { Panel } from '@/components/ui/panel';
import type { MessageView } from './queries';
import { StatusBadge } from './status-badge';
import { words } from './words';

export const Recipients = ({ message }: { message: MessageView }) => (
  <Panel title={words.recipients}>
    <ul>
      {message.recipients.map(({ address, status, detail }, index) => (
        <li
          key={index}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-4 py-2.5 text-[13px] first:border-t-0"
        >
          <span className="min-w-0 flex-1 font-medium break-all">{address}</span>
          <StatusBadge status={status} />
          {detail && <span className="w-full text-[13px] break-words text-muted">{detail}</span>}
        </li>
      ))}
    </ul>
  </Panel>
);
