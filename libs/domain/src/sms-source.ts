/** The SMS integrations that a caller can name. */
export const SMS_SOURCES = ['twilio', 'termii', 'at', 'kudisms', 'hollatags'] as const;

/** One of the five SMS integrations. */
export type SmsSource = (typeof SMS_SOURCES)[number];

/** The routes of the two sources that have them: promotional, or transactional past a do-not-disturb list. */
export const SMS_CHANNELS = ['generic', 'dnd'] as const;

/** A route of termii and kudisms. */
export type SmsChannel = (typeof SMS_CHANNELS)[number];

/** Every spelling of a source that is taken on the wire. */
export const SMS_SOURCE_SPELLINGS = [...SMS_SOURCES, 'africastalking'] as const;

/** The source behind a spelling; null when there is none. */
export function parseSmsSource(value: unknown): SmsSource | null {
  return SMS_SOURCES.find((source) => source === value) ?? (value === 'africastalking' ? 'at' : null);
}

/** Whether a call that names this source may also name a channel. */
export function takesChannel(source: SmsSource): boolean {
  return source === 'termii' || source === 'kudisms';
}
