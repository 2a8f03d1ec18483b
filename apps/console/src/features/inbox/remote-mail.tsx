'use client';

import { ImageOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { remotePictures } from './mail-document';
import { MailFrame } from './mail-frame';
import { useRemoteImages } from './use-remote-images';
import { withImages } from './with-images';
import { words } from './words';

interface RemoteMailProps {
  title: string;
  html: string;
  /** The message that the images belong to. */
  messageId: string;
  className?: string;
}

/** A mail whose remote images load on request, fetched by the service. */
export function RemoteMail({ title, html, messageId, className }: RemoteMailProps) {
  const remote = useMemo(() => remotePictures(html), [html]);
  const [wanted, setWanted] = useState(false);
  const { data, error, isLoading } = useRemoteImages(messageId, wanted);
  const shown = useMemo(() => (data ? withImages(html, data.images) : html), [html, data]);
  return (
    <>
      {remote > 0 && (
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-4 py-1.5 text-xs text-muted sm:px-6">
          <ImageOff className="size-3.5" aria-hidden="true" />
          <span role="status">
            {data ? data.failed > 0 && words.imagesFailed({ n: data.failed }) : words.remote(remote)}
            {data?.failed === 0 && words.imagesShown}
            {error && ` ${words.imagesUnavailable}`}
          </span>
          {!data && (
            <>
              <Button size="sm" variant="outline" busy={isLoading} onClick={() => setWanted(true)}>
                {words.showImages}
              </Button>
              <span className="hidden sm:inline">{words.imagesText}</span>
            </>
          )}
        </div>
      )}
      <MailFrame title={title} html={shown} className={className} />
    </>
  );
}
