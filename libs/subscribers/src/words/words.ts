/** The texts of hosted pages and the confirmation mail in one language. Plain text; HTML pages escape it. */
export interface Words {
  /** BCP 47. */
  language: string;
  /** The line above the title of a list. */
  mailingList: string;
  closePage: string;
  nothingYet: string;

  confirm: {
    title: (list: string) => string;
    question: (address: string) => string;
    button: string;
    otherwise: string;
    doneTitle: (list: string) => string;
    done: string;
  };
  confirmationMail: {
    subject: (list: string) => string;
    asked: (list: string) => string;
    why: string;
    otherwise: string;
  };
  unsubscribe: {
    title: (list: string) => string;
    question: (address: string) => string;
    whichAddress: string;
    button: string;
    doneTitle: (list: string) => string;
    done: (address: string) => string;
    /** After an address was typed in: must not reveal who is on the list. */
    doneIfListed: string;
    undo: string;
    undoneTitle: (list: string) => string;
    undone: string;
    allLists: string;
  };
  preferences: {
    title: string;
    question: (address: string) => string;
    none: string;
    archived: string;
    pending: string;
    /** Above the public lists that the reader may join. */
    offered: string;
    save: string;
    leaveAll: string;
    /** Of the pause of everything that belongs to a list. */
    pause: string;
    pauseMeaning: string;
    pausedUntil: (day: string) => string;
    noPause: string;
    keepPause: string;
    pauseFor: (days: string) => string;
    endPause: string;
    language: string;
    anyLanguage: string;
    /** Of the choice about opens and clicks, which applies to all messages. */
    tracking: string;
    refuseTracking: string;
    byEmail: string;
    /** Of the masked number. */
    bySms: (number: string) => string;
    saved: string;
    savedWithMail: string;
    /** After a form that no page of ours sends. */
    wrong: string;
    backToList: string;
  };
  form: {
    title: (list: string) => string;
    email: string;
    firstName: string;
    optional: string;
    leaveEmpty: string;
    button: string;
    wrongEmail: string;
    pressAgain: string;
    checkInbox: (address: string) => string;
    joined: (address: string) => string;
    notBack: string;
    closed: string;
  };
  gone: { title: string; text: string };
  goneConfirmation: string;
  slow: { title: string; text: string };
  later: { title: string; text: string };
}
