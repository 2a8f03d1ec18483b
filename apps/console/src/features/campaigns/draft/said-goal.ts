import type { Campaign } from '../queries';

/** Returns a goal as it is saved: without what is not filled in yet; null while it names no event. */
export function saidGoal(goal: Campaign['conversion']) {
  if (!goal || goal.event.trim() === '') return null;
  const { where, refund_event, order, currency, ...rest } = goal;
  const tests = where.filter((test) => {
    const { property, value } = test as { property?: unknown; value?: unknown };
    return property !== '' && value !== '' && !(Array.isArray(value) && value.length === 0);
  });
  const refund = refund_event !== null && order !== null ? { refund_event, order } : {};
  return { ...rest, ...refund, currency: currency || null, ...(tests.length > 0 && { where: tests }) };
}
