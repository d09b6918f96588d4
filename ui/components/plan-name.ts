/** A plan's name is a proper name in every language: Free, Starter, Pro, Enterprise. */
export const planName = (plan: string): string => plan.slice(0, 1).toUpperCase() + plan.slice(1);
