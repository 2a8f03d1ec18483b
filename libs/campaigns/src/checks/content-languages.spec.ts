import { describe, expect, it } from '@jest/globals';
import type { ContentInput } from '@dundun/messaging';
import type { CampaignContent, CampaignRow } from '../definitions/campaign.js';
import { languageFindings } from './content-languages.js';

describe('the languages of variants', () => {
  const aContent = (language?: string, ...others: string[]): ContentInput => ({
    subject: 'Hello',
    ...(language !== undefined && { language }),
    ...(others.length > 0 && {
      translations: Object.fromEntries(others.map((tag) => [tag, { subject: tag, text: tag }])),
    }),
  });
  const found = (contents: ContentInput[], content: CampaignContent = {}) => {
    const variants = contents.slice(1).map((): CampaignContent => ({}));
    const campaign = { channel: 'email', content, variants } as unknown as CampaignRow;
    return languageFindings(campaign, contents).map(({ message }) => message);
  };

  it('are the same with another default', () => {
    expect(found([aContent('en', 'de', 'fr'), aContent('de', 'fr', 'en')])).toEqual([]);
  });

  it('differ if only the defaults do, and each lacks that of the other', () => {
    expect(found([aContent('en', 'de'), aContent('fr', 'de')])).toEqual([
      expect.stringMatching(/variant A is not in fr,/),
      expect.stringMatching(/variant B is not in en,/),
    ]);
  });

  it('are lacking in a content in one language', () => {
    const [one, ...more] = found([aContent('en', 'de'), aContent('en')]);
    expect([one, more]).toEqual([expect.stringMatching(/variant B is in one language, .* in de, en$/), []]);
    expect(found([aContent('en'), aContent()])).toEqual([]);
  });

  it('beside the default are named for a subject in one language', () => {
    const said = found([aContent('en', 'fr', 'de')], { subject: 'Sale' });
    expect(said).toEqual([expect.stringContaining('its template is also in de, fr:')]);
  });
});
