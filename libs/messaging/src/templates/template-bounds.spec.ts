import { describe, expect, it } from '@jest/globals';
import { cpuClock } from '@dundun/testing/cpu-clock';
import { inspect } from './template-inspection.js';
import { engineOf, renderParts, templateRefusal } from './template-engine.js';
import { variablesOf } from './template-variables.js';

const nested = (levels: number, open = '{% if a %}', close = '{% endif %}') =>
  open.repeat(levels) + close.repeat(levels);
const each = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index)).join('');

async function faultOf(text: string): Promise<string | undefined> {
  const found = await inspect({ text }, () => Promise.reject(new Error('not needed')));
  return 'faults' in found ? found.faults[0]?.message : undefined;
}

describe('the bounds of a template', () => {
  it.each([
    ['if', nested(100)],
    ['for', nested(100, '{% for i in a %}', '{% endfor %}')],
    ['a thousand neighbours', '{% if a %}{% endif %}'.repeat(1_000)],
  ])('accept a hundred levels: %s', async (_, text) => {
    // A busy machine may exceed the time of one rendering; no limit of the text may.
    expect((await faultOf(text)) ?? '').not.toMatch(/levels|tags/);
  });

  it.each([
    ['if', nested(101)],
    ['5,000 if', nested(5_000)],
    ['unless', nested(101, '{% unless a %}', '{% endunless %}')],
    ['case', nested(101, '{% case a %}{% when 1 %}', '{% endcase %}')],
    ['for', nested(101, '{% for i in a %}', '{% endfor %}')],
    ['capture', nested(101, '{% capture a %}', '{% endcapture %}')],
    ['lines of liquid', `{% liquid\n${nested(101, 'if a\n', 'endif\n')}%}`],
    ['ends that are raw text', '{% if a %}{% raw %}{% endif %}{% endraw %}'.repeat(101) + '{% endif %}'.repeat(101)],
    ['ends in comments', '{% if a %}{% comment %}{% endif %}{% endcomment %}'.repeat(101) + '{% endif %}'.repeat(101)],
  ])('refuse deeper tags: %s', async (_, text) => {
    expect(await faultOf(text)).toMatch(/its tags are nested too deeply/);
    expect(() => renderParts({ text }, {})).toThrow(/nested too deeply/);
  });

  it.each([
    ['outputs', '{{ a }}'.repeat(10_001)],
    ['tags', '{% if a %}{% endif %}'.repeat(5_001)],
    ['lines of liquid', `{% liquid\n${'assign a = 1\n'.repeat(10_001)}%}`],
  ])('refuse too many tags: %s', async (_, text) => {
    expect(await faultOf(text)).toMatch(/it has more than 10,000 tags/);
    try {
      renderParts({ text }, { a: 1 });
      throw new Error('it was rendered');
    } catch (error) {
      expect(templateRefusal(error).message).toMatch(/it has more than 10,000 tags/);
    }
  });

  it('finds many tested variables in a time that grows with their number', () => {
    const template = (count: number) =>
      `{% if ${each(count, (n) => `b${n}${n + 1 < count ? ' and ' : ''}`)} %}${each(count, (n) => `{{ c${n} }}`)}{% endif %}`;
    const usedFor = (count: number) => {
      const parsed = engineOf('text').parse(template(count));
      const clock = cpuClock();
      expect(variablesOf(parsed)).toHaveLength(2 * count);
      return clock();
    };
    usedFor(900);
    const small = usedFor(900);
    // Ten times as many take about ten times as long; comparing each with each took a hundred times.
    expect(usedFor(9_000)).toBeLessThan(30 * small + 50);
  });
});
