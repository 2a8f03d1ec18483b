'use client';

import { CircleAlert, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Chart } from '@/components/chart';
import { Sparkline } from '@/components/chart/sparkline';
import { Form } from '@/components/form/form';
import { SelectField, SwitchField, TextareaField, TextField } from '@/components/form/fields';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { FormError } from '@/components/ui/form-error';
import { JobProgress } from '@/components/ui/job-progress';
import { NumberTile } from '@/components/ui/number-tile';
import { PageHeader } from '@/components/ui/page-header';
import { SidePanel, usePanel } from '@/components/ui/side-panel';
import { StaleNote } from '@/components/ui/stale-note';
import { Page } from '@/features/shell/shell';
import { toast } from '@/lib/toast';
import { SampleTable } from './sample-table';
import { SERIES } from './samples';

/** Every part, in the theme and width of the window. */
export function DesignPage() {
  const [asking, setAsking] = useState<'plain' | 'typed' | null>(null);
  const panel = usePanel('panel');
  return (
    <Page>
      <PageHeader title="Design system" text="Every part of the console. The rules are in docs/design-system.md.">
        <StaleNote since={Date.now() - 130_000} />
      </PageHeader>
      <div className="grid gap-8">
        <Part title="Buttons">
          <div className="flex flex-wrap gap-2">
            <Button>Primary</Button>
            <Button variant="outline">Outline</Button>
            <Button variant="ghost">Ghost</Button>
            <Button variant="danger">Danger</Button>
            <Button busy>Busy</Button>
            <Button disabled>Disabled</Button>
            <Button variant="outline" size="sm">
              Small
            </Button>
          </div>
        </Part>
        <Part title="Badges">
          <div className="flex flex-wrap gap-2">
            <Badge>Neutral</Badge>
            <Badge tone="tint">Tint</Badge>
            <Badge tone="good">Good</Badge>
            <Badge tone="wait">Waiting</Badge>
            <Badge tone="bad">Failed</Badge>
          </div>
        </Part>
        <Part title="Numbers">
          <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <NumberTile
              label="Arrived"
              value="12,480"
              meaning="Handed over, and no negative report since."
              trend={{ now: 12_480, before: 11_100, since: 'yesterday' }}
              chart={<Sparkline values={SERIES[0]?.points.map(({ value }) => value) ?? []} />}
            />
            <NumberTile label="Opened" value="31–44%" note="13% unknown: privacy proxies" />
            <NumberTile
              label="Bounced"
              value="4.2%"
              trend={{ now: 42, before: 11, since: 'yesterday', isGoodUp: false }}
            />
            <NumberTile label="New subscribers" value="0" trend={{ now: 0, before: 0, since: 'yesterday' }} />
          </div>
        </Part>
        <div className="grid gap-4 xl:grid-cols-2">
          <Chart title="Email, 30 days" series={SERIES} />
          <Chart title="Delivered, 30 days" series={SERIES.slice(0, 1)} kind="bars" />
        </div>
        <Part title="Table">
          <SampleTable onOpen={panel.show} />
        </Part>
        <Part title="Form">
          <div className="max-w-md rounded-xl border bg-surface p-5 shadow-shade">
            <Form
              draft="design"
              initial={{ title: '', about: '', kind: 'b', isOn: true }}
              save={async (values) => toast.success(JSON.stringify(values))}
              stays
            >
              <FormError text="What is wrong, and the way out." />
              <TextField name="title" label="Name" hint="Up to 64 characters." required />
              <TextareaField name="about" label="Description" />
              <SelectField
                name="kind"
                label="Kind"
                options={[
                  { value: 'a', label: 'One' },
                  { value: 'b', label: 'Other' },
                ]}
              />
              <SwitchField name="isOn" label="Double opt-in" hint="Joins wait for a confirmation." />
            </Form>
          </div>
        </Part>
        <Part title="Questions, panel, toasts">
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => setAsking('plain')}>
              Confirm
            </Button>
            <Button variant="outline" onClick={() => setAsking('typed')}>
              Type to confirm
            </Button>
            <Button variant="outline" onClick={() => panel.show('s1')}>
              Side panel
            </Button>
            <Button variant="outline" onClick={() => toast.undoable('“News” archived', async () => {}, 'It is back')}>
              Undo toast
            </Button>
            <Button variant="outline" onClick={() => toast.failure(new Error('x'))}>
              Failure
            </Button>
          </div>
        </Part>
        <Part title="Jobs">
          <div className="grid gap-3">
            <JobProgress
              label="Add 50,123 people to “Product news”"
              state="running"
              total={50_123}
              done={18_400}
              failed={3}
            >
              <Button variant="outline" size="sm">
                Cancel
              </Button>
            </JobProgress>
            <JobProgress label="Import of customers.csv" state="done" total={1_200} done={1_180} failed={20} />
            <JobProgress label="Merge" state="done" total={1} done={1} />
          </div>
        </Part>
        <Part title="Nothing yet">
          <EmptyState icon={Users} title="Create your first list" text="A list is an audience, such as “Product news”.">
            <Button>Create list</Button>
          </EmptyState>
        </Part>
      </div>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title="Erase Ada Lovelace?"
        description="Their profile, events and messages are deleted. The fact of the erasure stays."
        typed={asking === 'typed' ? 'ada@example.com' : undefined}
        action="Erase"
        busy={false}
        onConfirm={() => setAsking(null)}
      />
      <SidePanel open={panel.shown !== null} onClose={panel.close} kind="Person" title={panel.shown ?? ''}>
        <p className="flex gap-2 text-sm text-muted">
          <CircleAlert className="size-4" aria-hidden="true" /> Reload the page: the panel is in the address.
        </p>
      </SidePanel>
    </Page>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2 text-sm font-semibold tracking-tight">{title}</h2>
    {children}
  </section>
);
