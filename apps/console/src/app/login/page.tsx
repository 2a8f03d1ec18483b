import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { LoginPage } from '@/features/session/login-page';
import { words } from '@/features/session/words';
import { returnPath } from '@/lib/return-path';
import { readSession, readSignInOptions } from '@/lib/session';

export const metadata: Metadata = { title: words.title };

export default async function Login({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { next } = await searchParams;
  const back = returnPath([next].flat()[0]);
  if ((await readSession()).kind === 'live') redirect(back);
  return <LoginPage back={back} options={await readSignInOptions()} />;
}
