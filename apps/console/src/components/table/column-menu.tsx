import { Columns3 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Menu, MenuCheck } from '@/components/ui/menu';
import type { ColumnChoice } from './columns';
import { words } from './words';

/** Chooses the columns of a table. */
export function ColumnMenu({ choices, toggle }: { choices: ColumnChoice[]; toggle: (id: string) => void }) {
  const trigger = (
    <Button variant="outline">
      <Columns3 /> {words.columns}
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      {choices.map(({ id, label, isShown }) => (
        <MenuCheck
          key={id}
          checked={isShown}
          onCheckedChange={() => toggle(id)}
          onSelect={(event) => event.preventDefault()}
        >
          {label}
        </MenuCheck>
      ))}
    </Menu>
  );
}
