import type { JsonObject } from '@dundun/domain';
import type { SourceAdapter } from '../source-adapter.js';
import { signature } from '../testing-adapters.js';
import { billingSources, type BillingKind } from './index.js';

/** 2026-11-20T12:00:00Z, in milliseconds. */
export const NOW = 1_795_176_000_000;
export const SECONDS = NOW / 1_000;

/** How a sender signs a call. */
export interface TestSender {
  name: string;
  kind: BillingKind;
  /** Name of the secret in the settings. */
  secretName: string;
  header: string;
  isHex: boolean;
  isTimed: boolean;
  /** A sample event. */
  payload: JsonObject;
  sign(text: string, secret: string, seconds: number): string;
}

const hex = (algorithm: 'sha256' | 'sha512', secret: string, text: string) =>
  signature({ algorithm, encoding: 'hex', secret }, text);
const base64 = (secret: string, text: string) => signature({ algorithm: 'sha256', encoding: 'base64', secret }, text);

const paystack = { kind: 'paystack', secretName: 'secretKey', header: 'x-paystack-signature', isHex: true } as const;
const flutterwave = { kind: 'flutterwave', secretName: 'secretHash', isHex: false, isTimed: false } as const;

export const testSenders: TestSender[] = [
  {
    name: 'Stripe',
    kind: 'stripe',
    secretName: 'signingSecret',
    header: 'stripe-signature',
    isHex: true,
    isTimed: true,
    payload: { id: 'evt_1', object: 'event', type: 'charge.succeeded', data: { object: { id: 'ch_1' } } },
    sign: (text, secret, seconds) => `t=${seconds},v1=${hex('sha256', secret, `${seconds}.${text}`)}`,
  },
  {
    ...paystack,
    name: 'Paystack',
    isTimed: false,
    payload: { event: 'charge.success', data: { id: 302961 } },
    sign: (text, secret) => hex('sha512', secret, text),
  },
  {
    ...paystack,
    name: 'Paystack with a time',
    isTimed: true,
    payload: { event: 'charge.success', data: { id: 302961 } },
    sign: (text, secret, seconds) => `t=${seconds},v1=key_1:${hex('sha512', secret, `${seconds}.${text}`)}`,
  },
  {
    name: 'Paddle',
    kind: 'paddle',
    secretName: 'secretKey',
    header: 'paddle-signature',
    isHex: true,
    isTimed: true,
    payload: { event_id: 'evt_01', event_type: 'transaction.completed', data: { id: 'txn_01' } },
    sign: (text, secret, seconds) => `ts=${seconds};h1=${hex('sha256', secret, `${seconds}:${text}`)}`,
  },
  {
    name: 'FastSpring',
    kind: 'fastspring',
    secretName: 'secret',
    header: 'x-fs-signature',
    isHex: false,
    isTimed: false,
    payload: { events: [{ id: 'e1', type: 'order.completed', data: { id: 'o1' } }] },
    sign: (text, secret) => base64(secret, text),
  },
  {
    ...flutterwave,
    name: 'Flutterwave 4',
    header: 'flutterwave-signature',
    payload: { webhook_id: 'wbk_1', type: 'charge.completed', data: { id: 'chg_1', status: 'succeeded' } },
    sign: (text, secret) => base64(secret, text),
  },
];

/** Settings of the sender with the given secret. */
export const adapterOf = ({ kind }: TestSender): SourceAdapter => billingSources[kind];
export const settingsOf = ({ secretName }: TestSender, secret: string): JsonObject => ({ [secretName]: secret });
