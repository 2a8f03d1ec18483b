/**
 * @slow clicks once scanners are done, and waits for what follows the feed
 */
import { describe, expect, it } from '@jest/globals';
import { until } from '@dundun/testing';
import { expectOk, expectRefusal } from './support/answers.js';
import { aList, anAddress, unique } from './support/fixtures.js';
import { useWorkspace } from './support/product.js';

const PATIENTLY = { ms: 60_000 };
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0' };

describe('conversions of campaigns', () => {
  const { call } = useWorkspace();
  const draft = (body: object) => call('POST /console/campaigns', { body: { name: unique('Sale'), ...body } });
  const read = async (id: string) => (await call(`GET /console/campaigns/${id}`)).body;
  const report = async (id: string) => (await call(`GET /console/campaigns/${id}/report`)).body;

  it('are what people order after they clicked, by currency, without what they returned', async () => {
    const [list, uid, email] = [(await aList(call)).id, unique('buyer'), anAddress()];
    expectOk(await call(`PUT /v1/users/${uid}`, { body: { email } }));
    expectOk(await call(`POST /v1/lists/${list}/subscribers`, { body: { email } }));
    const conversion = {
      ...{ event: unique('Ordered'), where: [{ property: 'total', type: 'number', is: 'above', value: 1 }] },
      ...{ amount: 'total', days: 7, refund_event: unique('Returned'), order: 'order' },
    };
    const body = { lists: [list], subject: 'Sale', html: '<a href="https://shop.test/sale">Sale</a>', conversion };
    const made = await draft(body);
    expectOk(made);
    const { id } = made.body;
    expect(made.body).toMatchObject({
      conversion: { ...conversion, currency: 'currency' },
      conversions: { people: 0, conversions: 0, revenue: [] },
    });
    expectOk(await call(`POST /console/campaigns/${id}/start`, { body: { at: new Date().toISOString() } }));
    await until('it is sent', async () => (await read(id)).state === 'sent', PATIENTLY);
    const { data } = (await call(`GET /console/campaigns/${id}/recipients`)).body;
    const { html } = (await call(`GET /v1/messages/${data[0].message}`)).body.content;
    const [, link] = /href="([^"]+)"/.exec(html) as unknown as [string, string];
    // What is clicked right after the hand-over is a scanner's.
    await until('a person clicked', async () => {
      await fetch(link, { redirect: 'manual', headers: BROWSER });
      return (await report(id)).total.clicked === 1;
    }, { ...PATIENTLY, every: 3_000 }); // prettier-ignore
    const event = async (name: string, properties: object, timestamp?: string) =>
      expectOk(await call(`POST /v1/users/${uid}/events`, { body: { event: name, properties, timestamp } }));
    const before = new Date(Date.now() - 86_400_000).toISOString();
    await event(conversion.event, { total: 20, currency: 'EUR', order: 1 });
    await event(conversion.event, { total: 700, currency: 'NGN', order: 2 });
    await event(conversion.event, { total: 0.5, currency: 'EUR', order: 3 });
    await event(conversion.event, { total: 90, currency: 'EUR', order: 4 }, before);
    await event(conversion.refund_event, { total: 5, currency: 'EUR', order: 1 });
    const expected = {
      people: 1,
      conversions: 2,
      revenue: [
        { currency: 'NGN', amount: 700 },
        { currency: 'EUR', amount: 15 },
      ],
    };
    await until('all is counted', async () => (await read(id)).conversions.revenue[1]?.amount === 15, PATIENTLY);
    expect((await read(id)).conversions).toEqual(expected);
    expect((await report(id)).conversions).toMatchObject({
      ...{ goal: { event: conversion.event, days: 7 }, total: expected, variants: [] },
      points: [{ conversions: 2 }],
    });
    const file = (await call(`GET /console/campaigns/${id}/recipients/export`)).text.split('\r\n');
    expect(file[1]).toMatch(/,2,"15 EUR, 700 NGN"$/);
    expect((await call(`POST /console/campaigns/${id}/duplicate`)).body.conversion).toMatchObject(conversion);
    expectRefusal(await call(`PUT /console/campaigns/${id}`, { body: { conversion: null } }), 409, 'campaign_state');
  });

  it.each([
    ['conversion.event', { event: '' }],
    ['conversion.days', { event: 'Paid', days: 91 }],
    ['conversion.order', { event: 'Paid', refund_event: 'Refunded' }],
    ['conversion.where[0].is', { event: 'Paid', where: [{ property: 'a', type: 'number', is: 'near' }] }],
  ])('are refused at %s, and nothing is created', async (field, conversion) => {
    const refused = await draft({ conversion });
    expectRefusal(refused, 400, 'invalid_input');
    expect(refused.body.error).toContain(`${field} `);
  });

  it('are null without a goal', async () => {
    const { id } = (await draft({ subject: 'News' })).body;
    expect(await read(id)).toMatchObject({ conversion: null, conversions: null });
    expect((await report(id)).conversions).toBeNull();
    const conversion = { event: 'Paid' };
    expectOk(await call(`PUT /console/campaigns/${id}`, { body: { conversion } }));
    expect((await read(id)).conversion).toMatchObject({ event: 'Paid', where: [], amount: null, days: 5 });
    expectOk(await call(`PUT /console/campaigns/${id}`, { body: { conversion: null } }));
    expect((await read(id)).conversion).toBeNull();
  });
});
