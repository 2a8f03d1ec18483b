import { Columns3 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { lazyMenu } from '@/components/ui/lazy-menu';
import type { ColumnChoice } from './columns';
import { words } from './words';

const Choices = lazyMenu<{ choices: ColumnChoice[]; toggle: (id: string) => void }>(() =>
  import('./column-choices').then(({ ColumnChoices }) => ColumnChoices),
);

/** Chooses the columns of a table. */
export const ColumnMenu = ({ choices, toggle }: { choices: ColumnChoice[]; toggle: (id: string) => void }) => (
  <Choices
    choices={choices}
    toggle={toggle}
    trigger={
      <Button variant="outline">
        <Columns3 /> {words.columns}
      </Button>
    }
  />
);
