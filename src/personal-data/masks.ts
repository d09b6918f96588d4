/** The literals that stand for removed data: rule 2 of the contract. */
export const phoneMask = '[ТЕЛЕФОН]';
/** Stands for an e-mail address: rule 2 of the contract. */
export const emailMask = '[EMAIL]';
/** Stands for a person's name: rule 2 of the contract. */
export const nameMask = '[ИМЯ]';
