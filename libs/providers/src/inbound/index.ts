export { readBounceMail, type Transport } from './bounce-mail.js';
export { MOST_DMARC_BYTES, readDmarcMail, type DmarcMail } from './dmarc-mail.js';
export type { DmarcReport } from './dmarc-report.js';
