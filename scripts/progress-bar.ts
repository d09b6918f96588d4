const barWidth = 30;

/** One line of progress with rate and remaining time, redrawn in place on a terminal, else printed at every tenth. Rates start again with each step. */
export const progressBar = (out: NodeJS.WriteStream) => {
  const start = performance.now();
  let current = { step: '', since: start, from: 0, tenth: -1 };
  return {
    show: (step: string, done: number, total: number) => {
      if (step !== current.step) current = { step, since: performance.now(), from: done, tenth: -1 };
      const share = total > 0 ? Math.min(1, done / total) : 1;
      const seconds = Math.max((performance.now() - current.since) / 1000, 0.001);
      const rate = Math.round((done - current.from) / seconds);
      const left = rate > 0 ? Math.ceil((total - done) / rate) : 0;
      const filled = Math.round(share * barWidth);
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
      const line = `${step} [${bar}] ${Math.floor(share * 100)} %  ${done} of ${total}, ${rate}/s, ${left} s left`;
      const tenth = Math.floor(share * 10);
      if (out.isTTY) out.write(`\r\x1b[K${line}`);
      else if (tenth > current.tenth) {
        current.tenth = tenth;
        out.write(`${line}\n`);
      }
    },
    end: (lines: readonly string[]) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      out.write(`${out.isTTY ? '\r\x1b[K' : ''}${lines.join('\n')} (${seconds} s)\n`);
    },
  };
};
