import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { words } from './words';

/** A password that can be shown. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} className="h-11! pr-11!" name="password" type={visible ? 'text' : 'password'} required />
      <Button
        variant="ghost"
        size="icon"
        className="absolute top-1.5 right-1.5"
        aria-label={visible ? words.hide : words.show}
        onClick={() => setVisible(!visible)}
      >
        <Icon />
      </Button>
    </div>
  );
}
