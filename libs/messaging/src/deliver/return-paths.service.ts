import { Inject, Injectable } from '@nestjs/common';
import { SendingDomains } from '@dundun/accounts';
import { CONFIG, Seal, type Config } from '@dundun/platform/config';
import { parse, stringify } from 'uuid';
import type { OwnedId } from '../message/signed-id.js';

const PURPOSE = 'return-path';
/** The length of 128 bits in base 36, which survives mail servers that lower-case addresses. */
const SIGNS = 25;
const BYTES = 16;
const SHAPE = new RegExp(`^b-([1-9]\\d{0,9})-([\\da-z]{${SIGNS}})-([\\da-z]{${SIGNS}})@([\\da-z.-]{1,253})$`);
/** RFC 5321, section 4.5.3.1.3, without the angle brackets. The local part never exceeds its 64 characters. */
const LONGEST = 254;

/**
 * Gives each message its own envelope sender (VERP), so that a bounce is matched by its address alone. The address is
 * signed: the recipient of one mail can report on that mail only.
 */
@Injectable()
export class ReturnPaths {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'INBOUND_SMTP_PORT'>,
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(Seal) private readonly seal: Seal,
  ) {}

  /** @returns undefined if bounces of this sender would not return to this service */
  async of(message: OwnedId, from: string): Promise<string | undefined> {
    return (await this.from(message.workspaceId, from))(message);
  }

  /** Returns `of` for the messages of one sender, without waiting. */
  async from(workspaceId: number, from: string): Promise<(message: OwnedId) => string | undefined> {
    const isReceiving = this.config.INBOUND_SMTP_PORT !== undefined;
    const host = isReceiving ? await this.domains.returnPathHost(workspaceId, from) : null;
    return (message) => {
      const address = host === null ? undefined : this.address(message, host);
      return address === undefined || address.length > LONGEST ? undefined : address;
    };
  }

  /** @param host a name in lower case */
  address({ workspaceId, id }: OwnedId, host: string): string {
    const name = `${workspaceId}-${packed(Buffer.from(parse(id)))}`;
    const signature = Buffer.from(this.seal.sign(PURPOSE, `${name}@${host}`), 'base64url');
    return `b-${name}-${packed(signature)}@${host}`;
  }

  /** @returns null for an address that we did not sign */
  read(address: string): OwnedId | null {
    const [, workspaceId, message = '', signature = '', host] = SHAPE.exec(address.toLowerCase()) ?? [];
    const [id, signed] = [unpacked(message), unpacked(signature)?.toString('base64url')];
    if (!id || signed === undefined) return null;
    if (!this.seal.verify(PURPOSE, `${workspaceId}-${message}@${host}`, signed)) return null;
    return { workspaceId: Number(workspaceId), id: stringify(id) };
  }
}

const packed = (bytes: Buffer) =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(36)
    .padStart(SIGNS, '0');

/** @returns null for a number that does not fit: 25 base-36 digits hold a little more than 128 bits */
function unpacked(text: string): Buffer | null {
  if (text === '') return null;
  let number = 0n;
  for (const sign of text) number = number * 36n + BigInt(parseInt(sign, 36));
  const hex = number.toString(16).padStart(2 * BYTES, '0');
  return hex.length > 2 * BYTES ? null : Buffer.from(hex, 'hex');
}
