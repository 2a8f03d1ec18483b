// Prints one line per step; on a terminal the current step shows a spinner.
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const LONG_MS = 3000;

const tty = Boolean(process.stdout.isTTY);
const paint = (code, text) => (tty && !process.env.NO_COLOR ? `\u001b[${code}m${text}\u001b[0m` : text);
export const dim = (text) => paint(2, text);
export const bold = (text) => paint(1, text);
const green = (text) => paint(32, text);
export const yellow = (text) => paint(33, text);
export const red = (text) => paint(31, text);

// A closed terminal or pipe must not interrupt the shutdown.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

let turning;

const clear = () => tty && turning && process.stdout.write('\r\u001b[K');

/** Prints a line above the spinner. */
export function say(line = '') {
  clear();
  console.log(line);
}

const seconds = (from) => `${((Date.now() - from) / 1000).toFixed(1)} s`;

/** Runs `work` as a step. If it returns a string, the string is printed next to the label. */
export async function step(label, work) {
  const from = Date.now();
  let frame = 0;
  const show = () =>
    process.stdout.write(`\r\u001b[K  ${FRAMES[frame++ % FRAMES.length]} ${label} ${dim(seconds(from))}`);
  turning = tty ? setInterval(show, 100) : setTimeout(() => console.log(`  … ${label}`), LONG_MS);
  const end = (mark, detail) => {
    clear();
    clearInterval(turning);
    turning = undefined;
    console.log(`  ${mark} ${label.padEnd(12)} ${detail.padEnd(44)} ${dim(seconds(from))}`);
  };
  try {
    const result = await work();
    end(green('✓'), typeof result === 'string' ? result : '');
    return result;
  } catch (error) {
    end(red('✗'), '');
    throw error;
  }
}
