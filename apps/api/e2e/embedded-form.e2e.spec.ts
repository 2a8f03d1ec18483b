/**
 * @slow opens the form of another site in a browser
 */
import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectOk } from './support/answers.js';
import { aList, anAddress, countOf, standing, unique } from './support/fixtures.js';
import { closing } from './support/closing.js';
import { useWorkspace } from './support/product.js';
import { inBrowser, type Watched } from './support/quick-starts.js';

describe('a form that another site embeds', () => {
  const subject = useWorkspace();
  const { call } = subject;

  /** Returns the markup of a list's form, with the addresses under which this api is reached. */
  async function formOf(list: string): Promise<string> {
    const { url, html } = (await call(`GET /console/lists/${list}/form`)).body as { url: string; html: string };
    return html.replaceAll(new URL(url).origin, subject.product.apiUrl);
  }

  /** Opens a shop with the form in a browser. */
  async function inShop<T>(form: string, work: (watched: Watched) => Promise<T>): Promise<T> {
    const server = createServer((_, answer) =>
      answer.setHeader('Content-Type', 'text/html; charset=utf-8').end(`<!doctype html><title>A shop</title>${form}`),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    closing({ close: () => new Promise<void>((closed) => server.close(() => closed())) });
    return inBrowser(`http://127.0.0.1:${(server.address() as AddressInfo).port}/news`, work);
  }

  it('joins with one press and stays on its page', async () => {
    const { id: list } = await aList(call);
    const email = anAddress();
    await inShop(await formOf(list), async ({ tab, errors }) => {
      await tab.getByLabel('Email address').fill(email);
      await tab.getByRole('button', { name: 'Subscribe' }).click();
      await tab.getByRole('status').filter({ hasText: email }).waitFor();
      expect([tab.url().endsWith('/news'), errors]).toEqual([true, []]);
    });
    const { body } = await call(`GET /console/lists/${list}/members?search=${encodeURIComponent(email)}`);
    expect(body.data).toMatchObject([{ email, status: 'subscribed' }]);
    expect(await standing(call, list, body.data[0].uid)).toBe('subscribed');
  });

  it('says at the form what is wrong, and leads to the page of the list', async () => {
    const { id: list } = await aList(call, { redirect_url: 'http://127.0.0.1:9/thanks' });
    await inShop(await formOf(list), async ({ tab }) => {
      await tab.getByLabel('Email address').fill('ada@localhost');
      await tab.getByRole('button', { name: 'Subscribe' }).click();
      await tab.getByRole('alert').waitFor();
      await tab.getByLabel('Email address').fill(anAddress());
      const leaves = tab.waitForRequest('http://127.0.0.1:9/thanks');
      await tab.getByRole('button', { name: 'Subscribe' }).click();
      await leaves;
    });
    expect(await countOf(call, list)).toBe(1);
  });

  it('leads to the hosted form without script', async () => {
    const { id: list, title } = await aList(call, { title: unique('Hosted') });
    const form = (await formOf(list)).replace(/<script.*script>/, '');
    await inShop(form, async ({ tab }) => {
      await tab.getByLabel('Email address').fill(anAddress());
      await tab.getByRole('button', { name: 'Subscribe' }).click();
      await tab.getByRole('heading', { name: title }).waitFor();
      expect(await countOf(call, list)).toBe(0);
    });
  });

  it('is told of an archived list, a wrong link and a time that nobody signed', async () => {
    const { id: list } = await aList(call);
    const { url } = (await call(`GET /console/lists/${list}/form`)).body as { url: string };
    const path = new URL(url).pathname;
    const submit = (at: string) =>
      fetch(`${subject.product.apiUrl}${at}/embedded`, {
        method: 'POST',
        body: new URLSearchParams({ email: anAddress(), since: '.zzz.forged' }),
      });
    const forged = await submit(path);
    expect([forged.status, forged.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
    expect(await forged.json()).toMatchObject({ outcome: 'again' });
    expect((await submit(`${path}x`)).status).toBe(404);
    expect(await countOf(call, list)).toBe(0);
    expectOk(await call(`DELETE /v1/lists/${list}`), { status: 'ok' });
    expect(await (await submit(path)).json()).toMatchObject({ outcome: 'closed' });
  });
});
