/** The OpenAPI document, as far as the overview names it. */
interface Document {
  info: { title: string };
  paths: object;
}

interface Operation {
  summary?: string;
  tags?: string[];
}

/** Writes the overview for language models (llmstxt.org): what this is, where the document is, and every operation. */
export function llmsText({ info, paths }: Document, server: string): string {
  const sections = new Map<string, string[]>();
  for (const [path, item] of Object.entries(paths as Record<string, Record<string, Operation>>))
    for (const [method, { summary = '', tags: [tag = 'Other'] = [] }] of Object.entries(item))
      sections.set(tag, [...(sections.get(tag) ?? []), `- \`${method.toUpperCase()} ${path}\`: ${summary}`]);
  return [
    `# ${info.title}`,
    '',
    '> Audience lists, transactional email and SMS, and user event tracking, by HTTP. Credentials are HTTP Basic: the API key as user name,',
    '> its secret as password. Errors are `{"error":"text"}` with a stable code in the header `Dundun-Error`. Every POST takes',
    '> `Idempotency-Key`, so that it is safe to repeat.',
    '',
    '## Documents',
    '',
    `- [OpenAPI 3.1](${server}/docs-json): every operation with its fields, examples, errors and calls in five languages`,
    `- [Reference](${server}/docs): the same for people; [operations of the console](${server}/docs-console) have a page of their own`,
    ...[...sections].flatMap(([tag, lines]) => ['', `## ${tag}`, '', ...lines]),
    '',
  ].join('\n');
}
