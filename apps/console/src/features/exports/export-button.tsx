'use client';

import type { CreateExportBody } from '@dundun/client';
import { Download } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { May } from '@/features/session/may';
import { words } from './words';

const ExportDialog = dynamic(() => import('./export-dialog').then(({ ExportDialog: loaded }) => loaded));

/** Exports the rows of a page, as its filters have them. */
export function ExportButton(body: CreateExportBody) {
  const [open, setOpen] = useState(false);
  return (
    <May call="createExport">
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Download /> {words.action}
      </Button>
      {open && <ExportDialog body={body} onClose={() => setOpen(false)} />}
    </May>
  );
}
