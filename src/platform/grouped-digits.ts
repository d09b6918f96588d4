/** A number with blanks between its thousands, as refusals have it. */
export const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ' ');
