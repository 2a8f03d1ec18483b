import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { useShell } from '@/features/shell/shell-context';
import { words } from './words';

/** Shows recovery codes once. A session that needed them goes on with a fresh document. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { session } = useShell();
  const text = `${codes.join('\n')}\n`;
  const close = () => {
    if (session.two_factor_required) window.location.assign('/');
    else onClose();
  };
  return (
    <Dialog open onOpenChange={close} title={words.codesTitle} description={words.codesText}>
      <ul className="grid gap-x-4 gap-y-1.5 rounded-lg border bg-sunken p-4 font-mono text-[13px] sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex items-center gap-2">
        <CopyButton text={text} label={words.copyCodes} />
        <Button variant="outline" size="sm" asChild>
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download={words.codesFile}>
            <Download /> {words.download}
          </a>
        </Button>
      </div>
      <DialogActions>
        <Button onClick={close}>{words.done}</Button>
      </DialogActions>
    </Dialog>
  );
}
