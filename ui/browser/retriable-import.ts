/**
 * An import that can be repeated after a failure. A browser may keep the failure of an address as long as the page lives, as the HTML standard says: the file is
 * then asked for under another one, made from that which the error names. Safari names none, and asks again by itself.
 */
export const retriable = <Module>(first: () => Promise<Module>): (() => Promise<Module>) => {
  let load = first;
  let failures = 0;
  return () =>
    load().catch((error: unknown) => {
      const [address] = /https?:\/\/[^\s?]+\.js/.exec(String(error)) ?? [];
      failures += 1;
      const another = `${address}?${failures}`;
      if (address !== undefined) load = () => import(another) as Promise<Module>;
      throw error;
    });
};
