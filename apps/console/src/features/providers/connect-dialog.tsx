import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { IntegrationForm } from './integration-form';
import { Logo } from './logo';
import { useConnect, type ProviderView } from './queries';
import { words } from './words';

interface ConnectDialogProps {
  providers: ProviderView[];
  onClose: () => void;
}

/** Asks for the provider first, then for its settings. */
export function ConnectDialog({ providers, onClose }: ConnectDialogProps) {
  const [chosen, setChosen] = useState<ProviderView | null>(null);
  const connect = useConnect();
  if (!chosen)
    return (
      <Dialog open onOpenChange={onClose} title={words.connect} description={words.choose}>
        <div className="grid gap-5">
          {(['email', 'sms'] as const).map((channel) => (
            <section key={channel} aria-label={words.channels[channel]}>
              <h3 className="mb-2 text-[13px] font-medium text-muted">{words.channels[channel]}</h3>
              <ul className="grid gap-2 sm:grid-cols-2">
                {providers
                  .filter((provider) => provider.channel === channel)
                  .map((provider) => (
                    <li key={provider.name}>
                      <button
                        type="button"
                        onClick={() => setChosen(provider)}
                        className="flex w-full items-center gap-3 rounded-lg border bg-surface px-3 py-2 text-left text-sm font-medium shadow-shade transition-colors hover:bg-sunken"
                      >
                        <Logo name={provider.name} title={provider.title} />
                        <span className="min-w-0 truncate">{provider.title}</span>
                      </button>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={onClose} title={chosen.title} description={words.connectText}>
      <Button variant="ghost" size="sm" className="mb-4 -ml-3" onClick={() => setChosen(null)}>
        <ArrowLeft /> {words.otherOne}
      </Button>
      <IntegrationForm
        provider={chosen}
        submit={words.connectAction}
        save={async (body) => {
          await connect.mutateAsync({ ...body, provider: chosen.name });
          toast.success(words.connected(chosen.title));
          onClose();
        }}
      />
    </Dialog>
  );
}
