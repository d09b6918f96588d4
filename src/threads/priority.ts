import { setPriority } from 'node:os';

/** On Linux this gives searches precedence: it affects the calling thread only. Elsewhere it would affect the whole process. */
export const lowerPriority = (): void => {
  if (process.platform === 'linux') setPriority(5);
};
