import { useRouter } from 'next/navigation';
import type { FormEvent } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { useAddDomain } from './queries';
import { words } from './words';

export function AddDomainDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const router = useRouter();
  const add = useAddDomain();
  const change = (next: boolean) => {
    add.reset();
    onOpenChange(next);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const domain = String(new FormData(event.currentTarget).get('domain') ?? '').trim();
    if (add.isPending) return;
    add.mutate(domain, {
      onSuccess: ({ id, domain: name }) => {
        toast.success(words.added(name));
        change(false);
        router.push(`/domains/${encodeURIComponent(id)}`);
      },
    });
  };
  return (
    <Dialog open={open} onOpenChange={change} title={words.add} description={words.addText}>
      <form onSubmit={submit} className="grid gap-5">
        {add.error && <FormError text={sayError(add.error)} />}
        <Field label={words.name} hint={words.nameHint}>
          {(control) => (
            <Input
              {...control}
              name="domain"
              required
              maxLength={253}
              placeholder="example.com"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
            />
          )}
        </Field>
        <DialogActions>
          <Button type="submit" busy={add.isPending}>
            {words.add}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
