import type { UpdateListBody } from '@dundun/contracts';
import { EmptyUpdateError, SecretNeededError, urlOf } from '@dundun/domain';
import type { List } from './list.entity.js';

/** The level of trust in a change: `key` is public on web pages, `console` has seen the texts that mail shows. */
export type ChangedBy = 'key' | 'secret' | 'console';

/** The texts of a list. */
export interface ListTexts {
  title: string;
  description: string | null;
}

/** The columns that a change sets. */
export type ListChange = Partial<
  Pick<
    List,
    'title' | 'description' | 'answeredTitle' | 'answeredDescription' | 'redirectUrl' | 'doubleOptin' | 'isPublic'
  >
>;

/** The fields that a client sends back which changes one of them. */
const WHOLE = ['title', 'description', 'redirect_url', 'double_optin'] as const;
const CHANGEABLE = [...WHOLE, 'is_public'] as const;

/** Returns the texts that the API answers; mail and hosted pages show `title` and `description` themselves. */
export const answeredTexts = (list: List): ListTexts =>
  list.answeredTitle === null
    ? { title: list.title, description: list.description }
    : { title: list.answeredTitle, description: list.answeredDescription };

/** @throws EmptyUpdateError when the body changes no field */
export function refuseEmpty(body: UpdateListBody): void {
  if (CHANGEABLE.every((field) => body[field] === undefined)) throw new EmptyUpdateError([...CHANGEABLE]);
}

/**
 * Decides what a PUT changes. With the key alone, texts change for the API only, double opt-in can be turned on, and the
 * redirect stays on its host.
 * @throws SecretNeededError
 */
export function changeOf(list: List, body: UpdateListBody, by: ChangedBy): ListChange {
  if (by === 'key') refuseForKey(list, body);
  const { redirect_url: redirectUrl = list.redirectUrl, double_optin: doubleOptin = list.doubleOptin } = body;
  const { is_public: isPublic = list.isPublic } = body;
  const [shown, answered] = [{ title: list.title, description: list.description }, answeredTexts(list)];
  const trusted = by === 'key' ? shown : { ...shown, ...trustedTexts(answered, body, by) };
  return { ...trusted, ...overriding(trusted, { ...answered, ...textsIn(body) }), redirectUrl, doubleOptin, isPublic };
}

/** @throws SecretNeededError for a change that reaches people other than the caller */
function refuseForKey(list: List, body: UpdateListBody): void {
  const { redirect_url: redirectUrl, double_optin: doubleOptin, is_public: isPublic } = body;
  if (list.doubleOptin && doubleOptin === false) throw new SecretNeededError('Turning double_optin off');
  if (isPublic !== undefined && isPublic !== list.isPublic) throw new SecretNeededError('Changing is_public');
  if (redirectUrl === undefined || redirectUrl === null || redirectUrl === list.redirectUrl) return;
  if (list.redirectUrl === null) throw new SecretNeededError('Setting redirect_url where none was');
  if (!staysOnHost(list.redirectUrl, redirectUrl)) throw new SecretNeededError('Moving redirect_url to another host');
}

/** Whether both lead to one host and port, without credentials and without a step back from https to http. */
function staysOnHost(from: string, to: string): boolean {
  const [before, after] = [urlOf(from), urlOf(to)];
  if (!before || !after || before.host !== after.host) return false;
  const isDowngrade = before.protocol === 'https:' && after.protocol !== 'https:';
  return !isDowngrade && after.username === before.username && after.password === before.password;
}

/**
 * Returns the texts that the caller vouches for. A whole list that is sent back, as clients do that change one field, does
 * not vouch for texts that somebody else set with the key alone.
 */
function trustedTexts(answered: ListTexts, body: UpdateListBody, by: 'secret' | 'console'): Partial<ListTexts> {
  const texts = textsIn(body);
  if (by === 'console' || WHOLE.some((field) => body[field] === undefined)) return texts;
  if (texts.title === answered.title) delete texts.title;
  if (texts.description === answered.description) delete texts.description;
  return texts;
}

function textsIn({ title, description }: UpdateListBody): Partial<ListTexts> {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
}

const overriding = (trusted: ListTexts, { title, description }: ListTexts) =>
  trusted.title === title && trusted.description === description
    ? { answeredTitle: null, answeredDescription: null }
    : { answeredTitle: title, answeredDescription: description };
