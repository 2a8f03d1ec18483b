'use client';

import { toast } from '@/lib/toast';
import { useChangeSubscription } from './queries';
import { words } from './words';

/** Unsubscribing can be undone from its toast, even after the row is gone. */
export function useSwitchSubscription(list: string, uid: string, name: string) {
  const { mutateAsync } = useChangeSubscription(list);
  const fail = toast.failure;

  const resubscribe = () =>
    void mutateAsync({ uid, subscribed: true }).then(
      ({ subscribed }) => toast.success(subscribed ? words.resubscribed(name) : words.asked(name)),
      fail,
    );
  const unsubscribe = () =>
    void mutateAsync({ uid, subscribed: false }).then(
      () => toast.success(words.unsubscribed(name), { action: { label: words.undo, onClick: resubscribe } }),
      fail,
    );
  return { unsubscribe, resubscribe };
}
