export { readBounceMail, type BounceMail, type Transport } from './bounce-mail.js';
