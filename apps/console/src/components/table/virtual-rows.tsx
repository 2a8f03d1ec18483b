'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

const ROW_HEIGHT = 41;

interface VirtualRowsProps {
  count: number;
  renderRow: (index: number, measure: (element: Element | null) => void) => ReactNode;
}

/** The rows in the window and a few around it; empty rows above and below keep the height of the others. */
export function VirtualRows({ count, renderRow }: VirtualRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect();
    if (box) setTop(box.top + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: top,
  });
  const rows = virtual.getVirtualItems();
  const before = (rows[0]?.start ?? top) - top;
  const after = virtual.getTotalSize() - ((rows.at(-1)?.end ?? top) - top);
  return (
    <tbody ref={body}>
      {before > 0 && <Gap height={before} />}
      {rows.map(({ index }) => renderRow(index, virtual.measureElement))}
      {after > 0 && <Gap height={after} />}
    </tbody>
  );
}

const Gap = ({ height }: { height: number }) => (
  <tr aria-hidden="true">
    <td style={{ height, padding: 0 }} />
  </tr>
);
