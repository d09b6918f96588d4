/** Limits of the process that reads a workbook. `milliseconds`: time spent in that process, without the time between pages. */
export type XlsxLimits = {
  readonly heapMegabytes: number;
  /** All its memory, of which the heap is a part. */
  readonly residentMegabytes: number;
  readonly milliseconds: number;
};

/** Ordinary workbooks of 100 000 rows need 160 MB, the largest of 64 MiB inflated 220 MB (docs/decisions/8-workbooks.md). */
export const defaultXlsxLimits: XlsxLimits = { heapMegabytes: 256, residentMegabytes: 320, milliseconds: 60_000 };

/** Exit code of a process that needs more memory than its limits: that of an aborted process on systems without signals. */
export const outOfMemory = 134;
