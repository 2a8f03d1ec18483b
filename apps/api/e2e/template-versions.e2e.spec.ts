import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { anAddress, anEmail, aTemplate, NOBODY } from './support/fixtures.js';
import { delivered } from './support/messages.js';
import { useWorkspace } from './support/product.js';

describe('the versions of a template', () => {
  const subject = useWorkspace();
  const { call } = subject;

  it('come back when an archived template is restored', async () => {
    const made = await aTemplate(call, { text: 'First.' });
    const path = `/console/templates/${made.id}`;
    expectOk(await call(`PUT ${path}`, { body: { text: 'Second.' } }));
    expectOk(await call(`DELETE ${path}`), { status: 'ok' });
    expectRefusal(await call(`GET ${path}`), 404, 'template_not_found');
    for (let time = 0; time < 2; time++)
      expect((await call(`POST ${path}/restore`)).body).toMatchObject({ id: made.id, version: 2, text: 'Second.' });
    expect((await call(`GET ${path}/versions`)).body.data).toHaveLength(2);
    // Other processes may be a second behind.
    await until('the restored template is sent', async () => {
      const body = anEmail({ to: anAddress(), text: undefined, template: made.name, template_variables: {} });
      return (await delivered(call, 'email', body)).text?.trim() === 'Second.';
    });
    for (const id of [NOBODY, 'x'])
      expectRefusal(await call(`POST /console/templates/${id}/restore`), 404, 'template_not_found');
  });

  it('count concurrent changes one by one', async () => {
    const { id } = await aTemplate(call);
    const change = (text: string) => call(`PUT /console/templates/${id}`, { body: { text } });
    const answers = await Promise.all([change('a'), change('b'), change('c')]);
    for (const answer of answers) expectOk(answer);
    expect((await call(`GET /console/templates/${id}`)).body).toMatchObject({ version: 4 });
  });
});
