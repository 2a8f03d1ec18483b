import { Schema, type DOMOutputSpec } from 'prosemirror-model';

/** The formatted text of a design; the JSON of a document is what is stored. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: (): DOMOutputSpec => ['p', 0] },
    bullet_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: (): DOMOutputSpec => ['ul', 0],
    },
    ordered_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ol' }],
      toDOM: (): DOMOutputSpec => ['ol', 0],
    },
    list_item: {
      content: 'paragraph (paragraph | bullet_list | ordered_list)*',
      parseDOM: [{ tag: 'li' }],
      toDOM: (): DOMOutputSpec => ['li', 0],
    },
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: (): DOMOutputSpec => ['br'],
    },
    variable: {
      inline: true,
      group: 'inline',
      atom: true,
      attrs: { name: {}, fallback: { default: '' } },
      parseDOM: [
        {
          tag: 'span[data-variable]',
          getAttrs: (dom) => ({ name: dom.dataset.variable ?? 'first_name', fallback: dom.dataset.fallback ?? '' }),
        },
      ],
      toDOM: ({ attrs: { name, fallback } }): DOMOutputSpec => [
        'span',
        { 'data-variable': name as string, 'data-fallback': fallback as string, class: 'editor-variable' },
        fallback ? `${name as string} · ${fallback as string}` : (name as string),
      ],
    },
  },
  marks: {
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: (): DOMOutputSpec => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: (): DOMOutputSpec => ['em', 0] },
    underline: { parseDOM: [{ tag: 'u' }], toDOM: (): DOMOutputSpec => ['u', 0] },
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: (dom) => ({ href: dom.getAttribute('href') ?? '' }) }],
      toDOM: ({ attrs: { href } }): DOMOutputSpec => ['a', { 'data-href': href as string, class: 'editor-link' }, 0],
    },
  },
});
