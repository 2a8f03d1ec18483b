export { countryOfNumber, zonesOfCountry } from './calling-codes.js';
export { isAnswerable, saysOptOut } from './opt-out.js';
export { nextSmsTime, smsHours, type HourSpan, type SmsHours } from './sms-hours.js';
