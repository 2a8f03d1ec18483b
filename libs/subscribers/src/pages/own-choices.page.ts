import { escapeHtml } from '@dundun/domain';
import type { Words } from '../words/words.js';
import { FIELDS, NO_LANGUAGE, PAUSES } from './preference-fields.js';
import type { OwnChoices, PauseShown } from './preferences.js';

/** Returns the page's text about tracking: the evidence of a choice. */
export const trackingText = ({ preferences }: Words): string =>
  [preferences.tracking, preferences.refuseTracking, `[${preferences.save}]`].join('\n');

/** Returns the page's text about a pause: the evidence of a choice. @param days null for its end */
export const pauseText = ({ preferences }: Words, days: number | null): string =>
  [
    ...[preferences.pause, preferences.pauseMeaning],
    days === null ? preferences.endPause : preferences.pauseFor(`${days}`),
    `[${preferences.save}]`,
  ].join('\n');

/** Returns the choices that apply to all messages. */
export const ownSections = (words: Words, own: OwnChoices): string =>
  pauseChoice(words, own.pause) + languageChoice(words, own) + trackingChoice(words, own.refusesTracking);

function pauseChoice({ language, preferences }: Words, { until, timeZone }: PauseShown): string {
  const radio = (value: string, label: string, isChecked = false) =>
    `<label class="choice"><input type="radio" name="${FIELDS.pause}" value="${value}"${isChecked ? ' checked' : ''}>` +
    `<span>${escapeHtml(label)}</span></label>`;
  const day = until && new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(until);
  return (
    `<fieldset><legend>${escapeHtml(preferences.pause)}` +
    `<span class="small">${escapeHtml(preferences.pauseMeaning)}</span></legend>` +
    (day === null ? '' : `<p><strong>${escapeHtml(preferences.pausedUntil(day))}</strong></p>`) +
    radio(PAUSES.keep, until === null ? preferences.noPause : preferences.keepPause, true) +
    (until === null ? '' : radio(PAUSES.end, preferences.endPause)) +
    PAUSES.days.map((days) => radio(`${days}`, preferences.pauseFor(`${days}`))).join('') +
    '</fieldset>'
  );
}

function languageChoice({ preferences }: Words, { language, languages }: OwnChoices): string {
  const option = (tag: string, name: string, lang?: string) =>
    `<option value="${escapeHtml(tag)}"${lang === undefined ? '' : ` lang="${escapeHtml(lang)}"`}` +
    `${tag === (language ?? NO_LANGUAGE) ? ' selected' : ''}>${escapeHtml(name)}</option>`;
  return (
    `<input type="hidden" name="${FIELDS.languageShown}" value="${escapeHtml(language ?? NO_LANGUAGE)}">` +
    `<label for="language">${escapeHtml(preferences.language)}</label>` +
    `<select id="language" name="${FIELDS.language}">${option(NO_LANGUAGE, preferences.anyLanguage)}` +
    `${languages.map(({ tag, name }) => option(tag, name, tag)).join('')}</select>`
  );
}

/** The hidden field tells a form that asked from one that is older than the choice. */
const trackingChoice = ({ preferences }: Words, isRefused: boolean) =>
  `<input type="hidden" name="${FIELDS.trackingShown}" value="1">` +
  `<fieldset><legend>${escapeHtml(preferences.tracking)}</legend><label class="choice">` +
  `<input type="checkbox" name="${FIELDS.refusesTracking}" value="1"${isRefused ? ' checked' : ''}>` +
  `<span>${escapeHtml(preferences.refuseTracking)}</span></label></fieldset>`;
