'use client';

import { Pencil, Plus } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { SuggestBox } from '@/components/ui/suggest-box';
import { May } from '@/features/session/may';
import { useCreateTemplate, useTemplate, useTemplates } from '@/features/templates/queries';
import { useWorkspace } from '@/features/workspace/queries';
import { toast } from '@/lib/toast';
import { useSettled } from '@/lib/use-settled';
import { words } from '../words';
import type { Autosave } from './use-autosave';

const TYPING_MS = 200;

/** Chooses a template, or designs a new one in the visual editor. */
export function TemplateChoice({ autosave }: { autosave: Autosave }) {
  const { fields, change } = autosave;
  if (fields.template !== null) return <Chosen template={fields.template} onClear={() => change({ template: null })} />;
  return <Search autosave={autosave} />;
}

function Search({ autosave: { fields, change, flush } }: { autosave: Autosave }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const q = useSettled(text.trim(), TYPING_MS);
  const templates = useTemplates(q ? { q } : {}).data?.data ?? [];
  const create = useCreateTemplate();
  const brand = useWorkspace().data;
  const design = async () => {
    // Its code is large, and few campaigns need it.
    const { starter } = await import('@/features/editor/new-block');
    const name = `${fields.name.trim()} ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`;
    const made = await create.mutateAsync({ name, subject: fields.subject, design: starter('newsletter', brand) });
    change({ template: made.id });
    if (await flush()) router.push(`/templates/${encodeURIComponent(made.id)}/edit`);
  };
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <Field label={words.template} hint={words.templateHint}>
        {(control) => (
          <SuggestBox
            label={words.template}
            describedBy={control['aria-describedby']}
            placeholder={words.typeName}
            none={words.noTemplate}
            value={text}
            suggestions={templates.map(({ id, name, subject }) => ({ id, value: name, note: subject ?? undefined }))}
            onChange={setText}
            onChoose={(typed, suggestion) => {
              const wanted = suggestion ?? templates.find(({ name }) => name === typed.trim());
              if (wanted) change({ template: wanted.id });
            }}
            maxLength={200}
          />
        )}
      </Field>
      <May call="createTemplate">
        <Button
          variant="outline"
          busy={create.isPending}
          className="sm:mt-6.5"
          onClick={() => void design().catch(toast.failure)}
        >
          <Plus /> {words.newTemplate}
        </Button>
      </May>
    </div>
  );
}

function Chosen({ template, onClear }: { template: string; onClear: () => void }) {
  const { data } = useTemplate(template);
  const id = data?.id ?? template;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border px-4 py-3">
      <div className="min-w-0">
        <p dir="auto" className="truncate text-sm font-medium">
          {data?.name ?? template}
        </p>
        <p className="text-[13px] text-muted">{words.templateHint}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <May call="updateTemplate">
          <Button asChild variant="outline" size="sm">
            <Link href={`/templates/${encodeURIComponent(id)}/edit`}>
              <Pencil /> {words.editTemplate}
            </Link>
          </Button>
        </May>
        <Button variant="outline" size="sm" onClick={onClear}>
          {words.otherTemplate}
        </Button>
      </div>
    </div>
  );
}
