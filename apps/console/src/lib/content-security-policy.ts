/**
 * Returns the policy of a page. Scripts need the nonce. Styles do not: the preview of a captured mail is a srcdoc
 * frame, which inherits this policy, and mails have inline styles.
 */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  const rules = {
    'default-src': "'none'",
    'script-src': `'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
