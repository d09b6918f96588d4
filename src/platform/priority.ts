import { getPriority, setPriority } from 'node:os';

/** On Linux this gives searches precedence: it affects the calling thread only. Elsewhere it would affect the whole process. A priority that is lower already stays: raising one is for the superuser. */
export const lowerPriority = (lowered = 5): void => {
  if (process.platform === 'linux' && getPriority() < lowered) setPriority(lowered);
};
