import type { AutomationGraph } from '@dundun/domain';
import type { Names } from '../graph/sentences';
import type { Saving } from './use-saving';

/** What is tried, and how the dialog is left. */
export interface TryProps {
  id: string;
  graph: AutomationGraph;
  names: Names;
  saving: Saving;
  onClose: () => void;
}
