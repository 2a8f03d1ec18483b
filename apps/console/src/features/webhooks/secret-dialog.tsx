import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { words } from './words';

/** The signing secret, which is shown once. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog open onOpenChange={onClose} title={words.secretTitle} description={words.secretText}>
    <p className="flex items-center gap-1 rounded-lg border bg-sunken py-0.5 pr-0.5 pl-3">
      <code className="min-w-0 flex-1 overflow-x-auto font-mono text-xs whitespace-nowrap" tabIndex={0}>
        {secret}
      </code>
      <CopyButton text={secret} label={words.copySecret} />
    </p>
    <DialogActions>
      <Button onClick={onClose}>{words.done}</Button>
    </DialogActions>
  </Dialog>
);
