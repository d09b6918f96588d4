export const dayMs = 86_400_000;

/** The time so many days before another. */
export const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * dayMs);
