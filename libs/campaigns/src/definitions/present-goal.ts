import type { ConversionGoalView } from '@dundun/contracts';
import type { ConversionGoal } from '@dundun/domain';

export const presentGoal = ({ where = [], refund, ...goal }: ConversionGoal): ConversionGoalView => ({
  ...goal,
  where,
  refund_event: refund?.event ?? null,
  order: refund?.order ?? null,
});
