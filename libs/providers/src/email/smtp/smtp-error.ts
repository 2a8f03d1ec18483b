import { oneLine } from '../../adapter/network-error.js';
import type { Reply } from './reply-reader.js';
import type { SmtpStage } from './smtp-reply.js';

/** Why a connection or a transaction failed: the reply of the server, or an error of the network with its code. */
export interface SmtpFailure {
  code?: unknown;
  message?: string;
  /** The server's reply, if that is the reason. */
  response?: string;
  /** What the reply answers; the session if absent. */
  stage?: SmtpStage;
}

/** The code of a mail that exceeds the size which the server announced. */
export const TOO_BIG = 'EMESSAGE';
/** The code of a mail that cannot be written. */
export const UNWRITABLE = 'EUNWRITABLE';

/** A failure to open a connection, or the loss of one. */
export class SmtpError extends Error implements SmtpFailure {
  readonly response: string | undefined;

  constructor(
    readonly code: 'ECONNECTION' | 'EPROTOCOL' | 'ETLS' | 'EAUTH' | 'ECLOSED',
    message: string,
    reply?: Reply | string,
  ) {
    const response = typeof reply === 'object' ? reply.text : reply;
    super(response === undefined ? message : oneLine(`${message}: ${response}`));
    this.response = response;
  }
}
