import { toast } from '@/lib/toast';
import { Dialog } from '@/components/ui/dialog';
import { IntegrationForm } from './integration-form';
import { useChange, type IntegrationView, type ProviderView } from './queries';
import { words } from './words';

interface ChangeDialogProps {
  provider: ProviderView;
  integration: IntegrationView;
  title: string;
  open: boolean;
  onClose: () => void;
}

export function ChangeDialog({ provider, integration, title, open, onClose }: ChangeDialogProps) {
  const change = useChange(integration.id);
  const close = () => {
    change.reset();
    onClose();
  };
  const done = () => {
    toast.success(words.changed(title));
    close();
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={title} description={words.connectText}>
      <IntegrationForm
        provider={provider}
        integration={integration}
        submit={words.changeAction}
        busy={change.isPending}
        error={change.error}
        onSubmit={(body) => change.mutate(body, { onSuccess: done })}
      />
    </Dialog>
  );
}
