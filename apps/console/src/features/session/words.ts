export const words = {
  title: 'Log in',
  welcome: 'Welcome back',
  text: 'Log in to your workspace.',
  email: 'Email',
  password: 'Password',
  show: 'Show password',
  hide: 'Hide password',
  submit: 'Log in',
  wrong: 'Wrong email or password. Please try again.',
  motto: 'Say it once. It carries.',
  mottoText: 'Your lists, messages and events in one place, on your own servers.',
};
