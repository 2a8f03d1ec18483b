import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  ApprovalNeededError,
  ApprovalNotAskedError,
  ApprovalNotRequiredError,
  ApprovalOutdatedError,
  CampaignNotReadyError,
  CampaignStateError,
  NoSenderError,
  OwnApprovalError,
  TemplateNotFoundError,
  UnavailableError,
} from '@dundun/domain';
import { Approvals, SendingDomains, SystemMail, Workspaces } from '@dundun/accounts';
import { Contents, SharedContents } from '@dundun/messaging';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import { CampaignApprovals } from './approval/campaign-approvals.service.js';
import { CampaignChecks } from './checks/campaign-checks.service.js';
import { CampaignSources } from './checks/campaign-sources.service.js';
import { CampaignLinks } from './reports/campaign-links.service.js';
import { CampaignReadiness } from './checks/campaign-readiness.service.js';
import { audienceOf } from './testing-audience.js';
import { aProcess, type Process } from './testing.js';

describe('the approval of a campaign', () => {
  const db = useDatabase();
  let workspaceId: number;
  let all: Process;
  let approvals: CampaignApprovals;
  let [ada, bob, eve] = ['', '', ''];

  beforeAll(async () => {
    all = await aProcess(db.config);
    approvals = all.get(CampaignApprovals);
    // Whether a provider carries the mail is another matter.
    jest.spyOn(all.get(CampaignReadiness), 'routeProblem').mockResolvedValue(undefined);
  });
  afterAll(() => all.close());

  const { run, aList, aSegment, aMember } = audienceOf(
    () => db.database,
    () => workspaceId,
  );
  const joined = async (name: string, role: string) => {
    const [id, email] = [v7(), `${v7()}@dundun.test`];
    await run(
      `WITH login AS (INSERT INTO logins (id, email, password_hash) VALUES (gen_random_uuid(), $2, 'x') RETURNING id)
       INSERT INTO members (workspace_id, id, email, name, role, login_id) SELECT $1, $3, $2, $4, $5, id FROM login`,
      ...[email, id, name, role],
    );
    return id;
  };
  beforeEach(async () => {
    workspaceId = await aWorkspace(db.database);
    await all.get(SendingDomains).connect(workspaceId, 'example.com');
    await all.get(Workspaces).update(workspaceId, { requiresApproval: true });
    [ada, bob, eve] = [await joined('Ada', 'marketer'), await joined('Bob', 'admin'), await joined('Eve', 'owner')];
  });
  const by = (memberId: string) => ({ memberId, keyId: 'key', requestId: 'r' });
  const aDraft = async (segments: string[] = []) => {
    const list = await aList();
    await aMember(list, `${v7()}@example.com`);
    const { id } = await all.campaigns.create(workspaceId, {
      ...{ name: 'News', lists: [list], without_segments: segments, subject: 'Hello', text: 'Hello.' },
    });
    return id;
  };
  const defined = (segment: string, tree: object, version = 1) =>
    run(
      `WITH edited AS (UPDATE segments SET kind = 'live', tree = $3, version = $4 WHERE workspace_id = $1 AND id = $2)
       INSERT INTO segment_versions (workspace_id, segment_id, version, tree, created_at) VALUES ($1, $2, $4, $3, now() + interval '1 second')`,
      ...[segment, JSON.stringify(tree), version],
    );
  const edited = (segment: string) => defined(segment, { all: [] });
  const start = (id: string) => all.control.start(workspaceId, id, {}, 'test');
  const approval = async (id: string) => (await all.campaigns.get(workspaceId, id)).approval;

  it('is needed to start, also by one call, and is given by another admin for this version', async () => {
    const id = await aDraft();
    await expect(start(id)).rejects.toThrow(ApprovalNeededError);
    const { version } = await approvals.ask(workspaceId, id, by(ada));
    await expect(start(id)).rejects.toThrow(ApprovalNeededError);
    await approvals.decide(workspaceId, id, { version }, by(bob));
    expect(await approval(id)).toMatchObject({ state: 'approved', recipients: 1, asked_by: { name: 'Ada' }, decided_by: { name: 'Bob' } }); // prettier-ignore
    expect((await start(id)).state).toBe('scheduled');
    const { lists } = await all.campaigns.get(workspaceId, id);
    const one = { name: 'At once', lists, subject: 'Hello', text: 'Hello.' };
    await expect(all.control.launch(workspaceId, one, {}, 'key')).rejects.toThrow(ApprovalNeededError);
    expect((await all.campaigns.page(workspaceId, { limit: 10 }, { q: 'at once' })).rows).toEqual([]);
  });

  it('is void after any change, that of a segment too, and stays when a start is taken back', async () => {
    const segment = await aSegment();
    const id = await aDraft([segment]);
    const approved = async () => {
      const { version } = await approvals.ask(workspaceId, id, by(ada));
      await approvals.decide(workspaceId, id, { version }, by(bob));
    };
    await approved();
    await all.campaigns.update(workspaceId, id, { subject: 'Hi' });
    expect(await approval(id)).toBeNull();
    await expect(start(id)).rejects.toThrow(ApprovalNeededError);
    await approved();
    await start(id);
    await all.control.undo(workspaceId, id);
    expect((await start(id)).state).toBe('scheduled');
    await all.control.undo(workspaceId, id);
    await edited(segment);
    await expect(start(id)).rejects.toThrow(ApprovalNeededError);
  });

  it('is void after an edit of a segment that the conditions of its segments lead to', async () => {
    const [outer, middle, inner] = [await aSegment(), await aSegment(), await aSegment()];
    await defined(outer, { segment: middle });
    await defined(middle, { not: { segment: inner } });
    const id = await aDraft([outer]);
    const { version } = await approvals.ask(workspaceId, id, by(ada));
    await approvals.decide(workspaceId, id, { version }, by(bob));
    const isVoid = async () => approvals.isVoid(await all.campaigns.get(workspaceId, id));
    expect(await isVoid()).toBe(false);
    await edited(inner);
    expect(await isVoid()).toBe(true);
    await expect(start(id)).rejects.toThrow(ApprovalNeededError);
    const again = await approvals.ask(workspaceId, id, by(ada));
    await approvals.decide(workspaceId, id, { version: again.version }, by(bob));
    expect((await start(id)).state).toBe('scheduled');
  });

  it('is about the text that leaves, also if a template is edited while the campaign starts', async () => {
    const id = await aDraft();
    const { version } = await approvals.ask(workspaceId, id, by(ada));
    await approvals.decide(workspaceId, id, { version }, by(bob));
    const [gate, sources] = [all.get(Approvals), all.get(CampaignSources)];
    const check = gate.check.bind(gate);
    const content = jest.spyOn(sources, 'content');
    const put = jest.spyOn(all.get(Contents), 'put');
    jest.spyOn(gate, 'check').mockImplementationOnce(async (...given) => {
      await check(...given);
      content.mockResolvedValue({ subject: 'Hello', text: 'Edited.' });
    });
    await start(id);
    expect(put).toHaveBeenCalledWith(workspaceId, expect.objectContaining({ text: expect.stringMatching(/^Hello\./) })); // prettier-ignore
    content.mockRestore();
  });

  it('is not called void while the database is away, but is by a template that is gone', async () => {
    const id = await aDraft();
    await approvals.ask(workspaceId, id, by(ada));
    const content = jest.spyOn(all.get(CampaignSources), 'content');
    const isVoid = async () => approvals.isVoid(await all.campaigns.get(workspaceId, id));
    expect(await isVoid()).toBe(false);
    content.mockRejectedValueOnce(new UnavailableError());
    await expect(isVoid()).rejects.toBeInstanceOf(UnavailableError);
    content.mockRejectedValueOnce(new TemplateNotFoundError());
    expect(await isVoid()).toBe(true);
    content.mockRestore();
  });

  it('says that a large audience was counted in part, and that nobody has mail of it without a sender', async () => {
    const id = await aDraft();
    const counted = await all.get(CampaignChecks).check(await all.campaigns.get(workspaceId, id));
    jest.spyOn(all.get(CampaignChecks), 'check').mockResolvedValueOnce({ ...counted, isExact: false });
    const send = jest.spyOn(all.get(SystemMail), 'send').mockResolvedValueOnce(undefined);
    expect(await approvals.ask(workspaceId, id, by(ada))).toMatchObject({ is_exact: false, is_mailed: true });
    expect(send.mock.calls[0]?.[0].text).toMatch(/which at least 1 person would get/);
    send.mockRejectedValueOnce(new NoSenderError());
    expect(await approvals.ask(workspaceId, id, by(ada))).toMatchObject({ is_exact: true, is_mailed: false });
  });

  it('is needed again by a campaign that rests while its segment is edited', async () => {
    const segment = await aSegment();
    const id = await aDraft([segment]);
    const { version } = await approvals.ask(workspaceId, id, by(ada));
    await approvals.decide(workspaceId, id, { version }, by(bob));
    await start(id);
    await run(`UPDATE campaigns SET state = 'freezing' WHERE workspace_id = $1 AND id = $2`, id);
    await all.control.pause(workspaceId, id);
    await all.control.resume(workspaceId, id);
    await all.control.pause(workspaceId, id);
    await edited(segment);
    await expect(all.control.resume(workspaceId, id)).rejects.toThrow(ApprovalNeededError);
    expect((await all.campaigns.get(workspaceId, id)).state).toBe('paused');
  });

  it('is for the links that were approved: they lead elsewhere only once something has left', async () => {
    const list = await aList();
    await aMember(list, 'ada@example.com');
    const text = 'Read https://example.com/news.';
    const { id } = await all.campaigns.create(workspaceId, { name: 'News', lists: [list], subject: 'Hello', text, track_clicks: true }); // prettier-ignore
    const { version } = await approvals.ask(workspaceId, id, by(ada));
    await approvals.decide(workspaceId, id, { version }, by(bob));
    const content = (await start(id)).content_id as string;
    const links = all.get(CampaignLinks);
    const change = { content, number: 0, url: 'https://example.com/other' };
    await expect(links.change(workspaceId, id, change)).rejects.toThrow(CampaignStateError);
    await run(`UPDATE campaigns SET start_at = now(), due_at = now() WHERE workspace_id = $1 AND id = $2`, id);
    await all.freezeAll(workspaceId, id);
    await expect(links.change(workspaceId, id, change)).rejects.toThrow(/make it a draft/);
    await all.feedAll(workspaceId, id);
    await links.change(workspaceId, id, change);
    const { changed } = await all.get(SharedContents).linksOf(workspaceId, content);
    expect(changed.get(0)).toBe(change.url);
  });

  it('is refused to who asked, as long as somebody else can', async () => {
    const id = await aDraft();
    const { version } = await approvals.ask(workspaceId, id, by(bob));
    await expect(approvals.decide(workspaceId, id, { version }, by(bob))).rejects.toThrow(OwnApprovalError);
    await run(`DELETE FROM members WHERE workspace_id = $1 AND id = $2`, eve);
    await approvals.decide(workspaceId, id, { version }, by(bob));
    expect((await start(id)).state).toBe('scheduled');
  });

  it('is decided once when two admins decide at the same moment', async () => {
    const id = await aDraft();
    const { version } = await approvals.ask(workspaceId, id, by(ada));
    const both = await Promise.allSettled(
      [bob, eve].map((member) => approvals.decide(workspaceId, id, { version }, by(member))),
    );
    const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toEqual([expect.any(ApprovalNotAskedError)]);
  });

  it('is refused for another version than was looked at, and can be declined with a reason', async () => {
    const id = await aDraft();
    const { version } = await approvals.ask(workspaceId, id, by(ada));
    const other = { version: 'another' };
    await expect(approvals.decide(workspaceId, id, other, by(bob))).rejects.toThrow(ApprovalOutdatedError);
    await approvals.decide(workspaceId, id, { version, declined: { reason: 'Too long.' } }, by(bob));
    expect(await approval(id)).toMatchObject({ state: 'declined', reason: 'Too long.' });
    await expect(start(id)).rejects.toThrow(/Bob has declined it/);
    await approvals.ask(workspaceId, id, by(ada));
    expect(await approval(id)).toMatchObject({ state: 'asked', reason: null });
  });

  it('is asked for only what could start, and only where it is required', async () => {
    const { id } = await all.campaigns.create(workspaceId, { name: 'Empty' });
    await expect(approvals.ask(workspaceId, id, by(ada))).rejects.toThrow(CampaignNotReadyError);
    await all.get(Workspaces).update(workspaceId, { requiresApproval: false });
    const ready = await aDraft();
    await expect(approvals.ask(workspaceId, ready, by(ada))).rejects.toThrow(ApprovalNotRequiredError);
    expect((await start(ready)).state).toBe('scheduled');
  });
});
