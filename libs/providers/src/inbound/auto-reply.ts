import type { MailFields } from './mail-fields.js';

const SUBJECT = new RegExp(
  [
    '^(auto(mat(ic|ed|ische)?)?[- ]?(reply|response|answer|antwort)|autoreply|out of (the )?office|away from|on (vacation|holiday|leave))',
    '(abwesenheit|absence|ausencia|ausência|réponse automatique|respuesta automática|resposta automática|risposta automatica)',
    '\\b(vacation|out of office)\\b',
  ].join('|'),
  'i',
);

/** Tells whether a program answered on behalf of a person: an absence note or a receipt (RFC 3834), which says nothing about delivery. */
export function isAutoReply(headers: MailFields): boolean {
  return (
    /^auto-replied/i.test(headers.get('auto-submitted') ?? '') ||
    headers.has('x-autoreply') ||
    headers.has('x-autorespond') ||
    /auto[-_]?reply/i.test(headers.get('precedence') ?? '') ||
    /disposition-notification|feedback-report/i.test(headers.get('content-type') ?? '') ||
    SUBJECT.test(headers.get('subject') ?? '')
  );
}
