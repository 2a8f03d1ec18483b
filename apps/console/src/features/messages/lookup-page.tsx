'use client';

import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PageHeader } from '@/components/ui/page-header';
import { Page } from '@/features/shell/shell';
import { Retention } from '@/features/workspace/retention';
import { MessageList } from './message-list';
import { words } from './words';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function LookupPage() {
  const router = useRouter();
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get('id') ?? '').trim();
    setWrong(!ID.test(id));
    if (ID.test(id)) router.push(`/messages/${id.toLowerCase()}`);
  };
  return (
    <Page>
      <PageHeader title={words.title} text={words.text} />
      <form onSubmit={submit} className="mb-6 rounded-xl border bg-surface p-5 shadow-shade" noValidate>
        <Field label={words.id} error={isWrong ? words.notAnId : undefined}>
          {(control) => (
            <div className="flex flex-col gap-2 sm:flex-row">
              <Input
                {...control}
                name="id"
                className="font-mono sm:max-w-md"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                onChange={() => setWrong(false)}
              />
              <Button type="submit">{words.lookUp}</Button>
            </div>
          )}
        </Field>
      </form>
      <MessageList />
      <Retention />
    </Page>
  );
}
