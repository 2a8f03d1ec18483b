import { answerOf, ApiError } from '@dundun/client';
import type { AutomationGraph } from '@dundun/domain';
import type { Brand } from '@/features/editor/brand';
import { asMatch } from '@/features/segments/queries';
import { api } from '@/lib/api';
import { emptyGraph } from '../graph/open-graph';
import { designOf } from './mail-design';
import { MAILS, type MailKey } from './mails';
import { RECIPES } from './recipes';
import type { Start } from './starts';

const MOST_NAMES = 30;

/** Makes something under a name, or under the next one that is free. */
async function underFreeName<T>(name: string, make: (name: string) => Promise<T>): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await make(number === 1 ? name : `${name} (${number})`);
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 409;
      if (!isTaken || number >= MOST_NAMES) throw error;
    }
  }
}

/** Makes the templates and the segment of a starting point. @returns its graph */
export async function makeStart(start: Start, list: string, brand: Brand | undefined): Promise<AutomationGraph> {
  if (start === 'blank') return list === '' ? emptyGraph() : withList(emptyGraph(), list);
  const { mails, segment: wanted, graph } = RECIPES[start];
  const templates = new Map<MailKey, string>();
  for (const key of mails) {
    const mail = MAILS[key];
    const body = { subject: mail.subject, design: designOf(mail, brand) };
    const { id } = await underFreeName(mail.name, (name) =>
      answerOf(api.POST('/console/templates', { body: { name, ...body } as never })),
    );
    templates.set(key, id);
  }
  let segment = '';
  if (wanted)
    segment = await underFreeName(wanted.name, async (name) => {
      const body = { name, kind: 'live' as const, match: asMatch(wanted.match) };
      return (await answerOf(api.POST('/v1/segments', { body }))).id;
    });
  return graph({ list, segment, template: (mail) => templates.get(mail) ?? '' });
}

const withList = (graph: AutomationGraph, list: string): AutomationGraph => ({
  ...graph,
  settings: { ...graph.settings, list },
});
