'use client';

import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { Segmented } from '@/components/ui/segmented';
import type { Problem } from '../graph/problems';
import { ProblemList } from './problem-list';
import { TestPerson } from './test-walk';
import { TryPast } from './try-past';
import type { TryProps } from './try-props';
import { words } from './words';

const { trying, walking } = words;

interface TryDialogProps extends TryProps {
  problems: readonly Problem[];
  onGo: (step: string) => void;
}

/** Tries the draft: on the past of many people, or with one person. */
export function TryDialog({ problems, onGo, ...tried }: TryDialogProps) {
  const [how, setHow] = useState<'past' | 'one'>('past');
  if (problems.length > 0)
    return (
      <Dialog open onOpenChange={tried.onClose} title={trying.blocked}>
        <ProblemList problems={problems} onGo={onGo} />
      </Dialog>
    );
  const { title, text } = how === 'past' ? trying : walking;
  return (
    <Dialog open onOpenChange={tried.onClose} title={title} description={text}>
      <div className="mb-4 justify-self-start">
        <Segmented
          label={walking.how}
          value={how}
          options={[
            { value: 'past', label: walking.past },
            { value: 'one', label: walking.one },
          ]}
          onChange={setHow}
        />
      </div>
      {how === 'past' ? <TryPast {...tried} /> : <TestPerson {...tried} />}
    </Dialog>
  );
}
