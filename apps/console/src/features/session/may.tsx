'use client';

import type { OperationId } from '@dundun/client';
import type { ReactNode } from 'react';
import { useMay } from './use-may';

/** Shows controls only to members who may call the operation. */
export const May = ({ call, children }: { call: OperationId; children: ReactNode }) => useMay(call) && children;
