import { expect, it } from '@jest/globals';
import { compileAutomation, isSend, readAutomationGraph } from '@dundun/domain';
import { readDesign } from '@dundun/domain/mail-design';
import { designOf } from './mail-design';
import { MAILS, type MailKey } from './mails';
import { RECIPES } from './recipes';

const idOf = (number: number) => `01934871-5b7e-7f0a-9c1d-${`${number}`.padStart(12, '0')}`;
const KEYS = Object.keys(MAILS) as MailKey[];
const template = (mail: MailKey) => idOf(KEYS.indexOf(mail));
const [LIST, SEGMENT] = [idOf(1_000), idOf(2_000)];

it.each(Object.entries(RECIPES))('the starting point %s can be published as it is', (_, { graph, mails, segment }) => {
  const drawn = graph({ list: LIST, segment: SEGMENT, template });
  const read = readAutomationGraph(JSON.parse(JSON.stringify(drawn)));
  const templates = new Map(mails.map((mail) => [template(mail), { channels: ['email'] as const, required: ['first_name'] }])); // prettier-ignore
  const known = { lists: new Set([LIST]), segments: new Set(segment ? [SEGMENT] : []), templates, attributes: new Set(['birthday']) }; // prettier-ignore
  expect(compileAutomation(read, known).faults).toEqual([]);
  expect(
    read.steps
      .filter(isSend)
      .map((step) => step.template)
      .sort(),
  ).toEqual(mails.map(template).sort());
});

it.each(KEYS)('the mail %s is a design that the visual editor opens', (key) => {
  const design = designOf(MAILS[key]);
  expect(readDesign(JSON.parse(JSON.stringify(design)))).toEqual({ design });
});
