/** Runs the last work that it is given: at once after a rest, else when nothing more has come for that long. */
export const afterRest = (restMs: number) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    run: (work: () => void): void => {
      const isRested = timer === undefined;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        if (!isRested) work();
      }, restMs);
      if (isRested) work();
    },
    cancel: (): void => clearTimeout(timer),
  };
};
