/** Where in an SMTP dialogue a fault strikes: at a command, on the way through the text, or at its final dot. */
export type SinkStage =
  'connect' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'body' | 'dot' | 'rset' | 'quit';

/** What the sink knows when it asks its script. */
export interface SinkMoment {
  stage: SinkStage;
  /** Counts connections from 1. */
  connection: number;
  /** The address at MAIL and RCPT. */
  address?: string;
  /** Known from the first text bytes on. */
  messageId?: string;
}

/**
 * What the sink does instead of going on: answer with a reply of its own, `drop` (reset), `close` (orderly end), `hang`
 * (never answer), or wait and then go on. At `dot` the message counts as received for all but a 4xx or 5xx reply: a
 * server that falls silent there may well have stored it.
 */
export type SinkAction = { reply: string } | 'drop' | 'close' | 'hang' | { delayMs: number };

/** One line of a script. */
export interface SinkFault {
  stage: SinkStage;
  act: SinkAction;
  /** How often it strikes; always when absent. */
  times?: number;
  /** At `body`: after how many bytes of text. */
  afterBytes?: number;
  when?: (moment: SinkMoment) => boolean;
}

/** The faults still to come, in order. */
export class SinkScript {
  private faults: SinkFault[] = [];

  add(...faults: SinkFault[]): void {
    this.faults.push(...faults.map((fault) => ({ ...fault })));
  }

  clear(): void {
    this.faults = [];
  }

  /** The fault for this moment, counted as struck. */
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
