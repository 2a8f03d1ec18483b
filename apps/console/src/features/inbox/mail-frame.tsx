import { useMemo } from 'react';
import { cn } from '@/lib/cn';
import { mailDocument } from './mail-document';

interface MailFrameProps {
  title: string;
  html: string;
  className?: string;
}

/**
 * Somebody else's HTML: its frame has no scripts, no forms and no origin. Links open in a tab of their own, which is
 * how a confirmation is tried out.
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
