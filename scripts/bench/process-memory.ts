import { readFileSync, writeFileSync } from 'node:fs';

const megabytes = (pid: number, field: string): number | undefined => {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
};

const onLinux = process.platform === 'linux';

/** Resident memory of a process in MB; undefined on other systems than Linux. */
export const memoryOf = (pid: number): number | undefined => (onLinux ? megabytes(pid, 'VmRSS') : undefined);

/** The peak since `forgetPeak` in MB, as the kernel records it; undefined on other systems than Linux. */
export const peakMemoryOf = (pid: number): number | undefined => (onLinux ? megabytes(pid, 'VmHWM') : undefined);

export const forgetPeak = (pid: number): void => {
  if (onLinux) writeFileSync(`/proc/${pid}/clear_refs`, '5');
};

/** Clock ticks of the kernel's statistics are hundredths of a second on every platform that Node runs on. */
const msPerTick = 10;

/** What all threads of a process have computed so far, in ms; undefined on other systems than Linux. */
export const processorMsOf = (pid: number): number | undefined => {
  if (!onLinux) return undefined;
  // The name of the process, in brackets, may have blanks.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * msPerTick;
};
