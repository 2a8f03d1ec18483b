'use client';

import { mayCall, type OperationId } from '@dundun/client';
import { useShell } from '@/features/shell/shell-context';

/** Returns whether the signed-in member may call an operation of the API: what a member may not do is not offered. */
export const useMay = (operation: OperationId): boolean => mayCall(useShell().session.member, operation);
