import Link from 'next/link';
import { Drum } from '@/components/drum';
import { buttonLooks } from '@/components/ui/button';
import { cn } from '@/lib/cn';
import { words } from '@/features/shell/words';

/** The server draws it: a link that looks like a button, since a button listens. */
export default function NotFound() {
  return (
    <main className="grid min-h-[70dvh] place-content-center justify-items-center gap-2 p-6 text-center">
      <Drum className="mb-3 size-14 opacity-80" />
      <h1 className="text-xl font-semibold tracking-tight">{words.notFound}</h1>
      <p className="max-w-sm text-sm text-muted">{words.notFoundText}</p>
      <Link href="/" className={cn(buttonLooks({ variant: 'outline' }), 'mt-4')}>
        {words.backHome}
      </Link>
    </main>
  );
}
