import { FONT_NAMES, type FontName } from '@dundun/domain/mail-design';

const LABELS: Record<FontName, string> = {
  system: 'System',
  helvetica: 'Helvetica',
  verdana: 'Verdana',
  trebuchet: 'Trebuchet',
  georgia: 'Georgia',
  palatino: 'Palatino',
  courier: 'Courier',
};

/** The fonts that mail programs have, for a select. */
export const FONT_OPTIONS = FONT_NAMES.map((value) => ({ value, label: LABELS[value] }));
