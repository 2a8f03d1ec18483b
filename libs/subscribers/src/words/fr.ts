import type { Words } from './words.js';

/** French. */
export const fr: Words = {
  language: 'fr',
  mailingList: 'Liste de diffusion',
  closePage: 'Vous pouvez fermer cette page.',
  nothingYet: 'Rien ne change tant que vous n’avez pas appuyé sur le bouton.',
  confirm: {
    title: (list) => `Confirmer : ${list}`,
    question: (address) => `Souhaitez-vous recevoir cette liste à l’adresse ${address} ?`,
    button: 'Confirmer l’inscription',
    otherwise: 'Si ce n’était pas vous, fermez la page : sans le bouton, il ne se passe rien.',
    doneTitle: (list) => `Inscription confirmée : ${list}`,
    done: 'Merci, votre inscription est confirmée.',
  },
  confirmationMail: {
    subject: (list) => `Merci de confirmer votre inscription à ${list}`,
    asked: (list) => `Quelqu’un a demandé à inscrire cette adresse à la liste « ${list} ».`,
    why: 'Si c’était vous, merci de confirmer. Le lien est valable 7 jours.',
    otherwise: 'Si ce n’était pas vous, ne faites rien : sans votre confirmation, vous ne serez pas inscrit.',
  },
  unsubscribe: {
    title: (list) => `Se désabonner : ${list}`,
    question: (address) => `Souhaitez-vous ne plus recevoir cette liste à l’adresse ${address} ?`,
    whichAddress: 'Ce message a été envoyé à plusieurs personnes. Quelle adresse souhaitez-vous retirer de la liste ?',
    button: 'Se désabonner',
    doneTitle: (list) => `Désabonné : ${list}`,
    done: (address) => `Vous êtes désabonné. Cette liste n’est plus envoyée à ${address}.`,
    doneIfListed: 'C’est fait. Si le message est allé à cette adresse, la liste ne lui est plus envoyée.',
    undo: 'Annuler et rester sur la liste',
    undoneTitle: (list) => `Bon retour : ${list}`,
    undone: 'Tout est comme avant votre désabonnement.',
    allLists: 'Voir toutes vos listes',
  },
  preferences: {
    title: 'Vos listes',
    question: (address) => `Quelles listes souhaitez-vous recevoir à l’adresse ${address} ?`,
    none: 'Cette adresse n’est sur aucune liste.',
    archived: 'Cette liste est fermée. Vous pouvez la quitter, mais pas y revenir.',
    pending: 'En attente de votre confirmation : le lien est dans votre boîte de réception.',
    save: 'Enregistrer',
    leaveAll: 'Se désabonner de tout',
    byEmail: 'Par e-mail',
    bySms: (number) => `Par SMS au ${number}`,
    saved: 'Votre choix est enregistré.',
    savedWithMail: 'Votre choix est enregistré. Merci de confirmer par le lien envoyé dans votre boîte de réception.',
    backToList: 'Retour',
  },
  form: {
    title: (list) => `S’inscrire : ${list}`,
    email: 'Adresse e-mail',
    firstName: 'Prénom',
    optional: 'facultatif',
    leaveEmpty: 'Laissez ce champ vide',
    button: 'S’inscrire',
    wrongEmail: 'Veuillez saisir une adresse e-mail, par exemple nom@example.com.',
    pressAgain: 'Veuillez appuyer encore une fois sur le bouton pour vous inscrire.',
    checkInbox: (address) =>
      `Presque terminé. Ouvrez la boîte de réception de ${address} et suivez le lien de notre message.`,
    joined: (address) => `Merci. L’adresse ${address} est inscrite.`,
    notBack:
      'Si vous avez déjà quitté cette liste, ce formulaire ne vous y ramène pas : écrivez à l’expéditeur de la liste.',
    closed: 'Cette liste est fermée : elle n’accepte plus personne.',
  },
  gone: {
    title: 'Ce lien ne fonctionne plus',
    text: 'Il est incomplet ou trop ancien. Veuillez utiliser le message le plus récent.',
  },
  goneConfirmation: 'Il a déjà servi ou il est trop ancien. Si vous souhaitez toujours vous inscrire, recommencez.',
  slow: {
    title: 'Veuillez patienter un instant',
    text: 'Trop de tentatives sont venues de votre réseau. Réessayez bientôt.',
  },
  later: {
    title: 'Veuillez réessayer dans un instant',
    text: 'Quelque chose ne fonctionne pas de notre côté. Votre lien reste valable.',
  },
};
