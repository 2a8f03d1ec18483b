'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { useMay } from '@/features/session/use-may';
import { sayError } from '@/lib/say-error';
import { CampaignMenu } from '../campaign-menu';
import { useCheck, type Campaign } from '../queries';
import { StateBadge } from '../state-badge';
import { words } from '../words';
import { AudienceSection } from './audience-section';
import { ConversionSection } from './conversion-section';
import { ContentSection } from './content-section';
import { SendSection } from './send-section';
import { SmsSection } from './sms-section';
import { useAutosave, type SaveState } from './use-autosave';
import { usePlan } from './use-plan';
import { TestSection } from './test-section';
import { TransactionalSection } from './transactional-section';
import { UtmSection } from './utm-section';
import { WhenSection } from './when-section';

/** A draft in four steps. Loading it again begins with what is stored. */
export function DraftPage({ campaign }: { campaign: Campaign }) {
  const client = useQueryClient();
  const [generation, setGeneration] = useState(0);
  const reload = async () => {
    await client.refetchQueries({ queryKey: ['campaign', campaign.id], exact: true });
    setGeneration((before) => before + 1);
  };
  return <Draft key={generation} campaign={campaign} onReload={() => void reload()} />;
}

function Draft({ campaign, onReload }: { campaign: Campaign; onReload: () => void }) {
  const router = useRouter();
  const mayChange = useMay('updateCampaign');
  const autosave = useAutosave(campaign);
  const { fields, change, state, error, version } = autosave;
  const check = useCheck(campaign.id, version);
  const plan = usePlan(campaign.id);
  return (
    <div className="mx-auto grid max-w-4xl gap-4">
      <header>
        <BackLink href="/campaigns" label={words.back} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 dir="auto" className="min-w-0 text-xl leading-7 font-semibold tracking-tight break-words">
              {fields.name.trim() || campaign.name}
            </h1>
            <StateBadge state="draft" />
            <Saving state={state} />
          </div>
          <div className="rounded-lg border bg-surface shadow-shade empty:hidden">
            <CampaignMenu campaign={campaign} onDeleted={() => router.push('/campaigns')} />
          </div>
        </div>
      </header>
      {state === 'conflict' && (
        <div className="grid justify-items-start gap-2">
          <FormError text={words.conflictText} />
          <Button variant="outline" onClick={onReload}>
            {words.reload}
          </Button>
        </div>
      )}
      {state === 'failed' && <FormError text={sayError(error)} />}
      {!mayChange && <p className="rounded-lg bg-sunken px-3 py-2.5 text-[13px] text-muted">{words.readOnly}</p>}
      <fieldset disabled={!mayChange || state === 'conflict'} className="grid min-w-0 gap-4">
        <div className="rounded-xl border bg-surface p-4 shadow-shade">
          <Field
            label={words.name}
            hint={words.nameHint}
            error={fields.name.trim() === '' ? words.nameMissing : undefined}
          >
            {(control) => (
              <Input
                {...control}
                value={fields.name}
                maxLength={100}
                autoComplete="off"
                onChange={({ target }) => change({ name: target.value })}
              />
            )}
          </Field>
        </div>
        <AudienceSection follows={campaign.follows} fields={fields} change={change} check={check} />
        {campaign.channel === 'email' && <TransactionalSection fields={fields} change={change} />}
        {campaign.channel === 'sms' ? (
          <SmsSection campaign={campaign} autosave={autosave} check={check} />
        ) : (
          <>
            <ContentSection campaign={campaign} autosave={autosave} languages={check.data?.languages} />
            <UtmSection id={campaign.id} version={version} fields={fields} change={change} />
          </>
        )}
        <TestSection channel={campaign.channel} fields={fields} change={change} recipients={check.data?.recipients} />
        <ConversionSection fields={fields} change={change} />
        <WhenSection
          plan={plan}
          fields={fields}
          change={change}
          recipients={check.data?.recipients}
          zones={check.data?.zones}
        />
        <SendSection campaign={campaign} autosave={autosave} check={check} plan={plan} />
      </fieldset>
    </div>
  );
}

const Saving = ({ state }: { state: SaveState }) => (
  <span
    role="status"
    data-saving={state}
    className={state === 'failed' || state === 'conflict' ? 'text-[13px] text-danger' : 'text-[13px] text-muted'}
  >
    {words.saving[state]}
  </span>
);
