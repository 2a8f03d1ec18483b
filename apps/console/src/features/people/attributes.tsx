'use client';

import { Pencil, Plus, X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { May } from '@/features/session/may';
import { toast } from '@/lib/toast';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { useState } from 'react';
import { isPlain, kindOf, textOf } from './attribute-values';
import { useChangePerson, useRemoveAttribute, type Person } from './queries';
import { words } from './words';

const AttributeDialog = dynamic(() => import('./attribute-dialog').then(({ AttributeDialog: loaded }) => loaded));

/** The attributes of a person, each with its way to change and remove it. Removing can be undone. */
export function Attributes({ person }: { person: Person }) {
  const [adding, setAdding] = useUrlDialog('attribute');
  const [changing, setChanging] = useState<string | null>(null);
  const entries = Object.entries(person.meta).sort(([one], [other]) => one.localeCompare(other));
  return (
    <Panel
      title={words.attributes}
      aside={
        <May call="updateUser">
          <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
            <Plus /> {words.addAttribute}
          </Button>
        </May>
      }
    >
      {entries.length === 0 && <p className="px-4 py-3 text-[13px] text-muted">{words.noAttributes}</p>}
      {entries.length > 0 && (
        <table className="w-full text-[13px]">
          <caption className="sr-only">{words.attributes}</caption>
          <tbody>
            {entries.map(([name, value]) => (
              <tr key={name} className="border-t first:border-t-0">
                <th
                  scope="row"
                  className="w-1/3 max-w-0 truncate py-1 pl-4 text-left font-normal text-muted"
                  title={name}
                >
                  {name}
                </th>
                <td dir="auto" className="h-10 px-3 py-1 font-medium break-all">
                  {typeof value === 'boolean' ? (value ? words.yes : words.no) : textOf(value)}
                </td>
                <td className="w-20 py-1 pr-2 text-right whitespace-nowrap">
                  <May call="updateUser">
                    {isPlain(value) && (
                      <Button
                        variant="ghost"
                        size="icon"
                        aria-label={words.changeAttribute({ name })}
                        onClick={() => setChanging(name)}
                      >
                        <Pencil />
                      </Button>
                    )}
                    <RemoveButton person={person} name={name} />
                  </May>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {adding && <AttributeDialog uid={person.uid} onClose={() => setAdding(false)} />}
      {changing !== null && (
        <AttributeDialog
          uid={person.uid}
          name={changing}
          value={textOf(person.meta[changing])}
          kind={kindOf(person.meta[changing])}
          onClose={() => setChanging(null)}
        />
      )}
    </Panel>
  );
}

function RemoveButton({ person, name }: { person: Person; name: string }) {
  const remove = useRemoveAttribute(person.uid);
  const change = useChangePerson(person.uid);
  const value = person.meta[name];
  const press = () =>
    void remove
      .mutateAsync(name)
      .then(
        () =>
          toast.undoable(
            words.attributeRemoved({ name }),
            () => change.mutateAsync({ meta: { [name]: value } }),
            words.attributeBack({ name }),
          ),
        toast.failure,
      );
  return (
    <Button
      variant="ghost"
      size="icon"
      busy={remove.isPending}
      aria-label={words.removeAttribute({ name })}
      onClick={press}
    >
      <X />
    </Button>
  );
}
