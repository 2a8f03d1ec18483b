import { Drum } from '@/components/drum';
import { words } from './words';

export function NothingOpen() {
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-4 p-10 text-sm text-muted">
      <Drum className="size-16 opacity-25 grayscale" />
      {words.open}
    </div>
  );
}
