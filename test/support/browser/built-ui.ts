import { isStale, buildUi } from '../../../scripts/ui/build.ts';

/** Builds the web interface if it is missing or older than its sources, for tests that start the service. */
export const builtUi = async (folder = 'dist/ui'): Promise<void> => {
  if (await isStale(folder)) await buildUi(folder);
};
