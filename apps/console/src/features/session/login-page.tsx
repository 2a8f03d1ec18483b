import type { SignInOptionsView } from '@dundun/client';
import { LoginForm } from './login-form';
import { SignInFrame } from './sign-in-frame';
import { SsoButton } from './sso-button';
import { words } from './words';

export const LoginPage = ({ back, options }: { back: string; options: SignInOptionsView }) => (
  <SignInFrame title={words.welcome} text={words.text}>
    <div className="grid gap-5">
      {options.password && <LoginForm back={back} />}
      {options.password && options.single_sign_on && (
        <p className="flex items-center gap-3 text-[13px] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {words.or}
        </p>
      )}
      {options.single_sign_on && <SsoButton name={options.single_sign_on} back={back} isOnly={!options.password} />}
    </div>
  </SignInFrame>
);
