'use client';

import dynamic from 'next/dynamic';
import { parseAsInteger, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import { Select } from '@/components/ui/input';
import { NumberTile } from '@/components/ui/number-tile';
import { Panel } from '@/components/ui/panel';
import { Segmented } from '@/components/ui/segmented';
import { usePanel } from '@/components/ui/side-panel';
import { useMay } from '@/features/session/use-may';
import { count, percent } from '@/lib/format';
import { FlowContext, type Flow } from '../flow/flow-context';
import { FlowOutline } from '../flow/flow-outline';
import { words as flow } from '../flow/words';
import { openGraph } from '../graph/open-graph';
import { useVersions, type AutomationDetail } from '../queries';
import { useNames } from '../use-names';
import { ConversionsPanel } from './conversions-panel';
import { LiveHead } from './live-head';
import { People, PEOPLE_FILTER } from './people';
import { numbersOf } from './step-numbers';
import { words } from './words';

const FlowCanvas = dynamic(() => import('../flow/flow-canvas').then(({ FlowCanvas: loaded }) => loaded));
const PathPanel = dynamic(() => import('./path-panel').then(({ PathPanel: loaded }) => loaded));
const VersionsPanel = dynamic(() => import('./versions-panel').then(({ VersionsPanel: loaded }) => loaded));
const WhyDialog = dynamic(() => import('./why-dialog').then(({ WhyDialog: loaded }) => loaded));
const EnrolDialog = dynamic(() => import('./enrol-dialog').then(({ EnrolDialog: loaded }) => loaded));

const NARROW = '(max-width: 767px)';
const NOTHING = new Map();
const DIALOGS = ['why', 'enrol', 'versions'] as const;

/** What is live: its numbers on every step and line, and the people. */
export function LiveView({ automation }: { automation: AutomationDetail }) {
  const { id, steps, runs } = automation;
  const live = automation.live_version ?? 1;
  const versions = useVersions(id).data?.data;
  const [version, setVersion] = useQueryState('version', parseAsInteger.withDefault(live));
  const [isNarrow] = useState(() => matchMedia(NARROW).matches);
  const [view, setView] = useQueryState('view', parseAsStringLiteral(['drawing', 'outline']).withDefault(isNarrow ? 'outline' : 'drawing')); // prettier-ignore
  const [dialog, setDialog] = useQueryState('dialog', parseAsStringLiteral(DIALOGS));
  const [, setFilter] = useQueryStates(PEOPLE_FILTER, { history: 'push' });
  const path = usePanel('run');
  const mayEnrol = useMay('enrolUser');
  const shown = versions?.find((each) => each.version === version)?.graph;
  const graph = useMemo(() => openGraph(shown ?? automation.graph), [shown, automation.graph]);
  const { names } = useNames(graph);
  const show = useCallback(
    (step: string) => {
      void setFilter({ people: 'inside', step: step || null });
      document.getElementById('people')?.scrollIntoView({ block: 'start' });
    },
    [setFilter],
  );
  const shared = useMemo((): Flow => {
    const numbers = numbersOf(steps, version);
    const entered = runs.entered;
    return {
      ...{ graph, names, problems: NOTHING, target: null, picked: [], pick: show },
      numbers: {
        ...{ waiting: numbers.waiting, skipped: numbers.skipped, show },
        passed: (line) =>
          line.from === ''
            ? version === live && live === 1
              ? entered
              : numbers.came(graph.first)
            : numbers.passed(line),
      },
    };
  }, [graph, names, steps, version, show, runs.entered, live]);
  const canEnrol = mayEnrol && automation.state === 'live' && graph.trigger.kind === 'api';

  return (
    <FlowContext value={shared}>
      <LiveHead
        automation={automation}
        onVersions={() => void setDialog('versions')}
        onWhy={() => void setDialog('why')}
        onEnrol={canEnrol ? () => void setDialog('enrol') : undefined}
      />
      <Numbers automation={automation} hasGoal={graph.goal !== undefined} />
      <div className="mb-6">
        <Panel
          title={words.versionNumber({ n: version })}
          aside={
            <span className="flex flex-wrap items-center justify-end gap-2">
              {(versions?.length ?? 0) > 1 && (
                <Select
                  aria-label={words.version}
                  value={version}
                  onChange={({ target }) => void setVersion(Number(target.value))}
                  className="w-36 sm:w-44"
                >
                  {versions?.map((each) => (
                    <option key={each.version} value={each.version}>
                      {(each.version === live ? words.versionLive : words.versionNumber)({ n: each.version })}
                    </option>
                  ))}
                </Select>
              )}
              <Segmented
                label={flow.view}
                value={view}
                options={[
                  { value: 'drawing', label: flow.drawing },
                  { value: 'outline', label: flow.list },
                ]}
                onChange={(next) => void setView(next as typeof view)}
              />
            </span>
          }
        >
          {view === 'drawing' ? (
            <FlowCanvas key={version} isWhole className="h-[44rem] max-h-[80dvh]" />
          ) : (
            <FlowOutline className="bg-background" />
          )}
        </Panel>
      </div>
      <ConversionsPanel automation={id} />
      <People automation={automation} graph={graph} names={names} onOpen={path.show} />
      {path.shown && <PathPanel automation={automation} run={path.shown} names={names} onClose={path.close} />}
      {dialog === 'versions' && (
        <VersionsPanel
          automation={automation}
          onShow={(next) => void setVersion(next)}
          onClose={() => void setDialog(null)}
        />
      )}
      {dialog === 'why' && (
        <WhyDialog
          automation={id}
          names={names}
          onOpenRun={(run) => {
            void setDialog(null);
            path.show(run);
          }}
          onClose={() => void setDialog(null)}
        />
      )}
      {dialog === 'enrol' && (
        <EnrolDialog
          automation={id}
          hasKey={graph.settings.reentry.policy === 'each_key'}
          onClose={() => void setDialog(null)}
        />
      )}
    </FlowContext>
  );
}

function Numbers({ automation: { runs }, hasGoal }: { automation: AutomationDetail; hasGoal: boolean }) {
  const { inside, entered, ended } = runs;
  const { tiles } = words;
  const of = (...reasons: string[]) => reasons.reduce((sum, reason) => sum + (ended[reason] ?? 0), 0);
  const share = (part: number) => (entered > 0 ? words.ofEntered({ share: percent(part / entered) }) : undefined);
  const left = of('exit', 'left', 'stopped', 'removed');
  const tile = (label: string, number: number, meaning: string) => (
    <NumberTile label={label} value={count(number)} note={share(number)} meaning={meaning} />
  );
  return (
    <section aria-label={words.numbers} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-5">
      <NumberTile label={tiles.inside} value={count(inside)} meaning={tiles.insideMeaning} />
      <NumberTile label={tiles.entered} value={count(entered)} meaning={tiles.enteredMeaning} />
      {hasGoal ? tile(tiles.goal, of('goal'), tiles.goalMeaning) : tile(tiles.done, of('done'), tiles.doneMeaning)}
      {tile(tiles.left, left, tiles.leftMeaning)}
      {tile(tiles.failed, of('failed'), tiles.failedMeaning)}
    </section>
  );
}
