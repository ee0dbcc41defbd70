/** What is said to those who listen to the page instead of seeing it. */

let polite = $state('');
let urgent = $state('');
/** The same text twice is no change for a screen reader, so every other one ends in a blank. */
let odd = false;

function fresh(text: string): string {
  odd = !odd;
  return odd ? `${text}\u00a0` : text;
}

/** Says a text when the listener has time. */
export function say(text: string): void {
  polite = fresh(text);
}

/** Says a text at once: your turn, a refusal. */
export function sayNow(text: string): void {
  urgent = fresh(text);
}

/** Clears the urgent text, which belongs to an earlier action. */
export function hush(): void {
  urgent = '';
}

/** The texts as they are to be rendered. */
export function said(): { polite: string; urgent: string } {
  return { polite, urgent };
}
