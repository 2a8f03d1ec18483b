import { useRouter } from 'next/navigation';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/lib/toast';
import { useAddDomain } from './queries';
import { words } from './words';

/** Adds a domain and opens its records. */
export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const add = useAddDomain();
  const save = async ({ domain }: { domain: string }) => {
    const added = await add.mutateAsync(domain.trim());
    toast.success(words.added(added.domain));
    router.push(`/settings/domains/${encodeURIComponent(added.id)}`);
  };
  return (
    <Dialog open onOpenChange={onClose} title={words.add} description={words.addText}>
      <Form draft="domain" initial={{ domain: '' }} submit={words.add} save={save}>
        <TextField
          name="domain"
          label={words.name}
          hint={words.nameHint}
          required
          maxLength={253}
          placeholder="example.com"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
