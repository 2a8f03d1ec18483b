export const words = {
  title: 'Log in',
  welcome: 'Welcome back',
  text: 'Log in to your workspace.',
  email: 'Email',
  password: 'Password',
  show: 'Show the password',
  hide: 'Hide the password',
  submit: 'Log in',
  wrong: 'This email and password do not belong together. Check both and try again.',
  motto: 'Say it once. It carries.',
  mottoText: 'Lists of people, messages to them, and what they do: in one place, on your own machines.',
};
