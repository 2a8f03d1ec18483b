/**
 * Starts a clock of the CPU time of this process. @returns the milliseconds used since then. Bounds on what a computation
 * takes use it, because other processes add to the wall clock and not to this one.
 */
export function cpuClock(): () => number {
  const begin = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1_000;
  };
}
