import { ArrowLeft } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { Logo } from '@/features/providers/logo';
import { toast } from '@/lib/toast';
import { useAddSource, useKinds, type SourceKind } from './queries';
import { SourceForm } from './source-form';
import { words } from './words';

/** Asks for the system first, then for its settings, and opens the new source with its address. */
export function ConnectSourceDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const kinds = useKinds().data?.data;
  const [kind, setKind] = useState<SourceKind>();
  const add = useAddSource();
  if (kind)
    return (
      <Dialog open onOpenChange={onClose} title={kind.title} description={words.connectText}>
        <Button variant="ghost" size="sm" className="mb-4 -ml-3" onClick={() => setKind(undefined)}>
          <ArrowLeft /> {words.other}
        </Button>
        <SourceForm
          kind={kind}
          submit={words.connect}
          save={async (fields) => {
            const { id, name } = await add.mutateAsync({ ...fields, kind: kind.kind });
            toast.success(words.connected({ name }));
            router.push(`/settings/sources/${encodeURIComponent(id)}`);
          }}
        />
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={onClose} title={words.connect} description={words.choose}>
      {!kinds && <Skeleton className="h-40 w-full" />}
      <ul className="grid gap-2 sm:grid-cols-2">
        {kinds?.map((each) => (
          <li key={each.kind}>
            <button
              type="button"
              onClick={() => setKind(each)}
              className="flex w-full items-center gap-3 rounded-lg border bg-surface px-3 py-2 text-left text-sm font-medium shadow-shade transition-colors hover:bg-sunken"
            >
              <Logo name={each.kind} title={each.title} />
              <span className="min-w-0 truncate">{each.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
