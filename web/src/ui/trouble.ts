/** Reasons of failed requests, as text. */
import { Refused, Unreachable } from '../api';
import { ruleText } from '../i18n/rules.svelte';
import { t } from '../i18n/t.svelte';

export function why(cause: unknown): string {
  if (cause instanceof Unreachable) return t('unreachable');
  if (cause instanceof Refused || cause instanceof Error) return ruleText(cause.message);
  return String(cause);
}
