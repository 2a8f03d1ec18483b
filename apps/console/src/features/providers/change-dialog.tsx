import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { IntegrationForm } from './integration-form';
import { useChange, type IntegrationView, type ProviderView } from './queries';
import { words } from './words';

interface ChangeDialogProps {
  provider: ProviderView;
  integration: IntegrationView;
  title: string;
  onClose: () => void;
}

export function ChangeDialog({ provider, integration, title, onClose }: ChangeDialogProps) {
  const change = useChange(integration.id);
  const save = async (body: Parameters<typeof change.mutateAsync>[0]) => {
    await change.mutateAsync(body);
    toast.success(words.changed(title));
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} description={words.connectText}>
      <IntegrationForm provider={provider} integration={integration} submit={words.changeAction} save={save} />
    </Dialog>
  );
}
