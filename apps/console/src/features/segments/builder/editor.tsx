'use client';

import { ApiError } from '@dundun/client';
import type { SegmentNode } from '@dundun/domain';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { Segmented } from '@/components/ui/segmented';
import { sayError } from '@/lib/say-error';
import { toast } from '@/lib/toast';
import { readLabels } from '../labels';
import type { Segment } from '../queries';
import { words as segments } from '../words';
import { Builder } from './builder';
import { draftFrom, faultsAt, readDraft, restored, type DraftFault, type DraftGroup } from './draft';
import { PreviewPanel } from './preview-panel';
import { ReviewDialog } from './review-dialog';
import { useDraft, useSaving, useSentence, type Kind } from './saving';
import { words } from './words';

interface EditorProps {
  /** The segment to change; without it a new one is made. */
  segment?: Segment;
  initial: SegmentNode | null;
  name?: string;
  kind?: Kind;
  /** The manual segment whose people a new one gets. */
  peopleOf?: string;
}

const KINDS = ['live', 'snapshot', 'manual'] as const;
const LONGEST_NAME = 100;

/** The page of the builder: conditions, their sentence, who matches, and saving. */
export function Editor(given: EditorProps) {
  const { segment, initial, name: givenName = '' } = given;
  const [root, setRoot] = useState<DraftGroup>(() => draftFrom(initial));
  const [name, setName] = useState(segment?.name ?? givenName);
  const [labels, setLabels] = useState('');
  const [kind, setKind] = useState<Kind>(segment?.kind ?? given.kind ?? 'live');
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<{ root: DraftGroup; faults: DraftFault[]; text: string | null } | null>(null);
  const [isReviewed, setReviewed] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const { tree, faults } = useMemo(() => readDraft(root), [root]);
  const sentenceOf = useSentence(tree);
  const save = useSaving(segment, given.peopleOf);
  const isManual = kind === 'manual';
  useDraft(`segment ${segment?.id ?? 'new'}`, { root, name, labels, kind }, (stored) => {
    const back = restored(stored.root);
    if (back) setRoot(back);
    if (typeof stored.name === 'string') setName(stored.name);
    if (typeof stored.labels === 'string') setLabels(stored.labels);
    setKind(KINDS.find((each) => each === stored.kind) ?? 'live');
    toast.message(words.restored);
  });

  // A refusal of the API stands until its conditions change.
  const answered = refused?.root === root ? refused : null;
  const shown = useMemo(() => (isTried ? [...faults, ...(answered?.faults ?? [])] : []), [isTried, faults, answered]);
  const nameFault = isTried && name.trim() === '' ? words.nameMissing : undefined;
  const change = useCallback((make: (now: DraftGroup) => DraftGroup) => setRoot(make), []);

  const attempt = () => {
    setTried(true);
    if ((!tree && !isManual) || name.trim() === '') return focusFirstFault(page.current);
    if (segment) setReviewed(true);
    else void send(isManual ? null : tree);
  };
  const send = async (match: SegmentNode | null) => {
    try {
      await save.run({ name: name.trim(), labels: readLabels(labels), kind, match });
    } catch (error) {
      refuse(error);
    }
  };
  const refuse = (error: unknown) => {
    const named = error instanceof ApiError ? error.fields.filter(({ field }) => field.startsWith('match')) : [];
    setReviewed(false);
    setRefused({ root, faults: faultsAt(root, named), text: named.length > 0 ? null : sayError(error) });
    focusFirstFault(page.current);
  };

  return (
    <div ref={page} className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-4">
        {answered?.text && <FormError text={answered.text} />}
        {!segment && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={words.name} error={nameFault}>
              {(aria) => (
                <Input
                  {...aria}
                  autoComplete="off"
                  dir="auto"
                  maxLength={LONGEST_NAME}
                  placeholder={words.namePlaceholder}
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
            <Field label={words.labels} hint={segments.labelsHint}>
              {(aria) => (
                <Input
                  {...aria}
                  autoComplete="off"
                  value={labels}
                  onChange={(event) => setLabels(event.target.value)}
                />
              )}
            </Field>
          </div>
        )}
        {!isManual && (
          <>
            <Panel title={words.sentence}>
              <p dir="auto" role="status" className="px-4 py-3 text-sm break-words">
                {tree ? sentenceOf(tree) : <span className="text-muted">{words.sentenceMissing}</span>}
              </p>
            </Panel>
            <Builder root={root} onChange={change} faults={shown} own={segment?.id} />
          </>
        )}
        {isManual && (
          <Panel title={segments.members}>
            <p className="px-4 py-3 text-sm">{given.peopleOf ? words.manualCopy : words.manualText}</p>
          </Panel>
        )}
      </div>
      <aside className="grid gap-4 xl:sticky xl:top-6">
        {!isManual && <PreviewPanel tree={tree} />}
        {!segment && (
          <div className="grid gap-1.5">
            <span className="text-[13px] font-medium">{words.kind}</span>
            <span className="flex">
              <Segmented
                label={words.kind}
                value={kind}
                options={KINDS.filter((each) => !given.peopleOf || each === 'manual').map((value) => ({
                  value,
                  label: segments.kinds[value],
                }))}
                onChange={setKind}
              />
            </span>
            <span className="text-[13px] text-muted">{segments.kindHints[kind]}</span>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button onClick={attempt} busy={save.isPending}>
            {segment ? words.review : words.create}
          </Button>
          <Button variant="outline" onClick={save.leave}>
            {words.cancel}
          </Button>
        </div>
      </aside>
      {segment && tree && isReviewed && (
        <ReviewDialog
          id={segment.id}
          tree={tree}
          sentence={sentenceOf(tree)}
          busy={save.isPending}
          onSave={() => void send(tree)}
          onRefused={refuse}
          onClose={() => setReviewed(false)}
        />
      )}
    </div>
  );
}

const focusFirstFault = (page: HTMLElement | null) =>
  void requestAnimationFrame(() => page?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
