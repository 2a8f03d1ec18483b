'use client';

import { ApiError } from '@dundun/client';
import { campaignsIn, segmentSentence, type SegmentNode } from '@dundun/domain';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { Panel } from '@/components/ui/panel';
import { Segmented } from '@/components/ui/segmented';
import { useCampaignNames } from '@/features/campaigns/queries';
import { useImports } from '@/features/imports/queries';
import { useLists } from '@/features/lists/queries';
import { holdDraft, takeDraft } from '@/lib/drafts';
import { sayError } from '@/lib/say-error';
import { toast } from '@/lib/toast';
import { readLabels } from '../labels';
import { asMatch, useChangeSegment, useCreateSegment, useSegments, type Segment } from '../queries';
import { words as segments } from '../words';
import { Builder } from './builder';
import { draftFrom, faultsAt, readDraft, restored, type DraftFault, type DraftGroup } from './draft';
import { PreviewPanel } from './preview-panel';
import { ReviewDialog } from './review-dialog';
import { words } from './words';

interface EditorProps {
  /** The segment to change; without it a new one is made. */
  segment?: Segment;
  initial: SegmentNode | null;
  name?: string;
}

const KINDS = ['live', 'snapshot'] as const;
const LONGEST_NAME = 100;

/** The page of the builder: conditions, their sentence, who matches, and saving. */
export function Editor({ segment, initial, name: givenName = '' }: EditorProps) {
  const [root, setRoot] = useState<DraftGroup>(() => draftFrom(initial));
  const [name, setName] = useState(segment?.name ?? givenName);
  const [labels, setLabels] = useState('');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('live');
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<{ root: DraftGroup; faults: DraftFault[]; text: string | null } | null>(null);
  const [isReviewed, setReviewed] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const { tree, faults } = useMemo(() => readDraft(root), [root]);
  const sentenceOf = useSentence(tree);
  const save = useSaving(segment);
  useDraft(`segment ${segment?.id ?? 'new'}`, { root, name, labels, kind }, (stored) => {
    const back = restored(stored.root);
    if (back) setRoot(back);
    if (typeof stored.name === 'string') setName(stored.name);
    if (typeof stored.labels === 'string') setLabels(stored.labels);
    if (stored.kind === 'snapshot') setKind('snapshot');
    toast.message(words.restored);
  });

  // A refusal of the API stands until its conditions change.
  const answered = refused?.root === root ? refused : null;
  const shown = useMemo(() => (isTried ? [...faults, ...(answered?.faults ?? [])] : []), [isTried, faults, answered]);
  const nameFault = isTried && name.trim() === '' ? words.nameMissing : undefined;
  const change = useCallback((make: (now: DraftGroup) => DraftGroup) => setRoot(make), []);

  const attempt = () => {
    setTried(true);
    if (!tree || name.trim() === '') return focusFirstFault(page.current);
    if (segment) setReviewed(true);
    else void send(tree);
  };
  const send = async (match: SegmentNode) => {
    try {
      await save.run({ name: name.trim(), labels: readLabels(labels), kind, match });
    } catch (error) {
      const given = error instanceof ApiError ? error.fields.filter(({ field }) => field.startsWith('match')) : [];
      setReviewed(false);
      setRefused({ root, faults: faultsAt(root, given), text: given.length > 0 ? null : sayError(error) });
      focusFirstFault(page.current);
    }
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
        <Panel title={words.sentence}>
          <p dir="auto" role="status" className="px-4 py-3 text-sm break-words">
            {tree ? sentenceOf(tree) : <span className="text-muted">{words.sentenceMissing}</span>}
          </p>
        </Panel>
        <Builder root={root} onChange={change} faults={shown} own={segment?.id} />
      </div>
      <aside className="grid gap-4 xl:sticky xl:top-6">
        <PreviewPanel tree={tree} />
        {!segment && (
          <div className="grid gap-1.5">
            <span className="text-[13px] font-medium">{words.kind}</span>
            <span className="flex">
              <Segmented
                label={words.kind}
                value={kind}
                options={KINDS.map((value) => ({ value, label: segments.kinds[value] }))}
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
          onClose={() => setReviewed(false)}
        />
      )}
    </div>
  );
}

/** Says a tree with the names of what it names. */
function useSentence(shown: SegmentNode | null): (tree: SegmentNode) => string {
  const campaign = useCampaignNames(shown ? campaignsIn(shown) : []);
  const { data: lists = [] } = useLists();
  const { data: others = [] } = useSegments();
  const { data: imports } = useImports({});
  return (tree) =>
    segmentSentence(tree, {
      list: (id) => lists.find((each) => each.id === id)?.title ?? null,
      segment: (id) => others.find((each) => each.id === id)?.name ?? null,
      campaign,
      import: (id) => imports?.data.find((each) => each.id === id)?.file_name ?? null,
    });
}

interface Saved {
  name: string;
  labels: string[];
  kind: 'live' | 'snapshot';
  match: SegmentNode;
}

/** Creates or changes a segment, and opens its page. */
function useSaving(segment: Segment | undefined) {
  const router = useRouter();
  const create = useCreateSegment();
  const update = useChangeSegment(segment?.id ?? '');
  return {
    isPending: create.isPending || update.isPending,
    leave: () => router.push(segment ? `/segments/${segment.id}` : '/segments'),
    run: async ({ match, ...rest }: Saved) => {
      const saved = segment
        ? await update.mutateAsync({ match })
        : await create.mutateAsync({ ...rest, match: asMatch(match) });
      toast.success(segment ? words.saved : words.createdToast(saved.name));
      router.push(`/segments/${saved.id}`);
    },
  };
}

/** Keeps what is edited when the session is lost, and brings it back after the login. */
function useDraft(key: string, values: Record<string, unknown>, restore: (stored: Record<string, unknown>) => void) {
  const now = useRef(values);
  const back = useRef(restore);
  useEffect(() => {
    now.current = values;
  });
  useEffect(() => {
    const stored = takeDraft(key);
    if (stored) back.current(stored);
    return holdDraft(key, () => now.current);
  }, [key]);
}

const focusFirstFault = (page: HTMLElement | null) =>
  void requestAnimationFrame(() => page?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
