const NAME = 'Club welcome';
const INSIDE = 30;

/** Adds an automation that welcomes members of the club, with people inside, unless it is there. */
export async function addAutomations(api, { lists, templates }) {
  const { data } = await api.get('/console/automations');
  if (data.some(({ name }) => name === NAME)) return 'there already';
  const [list, template] = [lists['The Weekly Roast'].id, templates['club-welcome'].id];
  const { id } = await api.post('/console/automations', {
    name: NAME,
    graph: {
      trigger: { kind: 'api' },
      settings: { list, reentry: { policy: 'after_end' } },
      first: 'welcome',
      steps: [
        { id: 'welcome', kind: 'email', template, next: 'ordered' },
        {
          ...{ id: 'ordered', kind: 'wait', name: 'Did they order?', timeout: { days: 3 }, else: 'again' },
          wake: [{ event: 'Order placed', next: 'out' }],
        },
        { id: 'again', kind: 'email', template, next: 'out' },
        { id: 'out', kind: 'exit' },
      ],
    },
  });
  await api.post(`/console/automations/${id}/publish`, {});
  const members = await api.get(`/console/people?list=${list}&status=subscribed&limit=${INSIDE}`);
  for (const { uid } of members.data) await api.post(`/v1/automations/${id}/enrol`, { uid });
  return `one live, ${members.data.length} people inside`;
}
