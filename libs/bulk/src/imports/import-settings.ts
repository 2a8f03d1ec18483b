import type { ImportSettingsBody } from '@dundun/contracts';
import { InvalidInputError, isPropertyName, type FieldFault } from '@dundun/domain';
import { isSingle, TARGETS, VALUE_TYPES, type ColumnRule, type Target, type ValueType } from './column-rule.js';
import { DOUBTS, type Doubt } from './doubtful.js';
import type { ImportSettings } from './import.js';

/** Checks what a member decided. @param columns of the file @throws InvalidInputError that names every fault */
export function settingsOf(body: ImportSettingsBody, columns: number): ImportSettings {
  const faults: FieldFault[] = [];
  const rules = body.columns.map((rule, place) => ruleOf(rule, (message) => faults.push({ field: `columns.${place}`, message }))); // prettier-ignore
  if (rules.length > columns) faults.push({ field: 'columns', message: `must not be more than the ${columns} of the file` }); // prettier-ignore
  faults.push(...faultsOf(rules));
  const { existing = 'update', empty = 'leave', lists = [], consent = null, optin = 'pending', skip = [] } = body;
  if (lists.length > 0 && consent === null)
    faults.push({ field: 'consent', message: 'must say how these people agreed, because they join lists' });
  if (!skip.every(isDoubt)) faults.push({ field: 'skip', message: `must be among ${DOUBTS.join(', ')}` });
  if (faults.length > 0) throw new InvalidInputError(faults);
  return { columns: rules, existing, empty, lists: [...new Set(lists)], consent, optin, skip: skip.filter(isDoubt) };
}

const isDoubt = (kind: string): kind is Doubt => (DOUBTS as readonly string[]).includes(kind);
const isTarget = (to: unknown): to is Target => (TARGETS as readonly unknown[]).includes(to);
const isType = (type: unknown): type is ValueType => (VALUE_TYPES as readonly unknown[]).includes(type);

function ruleOf({ to, name, type = 'text' }: Record<string, unknown>, fault: (message: string) => void): ColumnRule {
  if (!isTarget(to)) fault(`to must be one of ${TARGETS.join(', ')}`);
  else if (to === 'attribute') {
    if (!isType(type)) fault(`type must be one of ${VALUE_TYPES.join(', ')}`);
    else if (type === 'json') return { to, name: typeof name === 'string' ? name : undefined, type };
    else if (typeof name !== 'string' || !isPropertyName(name)) fault('name must be the name of an attribute');
    else return { to, name, type };
  } else return { to };
  return { to: 'skip' };
}

function faultsOf(rules: ColumnRule[]): FieldFault[] {
  const faults: FieldFault[] = [];
  const seen = new Set<string>();
  for (const [place, { to, name, type }] of rules.entries()) {
    if (to === 'skip' || type === 'json') continue;
    const key = isSingle(to) ? to : `attribute ${name}`;
    if (seen.has(key)) faults.push({ field: `columns.${place}`, message: `must not be ${name ?? to} again` });
    seen.add(key);
  }
  if (!['uid', 'email', 'number'].some((to) => seen.has(to)))
    faults.push({ field: 'columns', message: 'must have an email, a number or a uid' });
  return faults;
}
