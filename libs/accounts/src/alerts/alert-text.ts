import { withoutEnd } from '@dundun/domain';

/** What a workspace is alerted about. */
export type AlertKind = 'campaign_halted' | 'automation_closed' | 'provider_failing';

/** What an alert says. */
export interface AlertFacts {
  kind: AlertKind;
  /** The id of the campaign, automation or provider. */
  subjectId: string;
  name: string;
  reason: string;
}

/** The characters that Slack's format gives a meaning. */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (each) => ESCAPES[each] as string);

const SENTENCES: Record<AlertKind, { said: (name: string) => string; then: string; page: (id: string) => string }> = {
  campaign_halted: {
    said: (name) => `The campaign “${name}” halted`,
    then: 'No message leaves until somebody resumes or cancels it.',
    page: (id) => `/campaigns/${id}`,
  },
  automation_closed: {
    said: (name) => `The automation “${name}” lets nobody in any more`,
    then: 'Those inside go on. It opens again when somebody resumes it.',
    page: (id) => `/automations/${id}`,
  },
  provider_failing: {
    said: (name) => `The provider “${name}” is failing`,
    then: 'Messages go through the next provider, or wait.',
    page: () => '/settings/providers',
  },
};

/** Returns the text of an alert in Slack's format, with a link to the page of what it is about. */
export function alertText({ kind, subjectId, name, reason }: AlertFacts, consoleUrl: string): string {
  const { said, then, page } = SENTENCES[kind];
  const why = reason === '' ? '' : `: ${escaped(withoutEnd(reason))}`;
  return `${escaped(said(name))}${why}. ${then} <${consoleUrl}${page(subjectId)}|Open it>`;
}
