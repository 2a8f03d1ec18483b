import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadMjml, type Mjml } from './mjml-compiler.js';
import { renderParts } from './template-engine.js';
import { inspect, type Inspected, type TemplateSources } from './template-inspection.js';

let mjml: Mjml;
beforeAll(async () => {
  mjml = await loadMjml();
});

const faultsOf = async (sources: TemplateSources): Promise<string[]> => {
  const found = await inspect(sources, () => Promise.resolve(mjml));
  return 'faults' in found ? found.faults.map(({ field, message }) => `${field} ${message}`) : [];
};
const inspected = async (sources: TemplateSources): Promise<Inspected> => {
  const found = await inspect(sources, () => Promise.resolve(mjml));
  if ('faults' in found) throw new Error(JSON.stringify(found.faults));
  return found;
};
const column = (content: string) =>
  `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;

describe('inspecting a template', () => {
  it.each([
    ['{{ name', /output "\{\{ name" not closed \(line 1, column 1\)$/],
    ['one\n  {% if a %}', /tag \{% if a %\} not closed \(line 2, column 3\)$/],
    ['{% if a %}\n{% for i in b %}\n{% endif %}', /tag "endif" not found \(line 3, column 1\)$/],
    ['a\nb\n{% endif %}', /tag "endif" not found \(line 3, column 1\)$/],
    ['<p>\n    {% nothing %}', /tag "nothing" not found \(line 2, column 5\)$/],
    ['\n\n{{ a | nofilter }}', /undefined filter: nofilter \(line 3, column 1\)$/],
    ['{% assign = 1 %}', /expected variable name \(line 1, column \d+\)$/],
    ['{% assign x 1 %}', /expected "=" \(line 1, column \d+\)$/],
    ['x\n{% for i of b %}{% endfor %}', /illegal tag.* \(line 2, column 1\)$/],
    ['{% for i in b %}', /not closed \(line 1, column 1\)$/],
    ['{% case a %}', /not closed \(line 1, column 1\)$/],
    ['{% capture x %}', /not closed \(line 1, column 1\)$/],
    ['{% raw %}', /raw.* not closed \(line 1, column 1\)$/],
    ['{% comment %}', /not closed \(line 1, column 1\)$/],
    ['{% unless a %}', /not closed \(line 1, column 1\)$/],
    ['{% tablerow a in b %}', /not closed \(line 1, column 1\)$/],
    ['{% cycle %}', /empty candidates.* \(line 1, column \d+\)$/],
    ['{% if a %}{% else %}{% else %}{% endif %}', /duplicated else \(line 1, column 1\d*\)$/],
    ['ä\n ö{% include "/etc/passwd" %}', /include cannot be used: there are no files to read \(line 2, column 3\)$/],
    ['{% render "x" %}', /render cannot be used: there are no files to read \(line 1, column 1\)$/],
    ['\n{% layout "../../x" %}', /layout cannot be used: there are no files to read \(line 2, column 1\)$/],
    ['{% if a %}\n{% include b %}{% endif %}', /include cannot be used.* \(line 2, column 1\)$/],
    ['{% liquid\ninclude "x" %}', /include cannot be used.* \(line 2, column 1\)$/],
    ['x'.repeat(1_000_001), /parse length limit exceeded$/],
  ])('with a mistake is refused (%#)', async (template, message) => {
    for (const field of ['subject', 'html', 'text']) {
      const [fault, ...more] = await faultsOf({ [field]: template });
      expect(more).toEqual([]);
      expect(fault).toMatch(new RegExp(`^${field} must be a template: `));
      expect(fault).toMatch(message);
    }
  });

  it('reports every wrong part', async () => {
    expect(await faultsOf({ subject: '{% x %}', html: 'fine', text: '{{ a' })).toHaveLength(2);
  });

  it.each([
    ['{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}', /takes longer than 250 ms to render$/],
    ['{% assign a = "xxxxxxxxxx" %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}', /its memory$/],
    [`{% for i in (1..40) %}${'x'.repeat(30_000)}{% endfor %}`, /becomes longer than 1000000 characters$/],
  ])('refuses a template that exceeds a limit without variables (%#)', async (template, message) => {
    for (const field of ['subject', 'html', 'text']) {
      const [fault, ...more] = await faultsOf({ [field]: template, ...(field !== 'text' && { text: 'fine' }) });
      expect(more).toEqual([]);
      expect(fault).toMatch(new RegExp(`^${field} must be a template: the ${field} `));
      expect(fault).toMatch(message);
    }
  });

  it('accepts a template that exceeds limits only with certain variables', async () => {
    const text =
      '{% for i in items %}{{ i.price | times: 2 }}{% endfor %}{{ name | append: "x" | slice: 0, 3 }}{{ a.b.c }}';
    expect(await faultsOf({ subject: '{{ name | capitalize }}', text })).toEqual([]);
  });

  it('reports the variables of all parts', async () => {
    const sources = { subject: '{{ a }}', html: '{{ b | default: "x" }}{{ a | default: 1 }}', text: '{{ c }}' };
    expect(await inspected(sources)).toEqual({ html: sources.html, variables: ['a', 'b', 'c'], required: ['a', 'c'] });
  });
});

describe('inspecting MJML', () => {
  it.each([
    ['', /Parsing failed.* \(line 1, column 1\)$/],
    ['hello', /Parsing failed.* \(line 1, column 1\)$/],
    ['\n <mjml></mjml>', /Malformed MJML.* \(line 2, column 2\)$/],
    ['<mjml>\n <mj-body>\n</mjml>', /<mj-body> is not closed \(line 2, column 2\)$/],
    ['<mjml><mj-body>\n</mj-section></mj-body></mjml>', /<mj-body> is not closed \(line 1, column 7\)$/],
    ['<mjml><mj-body></mj-body></mjml></mjml>', /<\/mjml> closes nothing \(line 1, column 33\)$/],
    [column('\n<mj-text>x'), /<mj-text> is not closed \(line 2, column 1\)$/],
    [column('\n<mj-foo>x</mj-foo>'), /Element mj-foo doesn't exist or is not registered \(line 2, column 1\)$/],
    [
      column('\n\n<mj-text>a</mj-text><mj-text colour="red">x</mj-text>'),
      /Attribute colour is illegal \(line 3, column 21\)$/,
    ],
    [column('\n<mj-text color="12?">x</mj-text>'), /Attribute color has invalid value.* \(line 2, column 1\)$/],
    [column('<mj-section></mj-section>'), /mj-section cannot be used inside mj-column.* \(line 1, column 39\)$/],
    [column('{{ a\n\n}}\n<mj-foo></mj-foo>'), /mj-foo.*\(line 4, column 1\)$/],
    [column('\n  <mj-include path="/etc/passwd" />'), /mj-include cannot be used.* \(line 2, column 3\)$/],
    [column('<mj-include path="x.css" type="css" />'), /mj-include cannot be used.* \(line 1, column \d+\)$/],
    [column('<mj-text>\n{% if a %}</mj-text>'), /tag \{% if a %\} not closed \(line 2, column 1\)$/],
    [column('<mj-text>{% include "x" %}</mj-text>'), /include cannot be used.* \(line 1, column \d+\)$/],
    [column('\n<mj-image src="x" width="{{ w }}px" />'), /MJML leaves out \{\{ w \}\} here \(line 2, column 26\)$/],
    ['<mjml>\n{{ a }}<mj-body></mj-body></mjml>', /MJML leaves out \{\{ a \}\} here \(line 2, column 1\)$/],
  ])('with a mistake is refused (%#)', async (source, message) => {
    const [fault, ...more] = await faultsOf({ mjml: source });
    expect(more).toEqual([]);
    expect(fault).toMatch(/^mjml must be a template: /);
    expect(fault).toMatch(message);
  });

  it('compiles to HTML with its Liquid unchanged', async () => {
    const liquid = [
      '{% assign who = name | default: "you" %}',
      '{% if a < 3 and b > "x>" %}',
      '{{ who | append: "</mj-text>" }}',
      '{{ url | default: "https://example.com/?a=b&c" }}',
      '{% for item in items %}',
      '{{ item.title }}',
      '{% endfor %}',
      '{% endif %}',
      '{{ color }}',
      '{% raw %}{{ untouched }}{% endraw %}',
    ];
    const [assign, condition, who, url, loop, item, endLoop, end, color, raw] = liquid;
    const source =
      `${assign}\n<mjml><mj-head><mj-title>${who}</mj-title><mj-style>.x { color: ${color}; }</mj-style></mj-head>` +
      `<mj-body>${condition}<mj-section background-color="${color}"><mj-column><mj-text>${who}<br>${raw}</mj-text>${loop}` +
      `<mj-button href="${url}">${item}</mj-button>${endLoop}</mj-column></mj-section>${end}</mj-body></mjml>`;
    const { html, variables } = await inspected({ mjml: source });
    for (const piece of liquid) expect(html).toContain(piece);
    expect(html).not.toMatch(/lq+\d|<mj-/);
    expect(html?.startsWith(assign as string)).toBe(true);
    expect(variables).toEqual(['a', 'b', 'color', 'items', 'name', 'url']);
    const given = { name: 'Grace', a: 1, b: 'z', color: '#fff', items: [{ title: 'One' }, { title: 'Two' }] };
    const shown = renderParts({ html: html as string }, given).html as string;
    expect(shown).toContain('Grace');
    expect(shown.match(/>\s*(One|Two)\s*</g)).toHaveLength(2);
    expect(shown).toContain('{{ untouched }}');
  });

  it('accepts MJML that contains the words which replace Liquid', async () => {
    const { html } = await inspected({ mjml: column('<mj-text>lq0z lqq0z {{ a }}</mj-text>') });
    expect(html).toContain('lq0z lqq0z {{ a }}');
  });
});

describe('fonts of MJML', () => {
  const html = async (head: string) =>
    (await inspected({ mjml: `<mjml><mj-head>${head}</mj-head><mj-body><mj-section><mj-column><mj-text font-family="Roboto">x</mj-text></mj-column></mj-section></mj-body></mjml>` })).html; // prettier-ignore

  it('are fetched from nowhere unless the template names an address', async () => {
    expect(await html('')).not.toMatch(/googleapis|@import|<link/);
    expect(await html('<mj-font name="Roboto" href="https://fonts.example.com/roboto.css" />')).toContain(
      'https://fonts.example.com/roboto.css',
    );
  });
});

describe('MJML that becomes too long', () => {
  const long = 'x'.repeat(3_000);
  it.each([
    column(`<mj-text>${long}</mj-text>`.repeat(320)),
    column(`<mj-text>{% comment %}${long}{% endcomment %}</mj-text>`.repeat(320)),
    `<mjml><mj-head><mj-attributes><mj-text font-family="{{ f | default: '${long}' }}" /></mj-attributes></mj-head>` +
      `<mj-body><mj-section><mj-column>${'<mj-text>x</mj-text>'.repeat(400)}</mj-column></mj-section></mj-body></mjml>`,
  ])('is refused (%#)', async (source) => {
    expect(source.length).toBeLessThan(1_000_000);
    expect(await faultsOf({ mjml: source })).toEqual([
      'mjml must be a template: its HTML becomes longer than 1000000 characters',
    ]);
  });
});
