import type { Words } from './words.js';

/** German. */
export const de: Words = {
  language: 'de',
  mailingList: 'Mailingliste',
  closePage: 'Sie können diese Seite schließen.',
  nothingYet: 'Es ändert sich nichts, bis Sie auf die Schaltfläche drücken.',
  confirm: {
    title: (list) => `Bestätigen: ${list}`,
    question: (address) => `Möchten Sie diese Liste an ${address} erhalten?`,
    button: 'Anmeldung bestätigen',
    otherwise: 'Wenn Sie das nicht waren, schließen Sie die Seite: Ohne die Schaltfläche geschieht nichts.',
    doneTitle: (list) => `Angemeldet: ${list}`,
    done: 'Vielen Dank, Ihre Anmeldung ist bestätigt.',
  },
  confirmationMail: {
    subject: (list) => `Bitte bestätigen Sie Ihre Anmeldung zu ${list}`,
    asked: (list) => `Jemand hat diese Adresse für die Liste „${list}“ angemeldet.`,
    why: 'Wenn Sie das waren, bestätigen Sie es bitte. Der Link gilt 7 Tage.',
    otherwise: 'Wenn Sie es nicht waren, müssen Sie nichts tun: Ohne Ihre Bestätigung werden Sie nicht aufgenommen.',
  },
  unsubscribe: {
    title: (list) => `Abmelden: ${list}`,
    question: (address) => `Möchten Sie diese Liste nicht mehr an ${address} erhalten?`,
    whichAddress: 'Diese Mail ging an mehrere Personen. Welche Adresse möchten Sie von der Liste nehmen?',
    button: 'Abmelden',
    doneTitle: (list) => `Abgemeldet: ${list}`,
    done: (address) => `Sie sind abgemeldet. Diese Liste geht nicht mehr an ${address}.`,
    doneIfListed: 'Erledigt. Falls die Mail an diese Adresse ging, bekommt sie die Liste nicht mehr.',
    undo: 'Rückgängig machen und auf der Liste bleiben',
    undoneTitle: (list) => `Willkommen zurück: ${list}`,
    undone: 'Alles ist wieder so wie vor Ihrer Abmeldung.',
    allLists: 'Alle Ihre Listen ansehen',
  },
  preferences: {
    title: 'Ihre Listen',
    question: (address) => `Welche Listen möchten Sie an ${address} erhalten?`,
    none: 'Diese Adresse steht auf keiner Liste.',
    archived: 'Diese Liste ist geschlossen. Sie können sie verlassen, aber nicht zurückkehren.',
    pending: 'Wartet auf Ihre Bestätigung: Der Link ist in Ihrem Posteingang.',
    save: 'Speichern',
    leaveAll: 'Von allen abmelden',
    tracking: 'Datenschutz',
    refuseTracking: 'Nicht messen, ob ich Nachrichten öffne oder ihren Links folge',
    byEmail: 'Per E-Mail',
    bySms: (number) => `Per SMS an ${number}`,
    saved: 'Ihre Auswahl ist gespeichert.',
    savedWithMail: 'Ihre Auswahl ist gespeichert. Bitte bestätigen Sie über den Link in Ihrem Posteingang.',
    backToList: 'Zurück',
  },
  form: {
    title: (list) => `Anmelden: ${list}`,
    email: 'E-Mail-Adresse',
    firstName: 'Vorname',
    optional: 'freiwillig',
    leaveEmpty: 'Dieses Feld leer lassen',
    button: 'Anmelden',
    wrongEmail: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    pressAgain: 'Bitte drücken Sie noch einmal auf die Schaltfläche, um sich anzumelden.',
    checkInbox: (address) =>
      `Fast fertig. Sehen Sie in den Posteingang von ${address} und folgen Sie dem Link in unserer Mail.`,
    joined: (address) => `Vielen Dank. ${address} ist angemeldet.`,
    notBack:
      'Wenn Sie diese Liste früher verlassen haben, holt dieses Formular Sie nicht zurück: Bitte schreiben Sie dem Absender der Liste.',
    closed: 'Diese Liste ist geschlossen: Sie nimmt niemanden mehr auf.',
  },
  gone: {
    title: 'Dieser Link gilt nicht mehr',
    text: 'Er ist unvollständig oder zu alt. Bitte nehmen Sie die neueste Mail.',
  },
  goneConfirmation:
    'Er wurde schon benutzt oder ist zu alt. Wenn Sie sich noch anmelden möchten, tun Sie es bitte noch einmal.',
  slow: {
    title: 'Bitte warten Sie einen Moment',
    text: 'Aus Ihrem Netz kamen zu viele Versuche. Versuchen Sie es gleich noch einmal.',
  },
  later: {
    title: 'Bitte versuchen Sie es gleich noch einmal',
    text: 'Bei uns ist gerade etwas gestört. Ihr Link bleibt gültig.',
  },
};
