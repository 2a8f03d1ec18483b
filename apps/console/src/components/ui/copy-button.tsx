'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';
import { words } from './words';

interface CopyButtonProps {
  text: string;
  /** Says what is copied, where a page has several copy buttons. */
  label?: string;
  className?: string;
}

export function CopyButton({ text, label = words.copy, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setCopied(true));
  return (
    <Button variant="ghost" size="icon" className={className} onClick={copy} aria-label={copied ? words.copied : label}>
      {copied ? <Check className="text-good" /> : <Copy />}
    </Button>
  );
}
