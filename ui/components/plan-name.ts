/** A plan's display name, the same in every language: Free, Starter, Pro, Enterprise. */
export const planName = (plan: string): string => plan.slice(0, 1).toUpperCase() + plan.slice(1);
