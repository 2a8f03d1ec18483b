import { useMemo } from 'react';
import { cn } from '@/lib/cn';
import { mailDocument } from './mail-document';

interface MailFrameProps {
  title: string;
  html: string;
  className?: string;
}

/**
 * Shows third-party HTML: the frame has no scripts, no forms and no origin. Links open in a new tab, so that a
 * confirmation link can be tested.
 */
export function MailFrame({ title, html, className }: MailFrameProps) {
  const document = useMemo(() => mailDocument(html), [html]);
  return (
    <iframe
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={document}
      className={cn('bg-white', className)}
    />
  );
}
