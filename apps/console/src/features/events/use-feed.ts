'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/lib/toast';
import type { Feed } from './feed';
import { follow, goBack } from './follow';
import { eventReader, type EventFilter } from './queries';

/** Below a second, so that an event appears within one. */
const POLL_MS = 800;
const POLL_AFTER_ERROR_MS = 4_000;

/** The events that match a filter: live unless paused, and older ones page by page. */
export function useFeed(filter: EventFilter, paused: boolean) {
  const client = useQueryClient();
  const [isGoingBack, setGoingBack] = useState(false);
  const queryKey = ['events', filter.event ?? '', filter.uid ?? ''];

  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => follow(client.getQueryData<Feed>(queryKey), eventReader(filter, signal)),
    enabled: !paused,
    refetchInterval: ({ state }) => (state.error ? POLL_AFTER_ERROR_MS : POLL_MS),
    structuralSharing: false,
    gcTime: 0,
    retry: false,
  });

  const showOlder = async () => {
    setGoingBack(true);
    try {
      await client.cancelQueries({ queryKey }); // a poll in flight would overwrite the result of this read
      const feed = client.getQueryData<Feed>(queryKey);
      if (feed) client.setQueryData<Feed>(queryKey, await goBack(feed, eventReader(filter)));
    } catch (error) {
      toast.failure(error);
    } finally {
      setGoingBack(false);
    }
  };

  const { data: feed, error, refetch } = query;
  return { feed, error, refetch, showOlder, isGoingBack };
}
