/** The SMS integrations that a request can name. */
export const SMS_SOURCES = ['twilio', 'termii', 'at', 'kudisms', 'hollatags', 'vonage', 'http'] as const;

/** One of the SMS integrations. */
export type SmsSource = (typeof SMS_SOURCES)[number];

/** Provider channels of the two sources that have them: promotional, or transactional that bypasses a do-not-disturb list. */
export const SMS_CHANNELS = ['generic', 'dnd'] as const;

/** A provider channel of termii and kudisms. */
export type SmsChannel = (typeof SMS_CHANNELS)[number];

/** Every spelling of a source that the wire accepts. */
export const SMS_SOURCE_SPELLINGS = [...SMS_SOURCES, 'africastalking'] as const;

/** Returns the source of a spelling, or null. */
export function parseSmsSource(value: unknown): SmsSource | null {
  return SMS_SOURCES.find((source) => source === value) ?? (value === 'africastalking' ? 'at' : null);
}

/** Whether a request with this source may name a channel. */
export function takesChannel(source: SmsSource): boolean {
  return source === 'termii' || source === 'kudisms';
}
