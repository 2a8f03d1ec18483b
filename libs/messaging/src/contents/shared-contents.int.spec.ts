import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountsEntities, SendingDomains } from '@dundun/accounts';
import { InvalidInputError } from '@dundun/domain';
import { TrackingRefusals } from '@dundun/people';
import { createLogger, Seal } from '@dundun/platform/config';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import { ChangedLinks } from '../tracking/changed-links.repository.js';
import { ShortLinks } from '../tracking/short-links.repository.js';
import { Tracking } from '../tracking/tracking.service.js';
import { TrackingTokens } from '../tracking/tracking-tokens.service.js';
import { Contents } from './contents.service.js';
import { MessageContents } from './message-contents.repository.js';
import { SharedContents } from './shared-contents.service.js';

describe('a link of a content that leads elsewhere', () => {
  const db = useDatabase(accountsEntities);
  let workspace: number;
  let [shared, content, base] = [undefined as unknown as SharedContents, '', ''];

  beforeEach(async () => {
    const { database, config } = db;
    const renderer = new TemplateRenderer();
    const tokens = new TrackingTokens(new Seal([config.SECRET_KEY]));
    const tracking = new Tracking(config, new SendingDomains(database), new ShortLinks(database), tokens, new TrackingRefusals(database)); // prettier-ignore
    const rows = new MessageContents(database);
    shared = new SharedContents(
      config,
      rows,
      new ChangedLinks(database, createLogger('test', 'silent')),
      tracking,
      renderer,
    );
    base = config.PUBLIC_URL;
    workspace = await aWorkspace(database);
    const text = 'Look: https://shop.test/a';
    ({ id: content } = await new Contents(renderer, tracking, rows).put(workspace, { subject: 'News', html: `<a href="https://shop.test/a">${text}</a>`, trackClicks: true })); // prettier-ignore
  });

  const change = (url: string) =>
    shared.changeLink(workspace, content, { number: 0, url, parameters: { values: { utm_source: 'mail' }, except: [] } }); // prettier-ignore

  it('is stored in ASCII, as a header has to be', async () => {
    const ascii = 'https://xn--bcher-kva.test/%C3%A4?q=%E6%97%A5&utm_source=mail#%C3%BC';
    expect(await change('https://bücher.test/ä?q=日#ü')).toBe(ascii);
    expect((await shared.linksOf(workspace, content)).changed).toEqual(new Map([[0, ascii]]));
  });

  it.each(['p/u/token', 't/c/token', 's/code'])('is refused when it leads to our own /%s', async (path) => {
    await expect(change(`${base}/${path}`)).rejects.toThrow(InvalidInputError);
    expect((await shared.linksOf(workspace, content)).changed).toEqual(new Map());
  });
});
