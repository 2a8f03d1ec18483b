import { useId } from 'react';
import { Switch } from '@/components/ui/switch';

interface SwitchPartProps {
  label: string;
  hint: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A switch with what it does. */
export function SwitchPart({ label, hint, value, onChange }: SwitchPartProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <p className="text-[13px] font-medium">{label}</p>
        <p id={id} className="text-[13px] text-muted">
          {hint}
        </p>
      </div>
      <Switch checked={value} onCheckedChange={onChange} aria-label={label} aria-describedby={id} />
    </div>
  );
}
