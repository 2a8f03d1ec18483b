import { describe, expect, it } from '@jest/globals';
import * as domain from './index.js';
import { Refusal } from './refusal.js';

type AnyRefusal = new (...args: never[]) => Refusal;
const classes = Object.entries(domain).filter(([, value]) => {
  return typeof value === 'function' && value.prototype instanceof Refusal;
}) as [string, AnyRefusal][];

const WORDS: Record<string, unknown[]> = {
  InvalidInputError: [[]],
  MethodNotAllowedError: ['PUT', ['GET']],
  MissingVariableError: [['name']],
  IncompleteLanguagesError: [[{ language: 'de', part: 'subject' }]],
  DailyLimitError: [100, 60],
  TooManyRecipientsError: [101, 100],
  UnavailableError: [],
  UnknownListError: [{ id: 'x'.repeat(100), place: 2 }],
  KeyKindNotAllowedError: [],
  JobNotUndoableError: ['Only a change of lists can be undone.'],
  JobStateError: ['The job has ended.'],
  NoExportFileError: ['The export is still running.'],
  ImportStateError: ['done', ['ready']],
  AutomationStateError: ['draft', 'pause'],
  AutomationNotReadyError: [[{ field: 'graph.first', message: 'is missing' }]],
  RunStateError: ['retried', 'it is over'],
  CampaignStateError: ['sent', 'pause'],
  CampaignNotReadyError: [['it has no subject']],
  CampaignAudienceChangedError: [100, 90],
  SingleSignOnRefusedError: ['the address is not verified.'],
  ImageRefusedError: ['The file is no image.'],
  SegmentBeingCopiedError: ['VIP'],
  SegmentInUseError: [[{ kind: 'segment', name: 'Outer' }]],
  SegmentKindError: ['Only a snapshot is refreshed.'],
};

const make = ([name, cls]: [string, AnyRefusal]): Refusal => new cls(...((WORDS[name] ?? [60]) as never[]));

describe('refusals', () => {
  it('have unique codes in snake_case', () => {
    const codes = classes.map((entry) => make(entry).code);
    expect(new Set(codes).size).toBe(classes.length);
    expect(codes.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  });

  it('have the name of their class and a sentence as message', () => {
    for (const entry of classes) {
      const refusal = make(entry);
      expect(refusal.name).toBe(entry[0]);
      expect(refusal).toBeInstanceOf(Error);
      if (entry[0] !== 'InvalidInputError' && entry[0] !== 'TemplateError') expect(refusal.message).toMatch(/^\S.*\.$/);
    }
  });

  it('have retryAfter where a retry can succeed', () => {
    const timed = classes.map(make).filter(({ kind }) => kind === 'limited' || kind === 'unavailable');
    expect(timed.length).toBeGreaterThanOrEqual(4);
    for (const { retryAfter } of timed) expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(new domain.RateLimitedError(0.2).retryAfter).toBe(1);
    expect(new domain.IdempotencyInProgressError().retryAfter).toBe(1);
  });

  it('name every wrong field', () => {
    const fields = [
      { field: 'title', message: 'must be 1 to 64 characters' },
      { field: 'from.email', message: 'must be an email address' },
    ];
    const refusal = new domain.InvalidInputError(fields);
    expect(refusal.message).toBe('title must be 1 to 64 characters; from.email must be an email address.');
    expect(refusal.fields).toEqual(fields);
  });

  it('use the texts of the wire contract', () => {
    expect(new domain.WrongCredentialsError().message).toBe('Wrong authentication credentials.');
    expect(new domain.SecretNeededError().message).toContain('secret');
    expect(new domain.DomainNotConnectedError('a@b.example').message).toContain(
      'a@b.example is not under a connected domain',
    );
    expect(new domain.UnknownSenderError('ACME').message).toBe('The sender ID ACME does not exist.');
    expect(new domain.UnknownSenderError('ACME', 'termii').message).toMatch(
      /sender ID ACME does not exist on the termii/,
    );
    expect(new domain.MissingVariableError(['name']).message).toBe('The template needs the variable name.');
    expect(new domain.MissingVariableError(['a', 'b']).message).toContain('the variables a, b');
    expect(new domain.DailyLimitError(100, 60).message).toContain('recipients are counted');
    expect(new domain.EmptyUpdateError(['title', 'description']).message).toContain('one of title, description');
    expect(new domain.EmptyUpdateError().message).toContain('at least one field');
    expect(new domain.UnknownRouteError('GET', '/v1/x').message).toBe('There is no operation GET /v1/x.');
    expect(new domain.BodyTooLargeError(100).message).toBe('The body is larger than 100 bytes.');
    expect(new domain.NoIntegrationError('at').message).toContain('No at integration');
    expect(new domain.ChannelNotAllowedError('twilio').message).toContain('only for termii and kudisms');
  });
});
