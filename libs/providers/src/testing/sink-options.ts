/** What kind of server the sink is; a plain one that takes everything when nothing is said. */
export interface SmtpSinkOptions {
  port?: number;
  /** Announced by default. */
  pipelining?: boolean;
  /** The largest message to announce, in bytes. */
  size?: number;
  /** Demands this login before MAIL. */
  auth?: { user: string; pass: string };
  /** Offers STARTTLS with this certificate, or speaks TLS at once with `implicit`. */
  tls?: { key: string; cert: string; implicit?: boolean };
  /** False keeps only the counts: for long runs. */
  keep?: boolean;
  onMessage?: (message: SinkMessage) => void;
}

/** One message as it arrived. */
export interface SinkMessage {
  messageId: string;
  envelope: { from: string; to: string[] };
  /** The bytes of the connection between DATA and the final dot, dots still doubled. */
  wire: Buffer;
  /** The message itself. */
  readonly raw: Buffer;
}
