import { expect } from '@jest/globals';
import type { Captured } from './messages.js';

export interface Shown {
  status: number;
  headers: Headers;
  html: string;
}

/** Returns the link of a confirmation email. */
export function confirmLink({ html, text }: Captured): string {
  const link = /https?:\/\/[^\s"'<>]+\/p\/[^\s"'<>]+/.exec(text ?? html ?? '')?.[0];
  if (!link) throw new Error(`no link in ${text ?? html}`);
  return link;
}

export const open = (url: string): Promise<Shown> => shown(fetch(url, { redirect: 'manual' }));

/** Submits the form of the page, as a browser without scripts does. */
export async function press(url: string, headers: Record<string, string> = {}): Promise<Shown> {
  const { html } = await open(url);
  const form = /<form\b[^>]*>[\s\S]*?<\/form>/i.exec(html)?.[0];
  if (!form) throw new Error(`no form on the page:\n${html}`);
  const [tag] = form.split('>', 1) as [string];
  expect(attribute(tag, 'method')?.toLowerCase()).toBe('post');
  const fields = [...form.matchAll(/<input\b[^>]*>/gi)].map(([input]) => [
    attribute(input, 'name') ?? '',
    attribute(input, 'value') ?? '',
  ]);
  const body = new URLSearchParams(fields.filter(([name]) => name) as [string, string][]);
  const action = new URL(attribute(tag, 'action') ?? '', url);
  return shown(fetch(action, { method: 'POST', body, headers, redirect: 'manual' }));
}

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(tag)?.[1];

async function shown(answer: Promise<Response>): Promise<Shown> {
  const { status, headers, ...rest } = await answer.then(async (response) => ({
    status: response.status,
    headers: response.headers,
    html: await response.text(),
  }));
  return { status, headers, ...rest };
}
