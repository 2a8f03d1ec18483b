import { Menu, MenuCheck } from '@/components/ui/menu';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import type { ColumnChoice } from './columns';

/** The menu of the columns of a table. */
export function ColumnChoices({
  choices,
  toggle,
  ...menu
}: LoadedMenuProps & { choices: ColumnChoice[]; toggle: (id: string) => void }) {
  return (
    <Menu {...menu}>
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
