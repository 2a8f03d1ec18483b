import { z } from 'zod';
import { path } from '../api.js';
import { AUTOMATION, AUTOMATION_CHECK, AUTOMATION_TRIAL, pageOf } from '../shapes.js';
import { anId, defineTool, paged, PAGING, type Page } from '../tool.js';

const ID = anId('The id of the automation, from list_automations.');
const GRAPH = z
  .record(z.string(), z.unknown())
  .describe(
    'The graph to check instead of the draft, as in the field graph of list_automations: {"trigger": {"kind": "event", "event": "…"}, ' +
      '"settings": {…}, "first": "<step id>", "steps": [{"id": "…", "kind": "delay", "for": {"days": 1}, "next": "<step id>"}, …]}.',
  );

export const listAutomations = defineTool({
  name: 'list_automations',
  title: 'List the automations',
  description:
    'The automations with their state, their draft as a graph and how many people are inside; newest first. ' +
    'With an id, only that automation, with the numbers of each step.',
  scope: 'read',
  output: pageOf(AUTOMATION),
  input: { id: ID.optional(), ...PAGING },
  run: async ({ id, ...query }, { api }) =>
    id === undefined
      ? paged('automations', await api.request<Page>('GET', '/console/automations', { query }))
      : {
          said: 'One automation.',
          data: { items: [await api.request('GET', path`/console/automations/${id}`)], next_cursor: null },
        },
});

export const checkAutomation = defineTool({
  name: 'check_automation',
  title: 'Check whether an automation could be published',
  description:
    'What keeps the draft of an automation, or another graph, from going live, at its steps. Stores nothing.',
  scope: 'read',
  output: { check: AUTOMATION_CHECK },
  input: { id: ID, graph: GRAPH.optional() },
  run: async ({ id, graph }, { api }) => ({
    said: 'The check.',
    data: { check: await api.request('POST', path`/console/automations/${id}/validate`, { body: graph ? { graph } : {} }) }, // prettier-ignore
  }),
});

export const tryAutomation = defineTool({
  name: 'try_automation',
  title: 'Try the draft of an automation on the last days',
  description:
    'What the draft would have done with a sample of the people in the last days: entrances, steps, messages by day and examples. ' +
    'Stores and sends nothing. Numbers are those of the sample, and ranges where clicks decide.',
  scope: 'read',
  output: { trial: AUTOMATION_TRIAL },
  input: {
    id: ID,
    days: z.int().min(1).max(30).default(30).describe('How many of the last days.'),
    sample: z.int().min(1).max(100).default(10).describe('How many percent of the people.'),
  },
  run: async ({ id, ...body }, { api }) => ({
    said: 'The trial.',
    data: { trial: await api.request('POST', path`/console/automations/${id}/dry-run`, { body }) },
  }),
});
