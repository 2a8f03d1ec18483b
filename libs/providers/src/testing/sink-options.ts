/** The kind of server that the sink simulates; by default a plain one that accepts everything. */
export interface SmtpSinkOptions {
  port?: number;
  /** Announced by default. */
  pipelining?: boolean;
  /** SMTPUTF8, announced by default. */
  utf8?: boolean;
  /** CHUNKING with one BDAT per message, not announced by default. */
  chunking?: boolean;
  /** The maximum message size to announce, in bytes. */
  size?: number;
  /** Requires this login before MAIL. */
  auth?: { user: string; pass: string };
  /** Requires a login by XOAUTH2 before MAIL, with a token that passes. */
  oauth?: { user: string; isValid(token: string): boolean };
  /** Offers STARTTLS with this certificate, or TLS from the start with `implicit`. */
  tls?: { key: string; cert: string; implicit?: boolean };
  /** False keeps only counts, for long runs. */
  keep?: boolean;
  onMessage?: (message: SinkMessage) => void;
}

/** One message as it arrived. */
export interface SinkMessage {
  messageId: string;
  envelope: { from: string; to: string[] };
  /** The bytes of the text: between DATA and the final dot, still dot-stuffed, or those of BDAT. */
  wire: Buffer;
  isStuffed: boolean;
  /** The message itself, without dot-stuffing. */
  readonly raw: Buffer;
}
