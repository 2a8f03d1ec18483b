'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';
import { words } from './words';

export function CopyButton({ text, className }: { text: string; className?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setCopied(true));
  return (
    <Button
      variant="ghost"
      size="icon"
      className={className}
      onClick={copy}
      aria-label={copied ? words.copied : words.copy}
    >
      {copied ? <Check className="text-good" /> : <Copy />}
    </Button>
  );
}
