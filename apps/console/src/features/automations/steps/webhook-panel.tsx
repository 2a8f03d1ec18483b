'use client';

import { useState } from 'react';
import { TextPart } from './panel-parts';
import { withKey, type PanelProps } from './panel-props';
import { SigningSecret } from './signing-secret';
import { words } from './words';

const { webhook: said } = words;
const LONGEST = 2_048;

const namesIn = (text: string) => [...new Set(text.split(',').map((name) => name.trim()).filter(Boolean))]; // prettier-ignore

/** Where a call goes, and what is kept of its answer. */
export function WebhookPanel({ step, change }: PanelProps<'webhook'>) {
  const [kept, setKept] = useState(() => (step.keep ?? []).join(', '));
  return (
    <>
      <TextPart
        label={said.url}
        hint={said.urlHint}
        maxLength={LONGEST}
        placeholder="https://"
        value={step.url}
        onChange={(url) => change({ ...step, url })}
      />
      <TextPart
        label={said.keep}
        hint={said.keepHint}
        maxLength={LONGEST}
        value={kept}
        onChange={(text) => {
          setKept(text);
          const keep = namesIn(text);
          change(withKey(step, 'keep', keep.length > 0 ? keep : undefined));
        }}
      />
      <SigningSecret />
    </>
  );
}
