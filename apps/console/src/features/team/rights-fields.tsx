import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { useLists } from '@/features/lists/queries';
import type { Rights, Role } from './queries';
import { words } from './words';

const ROLES: Role[] = ['viewer', 'marketer', 'admin', 'owner'];
const canBeLimited = (role: Role) => role === 'viewer' || role === 'marketer';

interface RightsFieldsProps {
  rights: Rights;
  onChange: (rights: Rights) => void;
  /** Only owners decide about owners. */
  isOwner: boolean;
}

/** Chooses a role and, for a viewer or marketer, the lists. */
export function RightsFields({ rights, onChange, isOwner }: RightsFieldsProps) {
  const { role, lists } = rights;
  const changeRole = (next: Role) => onChange({ role: next, lists: canBeLimited(next) ? lists : null });
  return (
    <>
      <Field label={words.role} hint={words.may[role]}>
        {(control) => (
          <Select {...control} value={role} onChange={(event) => changeRole(event.target.value as Role)}>
            {ROLES.filter((each) => isOwner || each !== 'owner').map((each) => (
              <option key={each} value={each}>
                {words.roles[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {canBeLimited(role) && <ListsField lists={lists} onChange={(next) => onChange({ role, lists: next })} />}
    </>
  );
}

function ListsField({ lists, onChange }: { lists: string[] | null; onChange: (lists: string[] | null) => void }) {
  const { data: choices } = useLists();
  const toggle = (id: string, on: boolean) =>
    onChange([...(lists ?? []).filter((each) => each !== id), ...(on ? [id] : [])]);
  return (
    <fieldset className="grid gap-2 text-sm">
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          className="mt-0.5 size-4 accent-primary"
          checked={lists !== null}
          onChange={(event) => onChange(event.target.checked ? [] : null)}
        />
        <span>
          <span className="font-medium">{words.limit}</span>
          <span className="block text-[13px] text-muted">{words.limitHint}</span>
        </span>
      </label>
      {lists !== null && (
        <ul className="grid max-h-48 gap-1 overflow-y-auto rounded-lg border bg-sunken p-2">
          {choices?.length === 0 && <li className="p-1 text-muted">{words.noLists}</li>}
          {choices?.map(({ id, title }) => (
            <li key={id}>
              <label className="flex items-center gap-2.5 rounded-md px-1.5 py-1">
                <input
                  type="checkbox"
                  className="size-4 accent-primary"
                  checked={lists.includes(id)}
                  onChange={(event) => toggle(id, event.target.checked)}
                />
                <span className="min-w-0 truncate">{title}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
