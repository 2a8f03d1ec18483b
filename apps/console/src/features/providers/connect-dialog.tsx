import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { toast } from '@/lib/toast';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { IntegrationForm } from './integration-form';
import { useConnect, type ProviderView } from './queries';
import { words } from './words';

interface ConnectDialogProps {
  providers: ProviderView[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for the provider first, then for its settings. */
export function ConnectDialog({ providers, open, onOpenChange }: ConnectDialogProps) {
  const [chosen, setChosen] = useState<ProviderView | null>(null);
  const connect = useConnect();
  const choose = (provider: ProviderView | null) => {
    connect.reset();
    setChosen(provider);
  };
  const change = (next: boolean) => {
    choose(null);
    onOpenChange(next);
  };
  const done = (title: string) => {
    toast.success(words.connected(title));
    change(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={chosen ? chosen.title : words.connect}
      description={chosen ? words.connectText : words.choose}
    >
      {chosen ? (
        <>
          <Button variant="ghost" size="sm" className="mb-4 -ml-3" onClick={() => choose(null)}>
            <ArrowLeft /> {words.otherOne}
          </Button>
          <IntegrationForm
            provider={chosen}
            submit={words.connectAction}
            busy={connect.isPending}
            error={connect.error}
            onSubmit={(body) =>
              connect.mutate({ ...body, provider: chosen.name }, { onSuccess: () => done(chosen.title) })
            }
          />
        </>
      ) : (
        <ul className="grid gap-2 sm:grid-cols-2">
          {providers.map((provider) => (
            <li key={provider.name}>
              <button
                type="button"
                onClick={() => choose(provider)}
                className="flex w-full items-center justify-between gap-2 rounded-lg border bg-surface px-3.5 py-2.5 text-left text-sm font-medium shadow-shade transition-colors hover:bg-sunken"
              >
                <span className="min-w-0 truncate">{provider.title}</span>
                <Badge tone={provider.channel === 'email' ? 'tint' : 'good'}>{words.channels[provider.channel]}</Badge>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
