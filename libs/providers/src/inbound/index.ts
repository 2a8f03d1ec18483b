export { readBounceMail, type Transport } from './bounce-mail.js';
