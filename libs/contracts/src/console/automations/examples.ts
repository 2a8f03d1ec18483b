/** The id of the examples in the documentation of automations. */
export const ID = '01934901-6c7d-7e0a-8b2e-0c1d2e3f4a5b';

/** An automation of the documentation: a mail to who was called for, an hour later. */
export const GRAPH_EXAMPLE = {
  trigger: { kind: 'event', event: 'Trial started' },
  settings: { list: '0193486f-5a1c-7c9e-9a37-6f0f4f6f2b10' },
  first: 'hour',
  steps: [
    { id: 'hour', kind: 'delay', for: { hours: 1 }, next: 'hello' },
    { id: 'hello', kind: 'email', template: '01934871-5b7e-7f0a-9c1d-2f6b8e4a7c10', next: 'out' },
    { id: 'out', kind: 'exit' },
  ],
};

/** What a graph is, in a sentence. */
export const GRAPH =
  'The steps and what leads to them, as in the schema AutomationGraph of the reference. A draft may be incomplete: validate says what is missing.';
