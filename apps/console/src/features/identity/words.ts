/** Returns the names in a text of one name a line, each once. */
function namesIn(text: string): string[] {
  const names = text.split('\n').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

export const words = {
  namesIn,
  title: 'Signed identities',
  text: 'A page has no secret, so anybody who knows a uid can call the service with it. Your server proves the user it has signed in: it signs the uid with this secret, and the page sends the signature as Dundun-Identity.',
  secret: 'Identity secret',
  hidden: '••••••••••••••••••••••••••••••••',
  show: 'Show',
  hide: 'Hide',
  copySecret: 'Copy the identity secret',
  cannotOpen: 'SECRET_KEY can’t open the secret, so every signature is refused. Replace it.',
  previous: 'The previous secret is accepted until',
  code: 'Sign on your server (Node)',
  rotate: 'Replace secret',
  rotateTitle: 'Replace the identity secret?',
  rotateText:
    'Signatures by the present secret are accepted for 24 more hours, and refused after that. If the secret leaked, replace it twice: then its signatures are refused at once.',
  rotated: 'The secret was replaced',
  required: 'Require signatures',
  requiredText:
    'Calls with the key alone about users and their events are refused without a signature. Visitors whom nobody has identified and joins by number are excepted.',
  requiredOn: 'Signatures are required',
  requiredOff: 'Signatures are optional',
  closed: 'Attributes closed to the key alone',
  closedHint: 'One name a line. Only calls with the API secret set these; others are told that they were ignored.',
  closeUsed: 'Close what templates and segments use',
  closeUsedText: (names: string[]) =>
    names.length === 0
      ? 'Also closes every attribute that a current template or segment uses.'
      : `Closed because a template or segment uses them: ${names.join(', ')}.`,
  save: 'Save attributes',
  saved: 'Settings saved',
};
