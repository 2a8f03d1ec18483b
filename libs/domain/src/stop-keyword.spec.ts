import { describe, expect, it } from '@jest/globals';
import { stopKeyword } from './stop-keyword.js';

describe('a stop keyword', () => {
  it.each([
    ...['STOP', 'stop', 'Stop.', ' stop \n', '"STOP"', 'S T O P', 'STOP!!!', 'stop🛑', 'STOP 🛑️', 'ＳＴＯＰ', 'sTóp'],
    ...['STOPALL', 'Stop all', 'STOP-ALL', 'UNSUBSCRIBE', 'un-subscribe', 'Cancel', 'END', 'end.', 'Quit', 'REVOKE'],
    ...['OPTOUT', 'opt out', 'Opt-Out', 'REMOVE', 'ARRET', 'Arrêt', 'ARRÊTER', 'arre\u0302t', 'TD', 'Stop please!'],
    ...['Désabonner', 'Désinscrire', 'BAJA', 'ALTO', 'Cancelar', 'parar', 'SAIR', 'Stopp', 'ABMELDEN'],
    ...['afmelden', 'Annulla', 'İPTAL', 'iptal', 'berhenti', 'ACHA', 'Dúró', 'DURO'],
    ...['СТОП', 'стоп.', 'ΣΤΟΠ', 'Διακοπή', 'توقف', 'إيقاف', 'ايقاف', 'إلغاء', 'הסר', 'रोकें'],
    ...['停止', '退订', '取消。', 'አቁም'],
  ])('is %j', (body) => expect(stopKeyword(body)).toBe('stop'));
});

describe('a start keyword', () => {
  it.each([
    'START',
    'start',
    'Un-stop',
    'UNSTOP',
    'Resume!',
    'subscribe',
    'opt in',
    'ALTA',
    "S'abonner",
    'Старт',
    '开始',
  ])('is %j', (body) => expect(stopKeyword(body)).toBe('start'));
});

describe('a keyword', () => {
  it.each([
    ...[
      '',
      ' ',
      '.',
      '🛑',
      'Stop by at noon',
      'Please do not stop',
      'stop1',
      'stops',
      'nonstop',
      'bus stop',
      'STOP STOP',
    ],
    ...[
      'the end',
      'I quit my job',
      'cancel my order 1234',
      'ok',
      'yes',
      'no',
      'help',
      'INFO',
      '1',
      'startup',
      'weekend',
    ],
    ...['Ich möchte mich abmelden, wie geht das?', 'не стоп', 'stop'.repeat(100), `s${' '.repeat(80)}top`],
  ])('is not %j', (body) => expect(stopKeyword(body)).toBeNull());
});
