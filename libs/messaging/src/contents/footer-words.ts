import { closestLanguage } from '../templates/template-parts.js';

/** What the links of a footer say. */
export interface FooterWords {
  unsubscribe: string;
  preferences: string;
}

const ENGLISH: FooterWords = { unsubscribe: 'Unsubscribe', preferences: 'Choose what you get' };
const KNOWN: Record<string, FooterWords> = {
  en: ENGLISH,
  de: { unsubscribe: 'Abmelden', preferences: 'Auswählen, was Sie bekommen' },
  es: { unsubscribe: 'Darse de baja', preferences: 'Elegir qué recibe' },
  fr: { unsubscribe: 'Se désabonner', preferences: 'Choisir ce que vous recevez' },
  yo: { unsubscribe: 'Kúrò nínú àkójọ', preferences: 'Yan ohun tí o fẹ́ gbà' },
};

/** Returns the words in a language, else in English. */
export const footerWords = (language: string): FooterWords =>
  KNOWN[closestLanguage(language, Object.keys(KNOWN)) ?? ''] ?? ENGLISH;
