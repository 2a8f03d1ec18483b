import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contrast, printDesign, readable, readDesign, type Block, type RichText } from './index.js';
import { aDesign, everyBlock, everyContent } from './testing.js';

const alone = (block: object): string => {
  const printed = printDesign(aDesign([{ id: 'a', when: null, background: null, ...block } as Block]));
  return /<mj-column>(?!<mj-spacer)(.*)<\/mj-column>/.exec(printed)?.[1] ?? printed;
};
const faultsOf = (given: unknown) => {
  const read = readDesign(given);
  return 'faults' in read ? read.faults : [];
};

describe('readDesign', () => {
  it('returns every block as it was given', () => {
    const design = everyBlock();
    expect(readDesign(JSON.parse(JSON.stringify(design)))).toEqual({ design });
  });

  it.each<[string, unknown, string]>([
    ['no object', 'x', 'design'],
    ['an unknown key', { ...aDesign([]), extra: 1 }, 'design.extra'],
    ['an unknown block', aDesign([{ kind: 'marquee' } as never]), 'design.blocks[0].kind'],
    ['an inherited name as kind', aDesign([{ kind: 'constructor' } as never]), 'design.blocks[0].kind'],
    ['a colour that is CSS', { ...aDesign([]), theme: { ...aDesign([]).theme, brand: 'red;}' } }, 'design.theme.brand'],
    [
      'columns that do not match the layout',
      aDesign([{ id: 'c', kind: 'columns', when: null, background: null, layout: '1-1-1', cells: [[], []] }]),
      'design.blocks[0].cells',
    ],
    [
      'columns inside columns',
      aDesign([
        {
          id: 'c',
          kind: 'columns',
          when: null,
          background: null,
          layout: '1-1',
          cells: [[{ kind: 'columns' } as never], []],
        },
      ]),
      'design.blocks[0].cells[0][0].kind',
    ],
    [
      'a condition that is Liquid',
      aDesign([
        {
          id: 'd',
          kind: 'divider',
          thickness: 1,
          background: null,
          when: { variable: 'a %}{{ x', test: 'set', value: '' },
        },
      ]),
      'design.blocks[0].when.variable',
    ],
    [
      'a variable that is Liquid',
      aDesign([
        {
          id: 't',
          kind: 'text',
          size: 'normal',
          align: 'left',
          when: null,
          background: null,
          text: {
            type: 'doc',
            content: [{ type: 'paragraph', content: [{ type: 'variable', attrs: { name: 'a | raw', fallback: '' } }] }],
          },
        },
      ]),
      'design.blocks[0].text',
    ],
  ])('names %s by its path', (_, given, field) => {
    expect(faultsOf(given)).toEqual(expect.arrayContaining([expect.objectContaining({ field })]));
  });

  it('refuses lists nested without end', () => {
    let nested: unknown = { type: 'paragraph' };
    for (let depth = 0; depth < 40; depth++)
      nested = { type: 'bullet_list', content: [{ type: 'list_item', content: [nested] }] };
    const [, text] = everyContent();
    const block = { ...text, background: null, text: { type: 'doc', content: [nested] } };
    expect(faultsOf(aDesign([block as Block]))).toHaveLength(1);
  });

  it('answers any JSON without an exception', () => {
    fc.assert(fc.property(fc.jsonValue(), (given) => readDesign(given) !== undefined));
    fc.assert(
      fc.property(fc.jsonValue(), (given) => readDesign({ ...aDesign([]), blocks: [given, { kind: 'text', text: given }] }) !== undefined), // prettier-ignore
    );
  });
});

