import Link from 'next/link';
import { Drum } from '@/components/drum';
import { Button } from '@/components/ui/button';
import { words } from '@/features/shell/words';

export default function NotFound() {
  return (
    <main className="grid min-h-[70dvh] place-content-center justify-items-center gap-2 p-6 text-center">
      <Drum className="mb-3 size-14 opacity-80" />
      <h1 className="text-xl font-semibold tracking-tight">{words.notFound}</h1>
      <p className="max-w-sm text-sm text-muted">{words.notFoundText}</p>
      <Button asChild variant="outline" className="mt-4">
        <Link href="/">{words.backHome}</Link>
      </Button>
    </main>
  );
}
