import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { offered, PLACES } from '@/features/shell/places';
import { useShell } from '@/features/shell/shell-context';
import { words } from './words';

const key = 'min-w-6 rounded border bg-sunken px-1.5 text-center font-sans text-xs text-muted';

/** One screen that says what is where: each place with what it is for, a link to it and its keys. */
export function TourDialog({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) {
  const { member } = useShell().session;
  const places = offered(PLACES.flat(), member).filter(({ href }) => href in words.tourPlaces);
  return (
    <Dialog open onOpenChange={onClose} title={words.tour} description={words.tourText}>
      <ul className="-mx-2 grid gap-0.5">
        {places.map(({ href, label, icon: Icon, key: letter }) => (
          <li key={href}>
            <Link
              href={href}
              onClick={onLeave}
              className="flex items-center gap-3 rounded-lg px-2 py-1.5 text-[13px] hover:bg-sunken"
            >
              <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1">
                <span className="font-medium">{label}</span>{' '}
                <span className="block text-muted">{words.tourPlaces[href as keyof typeof words.tourPlaces]}</span>
              </span>
              {letter && (
                <span aria-hidden="true" className="hidden gap-1 sm:flex">
                  <kbd className={key}>g</kbd>
                  <kbd className={key}>{letter}</kbd>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-[13px] text-muted">{words.tourKeys}</p>
      <DialogActions>
        <Button onClick={onClose}>{words.tourDone}</Button>
      </DialogActions>
    </Dialog>
  );
}
