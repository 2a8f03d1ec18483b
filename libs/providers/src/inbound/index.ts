export { readBounceMail, type BounceMail } from './bounce-mail.js';
