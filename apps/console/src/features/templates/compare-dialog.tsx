'use client';

import { useQuery } from '@tanstack/react-query';
import { answerOf } from '@dundun/client';
import { Dialog as Base } from 'radix-ui';
import { X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import { sheet, veil } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { Skeleton } from '@/components/ui/skeleton';
import { words as common } from '@/components/ui/words';
import { api } from '@/lib/api';
import { sayError } from '@/lib/say-error';
import { sourceOf } from './source-of';
import type { TemplateDetail } from './queries';
import { words } from './words';

const Difference = dynamic(() => import('./difference').then(({ Difference: loaded }) => loaded));

interface CompareDialogProps {
  template: TemplateDetail;
  version: number;
  onClose: () => void;
}

/** Shows what changed between an old version and the active one. */
export function CompareDialog({ template, version, onClose }: CompareDialogProps) {
  const { data, error } = useQuery({
    queryKey: ['template', template.id, 'version', version],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/console/templates/{id}', { params: { path: { id: template.id }, query: { version } }, signal }),
      ),
  });
  return (
    <Base.Root open onOpenChange={onClose}>
      <Base.Portal>
        <Base.Overlay className={veil} />
        <Base.Content className={`${sheet} max-w-5xl`} aria-describedby={undefined}>
          <Base.Title className="pr-8 text-lg font-semibold tracking-tight">
            {words.compareTitle(version, template.version)}
          </Base.Title>
          <div className="mt-4">
            {error && <FormError text={sayError(error)} />}
            {!data && !error && <Skeleton className="h-72!" />}
            {data && <Difference before={sourceOf(data)} after={sourceOf(template)} />}
          </div>
          <Base.Close asChild>
            <Button variant="ghost" size="icon" className="absolute top-4 right-4" aria-label={common.close}>
              <X />
            </Button>
          </Base.Close>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
