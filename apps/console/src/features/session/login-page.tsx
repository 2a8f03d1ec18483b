import { LoginForm } from './login-form';
import { SignInFrame } from './sign-in-frame';
import { words } from './words';

export const LoginPage = ({ back }: { back: string }) => (
  <SignInFrame title={words.welcome} text={words.text}>
    <LoginForm back={back} />
  </SignInFrame>
);
