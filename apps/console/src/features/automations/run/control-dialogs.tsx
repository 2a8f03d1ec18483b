'use client';

import { useId, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/lib/toast';
import type { AutomationDetail } from '../queries';
import { useDrain, usePause, useResume, useStop } from './queries';
import { words } from './words';

export type Control = 'pause' | 'resume' | 'drain' | 'stop';

interface ControlDialogProps {
  automation: AutomationDetail;
  control: Control;
  onClose: () => void;
}

/** From this many people on, the name is typed to confirm a stop. */
const MANY = 1_000;

/** Asks before an automation is paused, resumed, drained or stopped, with the number of people whom it concerns. */
export function ControlDialog({ automation, control, onClose }: ControlDialogProps) {
  const { id, name, runs } = automation;
  const [what, setWhat] = useState('all');
  const [late, setLate] = useState<'now' | 'shift' | 'end'>('now');
  const [pause, resume, drain, stop] = [usePause(id), useResume(id), useDrain(id), useStop(id)];
  const n = runs.inside;
  const { pausing, resuming, draining_: draining, stopping } = words;
  const asked = {
    pause: { title: pausing.title(name), text: pausing.text({ n }), action: pausing.action, busy: pause.isPending },
    resume: { title: resuming.title(name), text: pausing.text({ n: n }).split('. ')[0] ?? '', action: resuming.action, busy: resume.isPending }, // prettier-ignore
    drain: { title: draining.title(name), text: draining.text({ n }), action: words.drain, busy: drain.isPending },
    stop: { title: stopping.title(name), text: stopping.text({ n }), action: words.stop, busy: stop.isPending },
  }[control];
  const run = {
    pause: () => pause.mutateAsync(what === 'entering').then(() => (what === 'entering' ? words.closed : words.paused)),
    resume: () => resume.mutateAsync(late).then(() => words.resumed),
    drain: () => drain.mutateAsync(undefined).then(() => words.drained),
    stop: () => stop.mutateAsync(undefined).then(() => words.stopped),
  }[control];
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={asked.title}
      description={asked.text}
      action={asked.action}
      busy={asked.busy}
      isSafe={control !== 'stop'}
      typed={control === 'stop' && n > MANY ? name : undefined}
      onConfirm={() =>
        void run()
          .then((said) => toast.success(said), toast.failure)
          .finally(onClose)
      }
    >
      {control === 'pause' && (
        <Options
          label={pausing.what}
          value={what}
          onChange={setWhat}
          options={[
            ['all', pausing.all, pausing.allHint],
            ['entering', pausing.entering, pausing.enteringHint],
          ]}
        />
      )}
      {control === 'resume' && automation.state === 'paused' && (
        <Options
          label={resuming.what}
          value={late}
          onChange={(next) => setLate(next as typeof late)}
          options={[
            ['now', resuming.now, resuming.nowHint],
            ['shift', resuming.shift, resuming.shiftHint],
            ['end', resuming.end, resuming.endHint],
          ]}
        />
      )}
    </ConfirmDialog>
  );
}

interface OptionsProps {
  label: string;
  value: string;
  options: [value: string, label: string, hint: string][];
  onChange: (value: string) => void;
}

/** A choice whose consequences are said. */
export function Options({ label, value, options, onChange }: OptionsProps) {
  const id = useId();
  return (
    <fieldset className="mt-4 grid gap-2">
      <legend className="mb-1.5 text-[13px] font-medium">{label}</legend>
      {options.map(([each, text, hint]) => (
        <label
          key={each}
          className="flex cursor-pointer gap-2.5 rounded-lg border px-3 py-2 has-checked:border-primary has-checked:bg-tint"
        >
          <input
            type="radio"
            name={id}
            value={each}
            checked={each === value}
            onChange={() => onChange(each)}
            className="mt-0.5 size-4 shrink-0 accent-(--primary)"
          />
          <span>
            <span className="block text-[13px] font-medium">{text}</span>
            <span className="block text-[13px] text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
