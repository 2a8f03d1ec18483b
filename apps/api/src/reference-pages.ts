import type { OpenApiDocument } from '@dundun/platform/server';

/** The tag of operations that only the console needs. */
const CONSOLE = 'Console';
const CONSOLE_PAGE = '/docs-console';

type Item = Record<string, { tags?: string[] }>;

/** Keeps the operations that pass, and the tags that are left. */
function only(document: OpenApiDocument, isKept: (tags: string[]) => boolean): OpenApiDocument {
  const paths = Object.entries(document.paths as Record<string, Item>).flatMap(([path, item]) => {
    const kept = Object.entries(item).filter(([, { tags = [] }]) => isKept(tags));
    return kept.length > 0 ? [[path, Object.fromEntries(kept)] as const] : [];
  });
  return { ...document, paths: Object.fromEntries(paths) as OpenApiDocument['paths'] };
}

/** Returns the page for integrators: everything but the operations of the console. */
export function integratorsPage(document: OpenApiDocument): OpenApiDocument {
  const { info, tags = [] } = document;
  return {
    ...only(document, (names) => !names.includes(CONSOLE)),
    info: {
      ...info,
      description: `${info.description}\n\nThe operations of the console have [a page of their own](${CONSOLE_PAGE}).`,
    },
    tags: tags.filter(({ name }) => name !== CONSOLE),
  };
}

/** Returns the page of the console's operations, with a section for each resource. */
export function consolePage(document: OpenApiDocument): OpenApiDocument {
  const { paths, ...rest } = only(document, (names) => names.includes(CONSOLE));
  const sections = new Set<string>();
  const sorted = Object.entries(paths as Record<string, Item>).map(([path, item]) => {
    const tag = sectionOf(path);
    sections.add(tag);
    const tagged = Object.entries(item).map(([method, operation]) => [method, { ...operation, tags: [tag] }]);
    return [path, Object.fromEntries(tagged)];
  });
  return {
    ...rest,
    info: {
      ...rest.info,
      title: `${rest.info.title} console`,
      description: [
        'Operations of the console. They accept a console session, or the API key with its secret.',
        'Lists, people, sends and events are on [the main page](/docs).',
      ].join(' '),
    },
    tags: [...sections].sort().map((name) => ({ name, description: '' })),
    paths: Object.fromEntries(sorted) as OpenApiDocument['paths'],
    webhooks: undefined,
  };
}

/** Names the section of a path after its resource: `/console/source-kinds` is in "Source kinds". */
function sectionOf(path: string): string {
  const words = (path.split('/')[2] ?? '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
