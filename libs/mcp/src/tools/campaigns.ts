import { path } from '../api.js';
import { CAMPAIGN, CAMPAIGN_CHECK, CAMPAIGN_REPORT, pageOf } from '../shapes.js';
import { anId, defineTool, paged, PAGING, type Page } from '../tool.js';

const ID = anId('The id of the campaign, from list_campaigns.');

export const listCampaigns = defineTool({
  name: 'list_campaigns',
  title: 'List the campaigns',
  description:
    'The campaigns with their state, audience, content and numbers; newest first. With an id, only that campaign, with its report: ' +
    'opens and clicks of people apart from those of machines, by hour or day, mailbox provider and link.',
  scope: 'read',
  output: { ...pageOf(CAMPAIGN), report: CAMPAIGN_REPORT.optional() },
  input: { id: ID.optional(), ...PAGING },
  run: async ({ id, ...query }, { api }) =>
    id === undefined
      ? paged('campaigns', await api.request<Page>('GET', '/console/campaigns', { query }))
      : {
          said: 'One campaign.',
          data: {
            items: [await api.request('GET', path`/console/campaigns/${id}`)],
            next_cursor: null,
            report: await api.request('GET', path`/console/campaigns/${id}/report`),
          },
        },
});

export const checkCampaign = defineTool({
  name: 'check_campaign',
  title: 'Check a campaign before it starts',
  description:
    'Who would get a draft, who is left out and why, what keeps it from starting and what to look at before. Starts and stores nothing.',
  scope: 'read',
  output: { check: CAMPAIGN_CHECK },
  input: { id: ID },
  run: async ({ id }, { api }) => ({
    said: 'The check.',
    data: { check: await api.request('POST', path`/console/campaigns/${id}/check`) },
  }),
});
