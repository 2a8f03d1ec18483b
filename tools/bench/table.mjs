// The result as a table: one row per goal, with the ratio first and then the figures it comes from.
const HEAD = ['Work', 'Compared with', 'Ratio (range)', 'Goal', '', 'Ours', 'Theirs'];

const number = (value) => Math.round(value).toLocaleString('en');
const times = ({ p50, p99 }) => (p50 === undefined ? '' : `, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
const figures = (all) => `${number(all.rate)}/s${times(all)}`;
const short = (value) => value.toFixed(2);

function cells(row) {
  if (row.megabytes !== undefined) {
    const isMet = row.megabytes < row.goal;
    return [
      row.work,
      '',
      '',
      `< ${row.goal} MB`,
      verdict(isMet),
      `${number(row.megabytes)} MB (peak ${number(row.peak)})`,
      '',
    ];
  }
  if (row.figure !== undefined) {
    const { figure, unit, goal } = row;
    // A goal below 0 is the least, any other the most.
    const said = goal === undefined ? '' : goal < 0 ? `≥ ${-goal} ${unit}` : `≤ ${Number(goal.toFixed(3))} ${unit}`;
    const isMet = goal < 0 ? figure >= -goal : figure <= goal;
    const shown = `${figure.toFixed(figure < 10 ? 2 : 0)} ${unit}`;
    return [row.work, '', '', said, goal === undefined ? '' : verdict(isMet), shown, ''];
  }
  if (row.grows !== undefined) return [row.work, row.against, `grows ${row.grows.toFixed(1)}x`, '', '', row.times, ''];
  const { median, least, most } = row.ratio;
  return [
    row.work,
    row.against,
    `${short(median)} (${short(least)}–${short(most)})`,
    row.goal === undefined ? '' : `≥ ${row.goal}`,
    row.goal === undefined ? '' : verdict(median >= row.goal),
    figures(row.ours),
    figures(row.theirs),
  ];
}

const verdict = (isMet) => (isMet ? 'met' : 'short');

/** Aligns the columns, for Markdown and the terminal. */
export function table(rows) {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(3, ...lines.map((line) => line[column].length)));
  const show = (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [show(lines[0]), rule, ...lines.slice(1).map(show)].join('\n');
}
