/**
 * @slow clicks once scanners are done, and waits for what follows the feed
 */
import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, NOBODY, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 60_000 };
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0' };

describe('conversions of automations', () => {
  const { call } = useWorkspace();

  it('are what people order after they clicked in the mail of a step, before a campaign that they clicked earlier', async () => {
    const [list, uid, email, event] = [(await aList(call)).id, unique('buyer'), anAddress(), unique('Ordered')];
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { email } }));
    expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body: { email } }));
    const html = '<a href="https://shop.test/sale">Sale</a>';
    const conversion = { event, amount: 'total', days: 3 };
    const campaign = { name: unique('Sale'), lists: [list], subject: 'Sale', html, conversion };
    const start = { at: new Date().toISOString() };
    const { id: campaignId } = (await call('POST /console/campaigns', { body: { ...campaign, start } })).body;
    const letter = await call('POST /console/templates', { body: { name: unique('welcome'), subject: 'Hi', html } });
    expectOk(letter);
    const steps = [
      { id: 'mail', kind: 'email', template: letter.body.id, list, name: 'Welcome', next: 'out' },
      { id: 'out', kind: 'exit' },
    ];
    const graph = { trigger: { kind: 'api' }, settings: {}, first: 'mail', steps };
    const made = await call('POST /console/automations', { body: { name: unique('Welcome'), graph } });
    expectOk(made);
    const path = `/console/automations/${made.body.id}`;
    const set = await call(`PUT ${path}/conversions`, { body: { conversion } });
    expect(set.body).toMatchObject({ goal: conversion, total: { people: 0, conversions: 0, revenue: [] }, steps: [] });
    expectOk(await call(`POST ${path}/publish`, { body: {} }));
    expectOk(await call(`POST /v1/automations/${made.body.id}/enrol`, { body: { uid } }));

    const mailed = async (subject: string) => {
      const { data } = (await call(`GET /console/inbox?to=${encodeURIComponent(email)}`)).body;
      return (data as { id: string; subject: string }[]).find((each) => each.subject === subject);
    };
    const click = async (subject: string, isSeen: () => Promise<boolean>) => {
      const mail = await until(`the mail ${subject} has arrived`, () => mailed(subject), PATIENTLY);
      const [, link] = /href="([^"]+)"/.exec((await call(`GET /console/inbox/${mail.id}`)).body.html) as unknown as [string, string]; // prettier-ignore
      // What is clicked right after the hand-over is a scanner's.
      await until('a person clicked', async () => {
        await fetch(link, { redirect: 'manual', headers: BROWSER });
        return isSeen();
      }, { ...PATIENTLY, every: 3_000 }); // prettier-ignore
    };
    const campaignOf = async () => (await call(`GET /console/campaigns/${campaignId}`)).body;
    const order = (total: number) =>
      call(`POST /v1/users/${uid}/events`, { body: { event, properties: { total, currency: 'EUR' } } });
    const report = async () => (await call(`GET ${path}/conversions`)).body;
    await click('Sale', async () => (await campaignOf()).engagement.clicked === 1);
    await order(10);
    await until('the campaign has it', async () => (await campaignOf()).conversions.conversions === 1, PATIENTLY);
    await click('Hi', async () => {
      await order(5);
      return (await report()).total.conversions > 0;
    });
    const { total, steps: bySteps, points } = await report();
    expect(total.revenue).toEqual([{ currency: 'EUR', amount: 5 * total.conversions }]);
    expect(bySteps).toEqual([{ step: 'mail', name: 'Welcome', ...total }]);
    expect(points).toMatchObject([{ conversions: total.conversions }]);
    expectOk(await call(`PUT ${path}/conversions`, { body: { conversion: null } }));
    expect((await report()).goal).toBeNull();
  });

  it('are refused at the field that is wrong, and for an unknown automation', async () => {
    const body = { conversion: { event: 'Paid', order: 'id' } };
    const { id } = (await call('POST /console/automations', { body: { name: unique('Welcome') } })).body;
    const refused = await call(`PUT /console/automations/${id}/conversions`, { body });
    expectRefusal(refused, 400, 'invalid_input', /conversion\.refund_event/);
    expectRefusal(await call(`GET /console/automations/${NOBODY}/conversions`), 404, 'unknown_automation');
  });
});
