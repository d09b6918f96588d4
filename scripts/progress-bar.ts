const width = 30;

/** One line of progress: it is drawn over itself on a terminal, and elsewhere printed at every tenth. */
export const progressBar = (title: string, out: NodeJS.WriteStream = process.stdout) => {
  const start = performance.now();
  let lastTenth = -1;
  return {
    show: (done: number, goal: number) => {
      const share = goal > 0 ? Math.min(1, done / goal) : 1;
      const seconds = (performance.now() - start) / 1000;
      const rate = Math.round(done / Math.max(seconds, 0.001));
      const left = rate > 0 ? Math.ceil((goal - done) / rate) : 0;
      const filled = Math.round(share * width);
      const line = `${title} [${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${Math.floor(share * 100)} %  ${done} of ${goal}, ${rate}/s, ${left} s left`;
      if (out.isTTY) out.write(`\r\x1b[K${line}`);
      else if (Math.floor(share * 10) > lastTenth) {
        lastTenth = Math.floor(share * 10);
        out.write(`${line}\n`);
      }
    },
    end: (line: string) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      out.write(`${out.isTTY ? '\r\x1b[K' : ''}${title} ${line} (${seconds} s)\n`);
    },
  };
};
