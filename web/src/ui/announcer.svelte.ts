/** Announcements for screen readers. */

let polite = $state('');
let urgent = $state('');
/** Screen readers ignore a repeated text, so every other text ends in a blank. */
let odd = false;

function fresh(text: string): string {
  odd = !odd;
  return odd ? `${text}\u00a0` : text;
}

/** Announces a text politely. */
export function say(text: string): void {
  polite = fresh(text);
}

/** Announces a text at once: your turn, a refusal. */
export function sayNow(text: string): void {
  urgent = fresh(text);
}

/** Clears the urgent text, which belongs to an earlier action. */
export function hush(): void {
  urgent = '';
}

/** Returns the texts to render. */
export function said(): { polite: string; urgent: string } {
  return { polite, urgent };
}
