import { wholeOf, type ContentPieces } from '@dundun/providers';
import type { ClaimedMessage, EmailContent, SmsContent } from '../message/message.js';
import { fillPlain, type PlainPart, type PlainTemplate } from '../templates/plain-template.js';
import type { Filled, SharedRendering } from '../templates/shared-rendering.js';
import { LINKS, PIXEL } from '../tracking/tracking.service.js';
import { withConsentLinks, type ConsentUrls } from '../tracking/unsubscribe-links.service.js';
import type { MessageContent } from './message-contents.repository.js';

/** What of a message decides its rendering. */
export type Referring = Pick<
  ClaimedMessage,
  'workspace_id' | 'id' | 'channel' | 'sender' | 'recipients' | 'list_id' | 'created_at'
> & { content: EmailContent | SmsContent };

/** What the service adds to the variables of a message: those that the message may replace, and those that it may not. */
export interface OwnVariables {
  urls: ConsentUrls | undefined;
  before: object | undefined;
  after: object;
}

/** Of all values of a message together. With few outputs, no part becomes too long, whatever is escaped. */
const LONGEST_VALUES = 200;
const LONGEST_NUMBER = 25;
const LONGEST_SUBJECT = 998;
const MOST_OUTPUTS = 500;

/** Fills in one content of plain variables, message by message and at once. */
export class ContentFiller {
  private readonly inSubject: string[];
  private readonly inBody: string[];
  private readonly isBounded: boolean;

  constructor(
    private readonly content: MessageContent,
    private readonly plain: PlainTemplate,
    private readonly ownVariables: (message: Referring) => OwnVariables,
  ) {
    const { subject, html, text } = plain;
    this.inSubject = namesIn(subject);
    this.inBody = [...new Set([...namesIn(html), ...namesIn(text)])];
    const longest = wholeOf({ fixed: subject.fixed, values: [] }).length + subject.outputs.length * LONGEST_VALUES;
    const outputs = [subject, html, text].flatMap((part) => part?.outputs ?? []);
    const isDirect = outputs.every(({ path }) => this.isDirect(path));
    this.isBounded = longest <= LONGEST_SUBJECT && outputs.length <= MOST_OUTPUTS && isDirect;
  }

  /** Whether an output is a variable itself, or a tracked link by its number: a path into a value is for the sandbox. */
  private isDirect([name, index, ...rest]: PlainPart['outputs'][number]['path']): boolean {
    if (name !== LINKS) return index === undefined;
    const links = this.content.track === null ? 0 : (this.content.links?.length ?? 0);
    return rest.length === 0 && index !== undefined && /^\d+$/.test(`${index}`) && Number(index) < links;
  }

  /** About how long html and text become. */
  get length(): number {
    return (this.content.html?.length ?? 0) + (this.content.text?.length ?? 0);
  }

  /** Whether `fill` certainly succeeds. Otherwise the sandbox says what is wrong with the variables. */
  canFill({ content, list_id }: Referring): boolean {
    const { variables } = content as EmailContent;
    if (variables === undefined || !this.isBounded) return false;
    let length = 0;
    for (const value of Object.values(variables)) {
      if (typeof value === 'string') length += value.length;
      else if (typeof value === 'number' || typeof value === 'boolean') length += LONGEST_NUMBER;
      else return false;
    }
    const isGiven = (name: string) => Object.hasOwn(variables, name);
    const isOurs = (name: string) => (TRACKED.has(name) ? this.content.track !== null : list_id !== null && CONSENT.has(name)); // prettier-ignore
    return (
      length <= LONGEST_VALUES &&
      this.inSubject.every(isGiven) &&
      this.inBody.every((name) => isGiven(name) || isOurs(name))
    );
  }

  /** Returns the content, the same as `RenderedContents.of`. @throws Error unless it can be filled in */
  fill(message: Referring): EmailContent {
    const source = message.content as EmailContent;
    const { urls, before, after } = this.ownVariables(message);
    const filled = fillPlain(this.plain, { ...before, ...source.variables, ...after });
    if (!filled) throw new Error('a variable is missing');
    const fixed = { html: this.plain.html?.fixed, text: this.plain.text?.fixed };
    return withRendered(source, this.content, renderedOf(this.content, fixed, filled, urls));
  }
}

const CONSENT = new Set(['unsubscribe_url', 'preferences_url', 'web_url']);
const TRACKED = new Set([LINKS, PIXEL]);
const namesIn = (part: PlainPart | undefined) => part?.outputs.map(({ path }) => path[0] as string) ?? [];

/** Returns the content of a message with what was rendered of it; without variables, nothing was. */
export function withRendered(
  { ref: _ref, variables: _variables, ...own }: EmailContent,
  { links, track }: MessageContent,
  rendered: EmailContent | undefined,
): EmailContent {
  return { ...own, ...rendered, ...(links && { links }), ...(track && { track }) };
}

/** Returns a rendering with the headers of its list, its html and text in pieces if possible. */
export function renderedOf(
  { workspace_id, id }: MessageContent,
  fixed: SharedRendering['fixed'],
  filled: Exclude<Filled, { fault: string }>,
  urls: ConsentUrls | undefined,
): EmailContent {
  const whole = (part: 'html' | 'text') => (typeof filled[part] === 'object' ? undefined : filled[part]);
  const subject = filled.subject as string;
  const { headers } = withConsentLinks({ subject }, urls);
  const pieces = piecesOf(`${workspace_id} ${id}`, fixed, filled);
  return {
    subject,
    html: whole('html'),
    text: whole('text'),
    ...(headers && { headers }),
    ...(pieces && { pieces }),
  };
}

function piecesOf(
  id: string,
  fixed: SharedRendering['fixed'],
  filled: Exclude<Filled, { fault: string }>,
): ContentPieces | undefined {
  const of = (part: 'html' | 'text') => {
    const [pieces, values] = [fixed[part], filled[part]];
    return pieces && typeof values === 'object' ? { [part]: { fixed: pieces, values } } : {};
  };
  const pieces = { ...of('html'), ...of('text') };
  return Object.keys(pieces).length > 0 ? { id, ...pieces } : undefined;
}
