import { afterEach, describe, expect, it } from '@jest/globals';
import { TemplateError, UnavailableError } from '@dundun/domain';
import { until } from '@dundun/testing';
import { KillableThread } from './killable-thread.js';

const ENDLESS = '{% for i in (1..100000000) %}{% if i == 0 %}{{ i }}{% endif %}{% endfor %}';
const MJML = '<mjml><mj-body><mj-raw>{{ a }}</mj-raw></mj-body></mjml>';

describe('a thread that can be killed', () => {
  const started: KillableThread[] = [];
  const aThread = (idleMs?: number) => {
    const thread = new KillableThread(idleMs);
    started.push(thread);
    return thread;
  };
  const render = (thread: KillableThread, text: string) => thread.ask(1, { parts: { text }, variables: {} });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((thread) => thread.end()));
  });

  it('gives its memory back when nobody needs it, and begins again', async () => {
    const thread = aThread(20);
    for (let round = 0; round < 3; round += 1) {
      expect(await render(thread, 'x')).toMatchObject({ parts: { text: 'x' } });
      await until('it has ended', () => Promise.resolve(!thread.isAlive));
    }
  });

  it('is not given up while it loads what MJML needs', async () => {
    const reply = await aThread().ask(1, { sources: { mjml: MJML } });
    expect(reply).toMatchObject({ inspected: { variables: ['a'], required: ['a'] } });
  });

  it('refuses what it leaves unanswered when it ends', async () => {
    const thread = aThread();
    const asked = [render(thread, ENDLESS), render(thread, 'x')].map((answer) =>
      answer.catch((error: unknown) => error),
    );
    await thread.end();
    for (const answer of await Promise.all(asked)) expect(answer).toBeInstanceOf(UnavailableError);
  });

  it('says nothing of its innards when a part needs too much', async () => {
    const html = '{% if a %}'.repeat(5_000) + '{% endif %}'.repeat(5_000);
    const refused = await aThread()
      .ask(1, { sources: { html } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TemplateError);
    // Which of the two it is depends on how busy the machine is.
    expect((refused as TemplateError).detail).toMatch(
      /^(the html takes too much memory: |it did not finish in)[^()]*$/,
    );
  });

  it('is killed by MJML that needs too much, and the next has another', async () => {
    const thread = aThread();
    const huge = `<mjml><mj-body>${'<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>'.repeat(14_000)}</mj-body></mjml>`;
    const killed = thread.ask(1, { sources: { mjml: huge } });
    await expect(killed).rejects.toBeInstanceOf(TemplateError);
    expect(await thread.ask(1, { sources: { mjml: MJML } })).toMatchObject({ inspected: { variables: ['a'] } });
  });
});
