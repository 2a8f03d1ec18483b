export const words = {
  title: 'Something went wrong',
  text: 'Something unexpected happened. Please try again; everything you saved is safe.',
  retry: 'Try again',
};
