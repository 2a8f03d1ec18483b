import type { ExternalToast } from 'sonner';
import { words } from '@/components/ui/words';
import { sayError } from './say-error';

type Sonner = typeof import('sonner');
type Kind = 'message' | 'success' | 'error';

let admit: (sonner: Sonner) => void;
const ready = new Promise<Sonner>((resolve) => (admit = resolve));
const wanted = new Set<() => void>();
let isWanted = false;

/** Calls back when the first toast is shown, which is when the toaster has to load. */
export function whenToasterIsWanted(listen: () => void): () => void {
  if (isWanted) listen();
  wanted.add(listen);
  return () => void wanted.delete(listen);
}

/** For the toaster: from now on toasts have a place. */
export const toasterIsReady = (sonner: Sonner) => admit(sonner);

function show(kind: Kind, text: string, options?: ExternalToast): void {
  isWanted = true;
  for (const listen of wanted) listen();
  void ready.then(({ toast: base }) => base[kind](text, options));
}

/** Toasts that load their code with the first one. */
export const toast = {
  message: (text: string, options?: ExternalToast) => show('message', text, options),
  success: (text: string, options?: ExternalToast) => show('success', text, options),
  error: (text: string, options?: ExternalToast) => show('error', text, options),
  /** Shows a failed call. */
  failure: (error: unknown) => show('error', words.somethingWrong, { description: sayError(error) }),
  /** Says what was done and offers to undo it, for ten seconds and across pages. */
  undoable: (text: string, undo: () => Promise<unknown>, undone: string) =>
    show('success', text, {
      action: {
        label: words.undo,
        onClick: () =>
          void undo().then(
            () => show('success', undone),
            (error: unknown) => toast.failure(error),
          ),
      },
    }),
};
