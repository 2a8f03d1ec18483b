/**
 * Words that stop SMS, as carriers and providers honor them: the defaults of Twilio and AWS, the FCC's list, and their
 * equivalents in the languages of the countries served.
 */
const STOP = [
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'remove', 'unsub'],
  ...['stopmessages', 'stopsms', 'stoptexting', 'stopit', 'stopplease', 'pleasestop'],
  // French (arrêt, désabonner), Canadian French (td: "text délestage"), Spanish, Portuguese.
  ...['arret', 'arreter', 'arretez', 'desabonner', 'desinscrire', 'td', 'alto', 'baja', 'darsedebaja', 'cancelar'],
  ...['parar', 'pare', 'sair', 'detener', 'detenga', 'salir', 'descadastrar'],
  // German, Dutch, Italian, Polish, Turkish, Indonesian, Swahili, Hausa, Yoruba, Igbo, Zulu.
  ...['stopp', 'abmelden', 'abbestellen', 'afmelden', 'stoppen', 'annulla', 'cancella', 'basta', 'wypisz', 'dur'],
  ...['iptal', 'berhenti', 'acha', 'simama', 'jitoe', 'tsaya', 'daina', 'duro', 'dawoduro', 'kwusi', 'yima'],
  // Russian, Ukrainian, Greek, Arabic, Hebrew, Hindi, Amharic, Chinese, Japanese.
  ...[
    'стоп',
    'отмена',
    'отписаться',
    'відписатися',
    'στοπ',
    'διακοπη',
    'توقف',
    'قف',
    'ايقاف',
    'إيقاف',
    'الغاء',
    'إلغاء',
  ],
  ...['עצור', 'הסר', 'रोकें', 'बंद', 'አቁም', '停止', '取消', '退订', '退訂', '停止配信'],
];
const START = [
  ...['start', 'unstop', 'resume', 'subscribe', 'optin'],
  ...['demarrer', 'commencer', 'reprendre', 'sabonner', 'iniciar', 'empezar', 'comecar', 'alta', 'anmelden'],
  ...['старт', 'начать', 'ابدأ', 'ابدا', 'اشترك', 'anza', 'fara', 'bere', '开始', '開始', '订阅'],
];

/** Folds a word: removes case, accents of Latin and Greek letters, spaces and punctuation. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<=[\p{sc=Latin}\p{sc=Greek}]\p{M}*)\p{M}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]|\ufe0f/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

const answers = new Map<string, 'stop' | 'start'>([
  ...START.map((word) => [folded(word), 'start'] as const),
  ...STOP.map((word) => [folded(word), 'stop'] as const),
]);
/** A longer message is not a keyword, even with many spaces. */
const LONGEST = 64;

/** Recognizes an SMS that consists of a stop or start word; `null` for anything else ("stop by at noon"). */
export function stopKeyword(body: string): 'stop' | 'start' | null {
  const text = body.trim();
  return text.length > LONGEST ? null : (answers.get(folded(text)) ?? null);
}
