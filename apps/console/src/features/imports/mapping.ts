import type { ImportView } from '@dundun/client';
import type { Settings } from './queries';

export type Rule = ImportView['columns'][number]['suggestion'];

/** What a member decides on the page of columns. */
export interface Choice {
  rules: Rule[];
  existing: NonNullable<Settings['existing']>;
  empty: NonNullable<Settings['empty']>;
  lists: string[];
  consent: string;
  optin: NonNullable<Settings['optin']>;
}

/** Returns what was chosen before, else what is suggested. */
export const choiceOf = ({ columns, settings }: ImportView): Choice => ({
  rules: columns.map(({ suggestion }, place) => settings?.columns[place] ?? suggestion),
  existing: settings?.existing ?? 'update',
  empty: settings?.empty ?? 'leave',
  lists: settings?.lists ?? [],
  consent: settings?.consent ?? '',
  optin: settings?.optin ?? 'pending',
});

/** @param skip doubtful addresses to leave out */
export function settingsOf({ rules, existing, empty, lists, consent, optin }: Choice, skip: string[] = []): Settings {
  const said = consent.trim();
  return {
    columns: rules.map(({ to, name, type }) => (to === 'attribute' ? { to, name: name?.trim(), type } : { to })),
    ...{ existing, empty, lists, optin, skip },
    ...(said && { consent: said }),
  };
}

/** Makes a column something else. A target that only one column can have leaves the others. */
export const withTarget = (rules: Rule[], place: number, to: Rule['to'], header: string): Rule[] =>
  rules.map((rule, at) => {
    if (at === place) return to === 'attribute' ? { to, name: header || `column_${place + 1}`, type: 'text' } : { to };
    return rule.to === to && to !== 'skip' && to !== 'attribute' ? { to: 'skip' } : rule;
  });

/** Whether the columns can reach somebody. */
export const canReach = (rules: Rule[]): boolean => rules.some(({ to }) => ['email', 'number', 'uid'].includes(to));
