import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MissingVariableError, TemplateError, UnavailableError } from '@dundun/domain';
import { TemplateRenderer } from './template-renderer.service.js';

/** Longer than the time limit of a template. */
const STALL_MS = 2_300;
const [ONE, TWO] = [1, 2];

/** Blocks the whole process, as an overloaded machine does. */
const stall = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('TemplateRenderer', () => {
  let renderer: TemplateRenderer;
  beforeEach(() => {
    renderer = new TemplateRenderer();
  });
  afterEach(() => renderer.onApplicationShutdown());

  it('renders, and reports missing variables and mistakes', async () => {
    expect(await renderer.render(ONE, { text: 'Hi {{ name }}' }, { name: 'Grace' })).toEqual({ text: 'Hi Grace' });
    await expect(renderer.render(ONE, { text: '{{ name }}' }, {})).rejects.toBeInstanceOf(MissingVariableError);
    await expect(renderer.render(ONE, { text: '{% nothing %}' }, {})).rejects.toBeInstanceOf(TemplateError);
  });

  it('never returns the text of another request, even if an answer is late', async () => {
    await renderer.render(ONE, { text: 'warm' }, {});
    const late = renderer.render(ONE, { text: 'the secret of one' }, {});
    const next = renderer.render(TWO, { text: 'two' }, {});
    late.catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    stall(STALL_MS);
    expect(await next).toEqual({ text: 'two' });
  });

  it('survives templates that exhaust its memory or time', async () => {
    const hungry =
      '{% assign a = "xxxxxxxxxx" %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}{{ a }}';
    await expect(renderer.render(ONE, { text: hungry }, {})).rejects.toBeInstanceOf(TemplateError);
    const endless = '{% for i in (1..1000000000) %}{{ i }}{% endfor %}';
    await expect(renderer.render(ONE, { text: endless }, {})).rejects.toBeInstanceOf(TemplateError);
    expect(await renderer.render(TWO, { text: 'alive' }, {})).toEqual({ text: 'alive' });
  });

  it('delays a workspace only for its own slow templates', async () => {
    const slow = '{% for i in (1..100000000) %}{% if i == 0 %}{{ i }}{% endif %}{% endfor %}';
    const ended: string[] = [];
    const many = Array.from({ length: 12 }, (_, index) =>
      renderer.render(ONE, { text: slow }, {}).catch(() => void ended.push(`slow ${index}`)),
    );
    const quick = renderer.render(TWO, { text: 'quick' }, {}).then(() => void ended.push('quick'));
    await Promise.all([...many, quick]);
    expect(ended.indexOf('quick')).toBeLessThanOrEqual(2);
  });

  it('refuses a workspace that queues too much, and serves the others', async () => {
    const all = Array.from({ length: 2_500 }, () => renderer.render(ONE, { text: 'x' }, {}));
    const other = renderer.render(TWO, { text: 'y' }, {});
    const refused = (await Promise.allSettled(all)).flatMap((result) =>
      result.status === 'rejected' ? [result.reason as Error] : [],
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toBeInstanceOf(UnavailableError);
    expect(await other).toEqual({ text: 'y' });
  });
});
