import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  accountsEntities,
  descriptorOf,
  Integrations,
  ProviderRoutes,
  ProviderSets,
  SendingDomains,
  Workspaces,
} from '@dundun/accounts';
import { DomainNotConnectedError, InvalidInputError, NoEmailProviderError, UnknownProfileError } from '@dundun/domain';
import { Seal } from '@dundun/platform/config';
import { aWorkspace, useDatabase } from '@dundun/testing';
import { v7 } from 'uuid';
import type { AcceptedMessages } from '../accept/accepted-messages.repository.js';
import { messagingEntities } from '../index.js';
import { OutgoingMail } from '../accept/outgoing-mail.service.js';
import { SendingProfileRepository } from './sending-profile.repository.js';
import { SendingProfiles, type ProfileFields } from './sending-profiles.service.js';

const aProfile = (fields: Partial<ProfileFields> = {}): ProfileFields => ({
  name: 'Main',
  fromName: 'Ada',
  fromEmail: 'ada@example.com',
  replyTo: null,
  integrationId: null,
  ...fields,
});

describe('sending profiles', () => {
  const db = useDatabase([...accountsEntities, ...messagingEntities]);
  let domains: SendingDomains;
  let sets: ProviderSets;
  let integrations: Integrations;
  let profiles: SendingProfiles;
  let workspace: number;

  const profilesWith = (SMTP_URL: string | undefined) =>
    new SendingProfiles(
      { ...db.config, SMTP_URL },
      db.database,
      new SendingProfileRepository(db.database),
      sets,
      domains,
    );
  const optinSender = (of = profiles) =>
    new OutgoingMail(new Workspaces(db.database), {} as AcceptedMessages, of).optinSender(workspace);
  const postmark = (fields: { domains?: string[]; enabled?: boolean }) => {
    const descriptor = descriptorOf('postmark');
    if (!descriptor) throw new Error('no postmark');
    return integrations.connect(workspace, descriptor, { serverToken: 'token' }, fields);
  };
  const defaults = async () => (await profiles.list(workspace)).filter(({ isDefault }) => isDefault);

  beforeAll(() => {
    const { database, config } = db;
    const seal = new Seal([config.SECRET_KEY]);
    domains = new SendingDomains(database);
    sets = new ProviderSets(database, seal);
    integrations = new Integrations(database, seal, sets);
    profiles = profilesWith('smtp://127.0.0.1');
  });
  beforeEach(async () => {
    workspace = await aWorkspace(db.database);
    await domains.connect(workspace, 'example.com');
  });

  it('store the given fields, and change only the named ones', async () => {
    const made = await profiles.create(workspace, aProfile({ replyTo: 'help@example.com' }));
    expect(made).toMatchObject({ ...aProfile({ replyTo: 'help@example.com' }), isDefault: false });
    const changed = await profiles.update(workspace, made.id, { fromName: 'Grace', replyTo: null });
    expect(changed).toMatchObject(aProfile({ fromName: 'Grace' }));
    await profiles.remove(workspace, made.id);
    await expect(profiles.find(workspace, made.id)).rejects.toBeInstanceOf(UnknownProfileError);
  });

  it('have unique names', async () => {
    await profiles.create(workspace, aProfile());
    const other = await profiles.create(workspace, aProfile({ name: 'Other' }));
    await expect(profiles.create(workspace, aProfile())).rejects.toBeInstanceOf(InvalidInputError);
    await expect(profiles.update(workspace, other.id, { name: 'Main' })).rejects.toBeInstanceOf(InvalidInputError);
    const elsewhere = await aWorkspace(db.database);
    await domains.connect(elsewhere, 'example.com');
    await expect(profiles.create(elsewhere, aProfile())).resolves.toMatchObject({ name: 'Main' });
  });

  it('require an address that the workspace may send from', async () => {
    const strange = aProfile({ fromEmail: 'ada@provider.example' });
    await expect(profiles.create(workspace, strange)).rejects.toBeInstanceOf(DomainNotConnectedError);
    const { id: integrationId } = await postmark({ domains: ['provider.example'] });
    await expect(profiles.create(workspace, { ...strange, name: 'Any' })).resolves.toMatchObject({ name: 'Any' });
    await expect(profiles.create(workspace, { ...strange, integrationId })).resolves.toMatchObject({ integrationId });
    await expect(profiles.create(workspace, aProfile({ integrationId }))).rejects.toBeInstanceOf(
      DomainNotConnectedError,
    );
  });

  it('require an email provider', async () => {
    await expect(profilesWith(undefined).create(workspace, aProfile())).rejects.toBeInstanceOf(NoEmailProviderError);
  });

  it('accept only an enabled email integration of the workspace', async () => {
    const off = await postmark({ enabled: false });
    const sms = await integrations.connectInbox(workspace, 'twilio', ['SHOP']);
    const theirs = await integrations.connectInbox(await aWorkspace(db.database), 'twilio', ['SHOP']);
    for (const integrationId of [off.id, sms.id, theirs.id, v7(), 'x'.repeat(36)])
      await expect(profiles.create(workspace, aProfile({ integrationId }))).rejects.toBeInstanceOf(InvalidInputError);
  });

  it('outlive their integration', async () => {
    const { id: integrationId } = await postmark({});
    const made = await profiles.create(workspace, aProfile({ integrationId }));
    await integrations.remove(workspace, integrationId);
    expect(await profiles.find(workspace, made.id)).toMatchObject({
      integrationId: null,
      fromEmail: 'ada@example.com',
    });
  });

  it('have exactly one default under concurrent changes', async () => {
    const made = [];
    for (const name of ['a', 'b', 'c', 'd']) made.push(await profiles.create(workspace, aProfile({ name })));
    await Promise.all(made.flatMap(({ id }) => [id, id]).map((id) => profiles.makeDefault(workspace, id)));
    expect(await defaults()).toHaveLength(1);
    await profiles.makeDefault(workspace, made[1]?.id as string);
    expect((await defaults()).map(({ name }) => name)).toEqual(['b']);
  });

  it('send confirmations as long as their address may be used', async () => {
    const first = { name: expect.any(String), email: 'no-reply@example.com' };
    expect(await optinSender()).toEqual(first);
    const { id } = await profiles.create(workspace, aProfile({ replyTo: 'help@example.com' }));
    expect(await optinSender()).toEqual(first);
    await profiles.makeDefault(workspace, id);
    expect(await optinSender()).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      replyTo: 'help@example.com',
      firstIntegrationId: null,
    });
    const [domain] = await domains.list(workspace);
    await domains.connect(workspace, 'example.org');
    await domains.remove(workspace, domain?.id as string);
    expect(await optinSender()).toMatchObject({ email: 'no-reply@example.org' });
  });

  it('are optional for confirmations, which can use any domain that a provider carries', async () => {
    const ours = { name: expect.any(String), email: 'no-reply@example.com' };
    expect(await optinSender(profilesWith(undefined))).toBeNull();
    const { id } = await postmark({});
    expect(await optinSender(profilesWith(undefined))).toEqual(ours);
    // A provider that lists its domains carries no others, so a domain connected here does not help.
    await integrations.update(workspace, id, { domains: ['provider.example'] });
    for (const without of [profiles, profilesWith(undefined)])
      expect(await optinSender(without)).toEqual({ ...ours, email: 'no-reply@provider.example' });
    await integrations.update(workspace, id, { enabled: false });
    expect(await optinSender()).toEqual(ours);
  });

  it('do not send confirmations if only marketing mail may use their address', async () => {
    const { id: marketing } = await postmark({ domains: ['news.example'] });
    const routes = new ProviderRoutes(db.database, integrations, sets);
    await routes.put(workspace, 'transactional', [null]);
    await routes.put(workspace, 'marketing', [marketing]);
    const { id } = await profiles.create(workspace, aProfile({ fromEmail: 'ada@news.example' }));
    await profiles.makeDefault(workspace, id);
    expect(await optinSender()).toMatchObject({ email: 'no-reply@example.com' });
  });

  it('name the integration that confirmations try first', async () => {
    const { id: integrationId } = await postmark({ domains: ['provider.example'] });
    const fields = aProfile({ fromEmail: 'ada@provider.example', integrationId });
    await profiles.makeDefault(workspace, (await profiles.create(workspace, fields)).id);
    expect(await optinSender()).toMatchObject({ email: 'ada@provider.example', firstIntegrationId: integrationId });
  });

  it('are invisible to other workspaces', async () => {
    const { id } = await profiles.create(workspace, aProfile());
    const other = await aWorkspace(db.database);
    for (const work of [
      () => profiles.find(other, id),
      () => profiles.update(other, id, { name: 'Mine' }),
      () => profiles.makeDefault(other, id),
      () => profiles.remove(other, id),
      () => profiles.find(workspace, 'x'),
    ])
      await expect(work()).rejects.toBeInstanceOf(UnknownProfileError);
    expect(await profiles.list(other)).toEqual([]);
    expect(await profiles.named(other, 'Main')).toBeNull();
  });
});
