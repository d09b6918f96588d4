/** The name of the key that commands are given with, as on the user's keyboard. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
