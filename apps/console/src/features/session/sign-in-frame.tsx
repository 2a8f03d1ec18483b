import type { ReactNode } from 'react';
import { Wordmark } from '@/components/drum';
import { Cords } from './cords';
import { words } from './words';

/** The frame of the pages before a session. */
export function SignInFrame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <aside className="relative hidden overflow-hidden bg-[oklch(0.3_0.11_276)] text-[oklch(0.97_0.01_85)] lg:block">
        <Cords />
        <div className="absolute inset-x-0 bottom-0 p-12">
          <p className="text-3xl font-semibold tracking-tight text-balance">{words.motto}</p>
          <p className="mt-3 max-w-md text-[15px] leading-6 text-balance text-[oklch(0.88_0.03_278)]">
            {words.mottoText}
          </p>
        </div>
      </aside>
      <main className="grid place-items-center px-5 py-12">
        <div className="w-full max-w-sm">
          <Wordmark className="mb-10" />
          <h1 className="text-2xl font-semibold tracking-tight break-words">{title}</h1>
          {text && <p className="mt-1 text-sm text-muted">{text}</p>}
          <div className="mt-8">{children}</div>
        </div>
      </main>
    </div>
  );
}
