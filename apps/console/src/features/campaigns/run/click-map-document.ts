import { previewDocument } from '@/features/editor/preview-document';
import { count } from '@/lib/format';
import type { CampaignReport } from './report-queries';

type Link = CampaignReport['links'][number];

/** Returns the page of a mail on which each tracked link carries its number of clicks. */
export function clickMapDocument(html: string, links: readonly Pick<Link, 'number' | 'clicked'>[], origin: string) {
  const most = Math.max(1, ...links.map(({ clicked }) => clicked));
  const rules = links.map(({ number, clicked }) => {
    const strength = clicked === 0 ? 0.15 : 0.35 + (0.65 * clicked) / most;
    return (
      `a[href="#link-${number}"]{outline:2px solid rgb(67 56 202 / ${strength.toFixed(2)});outline-offset:2px}` +
      `a[href="#link-${number}"]::after{content:"${count(clicked)}"}`
    );
  });
  const badge =
    'a[href^="#link-"]::after{display:inline-block;margin-left:4px;padding:0 6px;border-radius:9px;background:#312e81;' +
    'color:#fff;font:600 11px/18px system-ui,sans-serif;text-decoration:none;vertical-align:middle}';
  return `${previewDocument(html, 'light', origin)}<style>${badge}${rules.join('')}</style>`;
}
