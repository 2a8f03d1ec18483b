/** Where in an SMTP dialogue a fault occurs: at a command, within the text, or at the final dot. */
export type SinkStage =
  'connect' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'body' | 'dot' | 'rset' | 'quit';

/** The state in which the sink consults its script. */
export interface SinkMoment {
  stage: SinkStage;
  /** The number of the connection, from 1. */
  connection: number;
  /** The address at MAIL and RCPT. */
  address?: string;
  /** Known once the text has begun. */
  messageId?: string;
}

/**
 * What the sink does instead of continuing: send this reply, `drop` (reset), `close` (orderly end), `hang` (never
 * answer), or wait and then continue. At `dot` the message counts as received unless the reply is 4xx or 5xx: a server
 * that falls silent there may well have stored it.
 */
export type SinkAction = { reply: string } | 'drop' | 'close' | 'hang' | { delayMs: number };

/** One line of a script. */
export interface SinkFault {
  stage: SinkStage;
  act: SinkAction;
  /** How often it occurs; always when absent. */
  times?: number;
  /** At `body`: after this many bytes of text. */
  afterBytes?: number;
  when?: (moment: SinkMoment) => boolean;
}

/** The remaining faults, in order. */
export class SinkScript {
  private faults: SinkFault[] = [];

  add(...faults: SinkFault[]): void {
    this.faults.push(...faults.map((fault) => ({ ...fault })));
  }

  clear(): void {
    this.faults = [];
  }

  /** Returns the fault for this state, if any, and counts it. */
  take(moment: SinkMoment, bytes = 0): SinkAction | undefined {
    if (this.faults.length === 0) return undefined;
    const fits = (fault: SinkFault) =>
      fault.stage === moment.stage &&
      fault.times !== 0 &&
      bytes >= (fault.afterBytes ?? 0) &&
      (fault.when?.(moment) ?? true);
    const fault = this.faults.find(fits);
    if (fault?.times !== undefined) fault.times -= 1;
    return fault?.act;
  }
}
