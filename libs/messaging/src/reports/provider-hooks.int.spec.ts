import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accountsEntities, Integrations, ProviderHooks, ProviderSets } from '@dundun/accounts';
import { Seal, type Logger } from '@dundun/platform/config';
import type { OutboundGuard } from '@dundun/platform/outbound';
import { emailProviders, type WebhookRequest } from '@dundun/providers';
import { fakeSns } from '@dundun/providers/testing';
import { aWorkspace, useDatabase } from '@dundun/testing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeliveryReports } from './delivery-reports.service.js';
import { ProviderHooksController } from './provider-hooks.controller.js';
import { someProviders } from '../deliver/testing-providers.js';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:mail-events';
const ACCOUNT = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret', region: 'eu-west-1', topicArn: TOPIC };

describe('the hook of a provider', () => {
  const db = useDatabase(accountsEntities);
  const sns = fakeSns({ topicArn: TOPIC });
  const said = { error: jest.fn(), warn: jest.fn() };
  let owner: { workspaceId: number; integrationId: string };
  let asked: string[];
  let confirmation: () => Promise<{ status: number }>;

  beforeEach(async () => {
    jest.clearAllMocks();
    asked = [];
    confirmation = () => Promise.resolve({ status: 200 });
    const { integrations } = someProviders(db.database, db.config);
    const workspaceId = await aWorkspace(db.database);
    const { id: integrationId } = await integrations.connect(workspaceId, emailProviders.ses, ACCOUNT, {});
    owner = { workspaceId, integrationId };
  });

  const guard = {
    fetchPinned: async (url: string) => {
      asked.push(url);
      if (url === sns.certificateUrl) return { status: 200, text: sns.certificate };
      return { ...(await confirmation()), text: '' };
    },
  } as unknown as OutboundGuard;
  /** Returns the answer of a process with this key. */
  const answer = ({ headers, body }: Pick<WebhookRequest, 'headers' | 'body'>, key = db.config.SECRET_KEY) => {
    const seal = new Seal([key]);
    const hooks = new ProviderHooks(seal, db.config);
    const controller = new ProviderHooksController(
      db.config,
      hooks,
      new Integrations(db.database, seal, new ProviderSets(db.database, seal)),
      {} as DeliveryReports,
      guard,
      said as unknown as Logger,
    );
    const { pathname: url } = new URL(hooks.url(owner));
    const request = { method: 'POST', url, headers, body } as unknown as FastifyRequest;
    return controller.report(url.split('/').at(-1) as string, request, {} as FastifyReply);
  };

  describe('with a subscription to confirm', () => {
    const SubscribeURL = `${new URL(sns.certificateUrl).origin}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=t`;
    const question = () => sns.post({ Type: 'SubscriptionConfirmation', Token: 't', Message: 'Confirm', SubscribeURL });

    it('succeeds once Amazon has accepted the confirmation', async () => {
      expect(await answer(question())).toEqual({ status: 'ok' });
      expect(asked).toEqual([sns.certificateUrl, SubscribeURL]);
    });

    it.each([
      ['refuses', () => Promise.resolve({ status: 500 })],
      ['gives no answer', () => Promise.reject(new Error('socket hang up'))],
    ])('asks Amazon to try again when Amazon %s', async (_, refused) => {
      confirmation = refused;
      await expect(answer(question())).rejects.toMatchObject({ kind: 'unavailable' });
      expect(said.warn).toHaveBeenCalledTimes(1);
      confirmation = () => Promise.resolve({ status: 200 });
      expect(await answer(question())).toEqual({ status: 'ok' });
    });
  });

  it('answers 503 while the secrets of its integration cannot be opened', async () => {
    const call = answer({ headers: {}, body: Buffer.from('{}') }, 'cd'.repeat(32));
    await expect(call).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 300 });
    expect(said.error.mock.calls).toEqual([
      [
        expect.objectContaining({ integration_id: owner.integrationId }),
        expect.stringContaining('SECRET_KEY_PREVIOUS'),
      ],
    ]);
  });
});
