import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TemplateError } from '@dundun/domain';
import { TemplateRenderer } from './template-renderer.service.js';

const MJML = '<mjml><mj-body><mj-raw>{{ a }}</mj-raw></mj-body></mjml>';
const ONE = 1;

describe('the template process', () => {
  let renderer: TemplateRenderer;
  beforeEach(() => {
    renderer = new TemplateRenderer();
  });
  afterEach(() => renderer.onApplicationShutdown());

  it('is not killed while it loads MJML', async () => {
    expect(await renderer.inspect(ONE, { mjml: MJML })).toMatchObject({ variables: ['a'], required: ['a'] });
  });

  it('reveals no internals when tags are nested too deeply', async () => {
    const html = '{% if a %}'.repeat(5_000) + '{% endif %}'.repeat(5_000);
    const refused = await renderer.inspect(ONE, { html }).catch((error: unknown) => error as Error);
    // It depends on the machine whether the stack or the time ends first.
    expect((refused as Error).message).toMatch(
      /its tags are nested too deeply|the html takes too much memory: |it did not finish in/,
    );
    expect((refused as Error).message).not.toMatch(/call stack|heap/);
  });

  it('is killed by MJML that needs too much, and replaced for the next', async () => {
    const huge = `<mjml><mj-body>${'<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>'.repeat(14_000)}</mj-body></mjml>`;
    await expect(renderer.inspect(ONE, { mjml: huge })).rejects.toBeInstanceOf(TemplateError);
    expect(await renderer.inspect(ONE, { mjml: MJML })).toMatchObject({ variables: ['a'] });
  });
});