describe('printDesign', () => {
  it('prints the same text for the same design', () => {
    expect(printDesign(everyBlock())).toBe(printDesign(JSON.parse(JSON.stringify(everyBlock())) as never));
  });

  it('prints blocks', () => {
    const [logo, heading, text, button, image, product, quote, social, divider, spacer, footer] = everyContent('A & B');
    const href = 'href="https://example.com/?a=1&amp;b=2"';
    expect(alone(logo as Block)).toBe(
      `<mj-image src="https://example.com/i.png" alt="A &amp; B" ${href} width="120px" align="left" padding="28px 32px 16px" />`,
    );
    expect(alone(heading as Block)).toBe(
      '<mj-text align="left" color="#22242a" font-family="Georgia, \'Times New Roman\', serif" font-size="30px" ' +
        'font-weight="700" line-height="1.25" padding="16px 32px 8px" css-class="dd-text">' +
        '<h1 style="margin:0;font:inherit;color:inherit">A &amp; B</h1></mj-text>',
    );
    expect(alone(text as Block)).toBe(
      '<mj-text align="left" color="#22242a" font-size="16px" css-class="dd-text"><p style="margin:0 0 0px">A &amp; B</p></mj-text>',
    );
    expect(alone(button as Block)).toBe(
      `<mj-button ${href} background-color="#4b3fe4" color="#ffffff" border-radius="8px" font-size="16px" ` +
        'font-weight="600" inner-padding="13px 26px" padding="10px 32px" align="center">A &amp; B</mj-button>',
    );
    expect(alone(image as Block)).toContain('width="600px" align="center" padding="0" />');
    expect(alone(product as Block)).toContain('<mj-button');
    expect(alone(quote as Block)).toContain('— A &amp; B');
    expect(alone(social as Block)).toContain('>Instagram</a>');
    expect(alone(divider as Block)).toContain('<mj-divider border-width="1px"');
    expect(
      printDesign(aDesign([{ ...spacer, background: null } as Block])).split('<mj-spacer height="24px" />'),
    ).toHaveLength(3);
    expect(alone(footer as Block)).toContain('<a href="{{ unsubscribe_url }}"');
  });

  it('prints formatted text and variables with fallbacks', () => {
    const text: RichText = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Hi ', marks: [{ type: 'strong' }, { type: 'em' }] },
            { type: 'variable', attrs: { name: 'first_name', fallback: 'there' } },
            { type: 'hard_break' },
            { type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href: '{{ url }}' } }] },
          ],
        },
        { type: 'bullet_list', content: [{ type: 'list_item', content: [{ type: 'paragraph' }] }] },
      ],
    };
    expect(alone({ kind: 'text', size: 'normal', align: 'left', text })).toContain(
      '<p style="margin:0 0 12px"><strong><em>Hi </em></strong>{{ first_name | default: "there" }}<br />' +
        '<a class="dd-link" href="{{ url }}" style="color:#4b3fe4;text-decoration:underline">here</a></p>' +
        '<ul style="margin:0 0 0px;padding-left:24px"><li><p style="margin:0 0 4px">&nbsp;</p></li></ul>',
    );
  });

  it('wraps a block in its condition', () => {
    const [, , , , , , , , divider] = everyContent();
    const printed = (when: object) => printDesign(aDesign([{ ...divider, background: null, when } as Block]));
    expect(printed({ variable: 'plan', test: 'is', value: 'pro "x" %}' })).toContain('{% if plan == \'pro "x" %\' %}');
    expect(printed({ variable: 'plan', test: 'is_not', value: 'pro' })).toContain('{% if plan != "pro" %}');
    expect(printed({ variable: 'a.b', test: 'set', value: '' })).toContain('{% if a.b %}');
    expect(printed({ variable: 'a', test: 'not_set', value: '' })).toMatch(/{% unless a %}[^]*{% endunless %}/);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', ' JAVASCRIPT:x', '"><script>', '/relative'])(
    'links nowhere for %s',
    (href) => {
      expect(alone({ kind: 'button', label: 'x', href, look: 'solid', isWide: false, align: 'left' })).not.toContain(
        'href',
      );
    },
  );

  it('escapes whatever is written into a field', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '</mj-text><script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        '{% for i in (1..9) %}',
        '{{ x | raw }}',
        '<!-- ',
        '-->',
        ']]>',
        "{{ a | default: '\"><b>' }}",
      ),
    );
    const skeleton = (design: string) => design.replace(/"[^"]*"/g, '""').match(/<\/?[a-z!-][\w-]*/gi);
    const innocent = skeleton(printDesign(everyBlock('x')));
    fc.assert(
      fc.property(hostile, (words) => {
        const printed = printDesign(everyBlock(`x${words.replace(/\n/g, ' ')}`));
        const outside = printed.replace(/\{\{ [\w.[\]-]+(?: \| default: (?:"[^"]*"|'[^']*'))? \}\}/g, '');
        expect(outside).not.toMatch(/\{\{|\{%/);
        expect(skeleton(outside)).toEqual(innocent);
      }),
    );
  });
});

describe('readable', () => {
  it('chooses an ink of at least 4.5 to 1', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(fc.property(hex, hex, (one, other) => contrast(one, readable(one, other)) >= 4.5));
  });
});
