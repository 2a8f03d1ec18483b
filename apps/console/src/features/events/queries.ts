'use client';

import { answerOf } from '@dundun/client';
import { api } from '@/lib/api';
import { PER_PAGE, type ReadPage } from './follow';

export interface EventFilter {
  event?: string;
  uid?: string;
}

export const eventReader =
  (filter: EventFilter, signal?: AbortSignal): ReadPage =>
  (cursor) =>
    answerOf(api.GET('/console/events', { params: { query: { ...filter, ...cursor, limit: PER_PAGE } }, signal }));
