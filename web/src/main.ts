import { mount } from 'svelte';
import './style.css';
import { SHARED } from './flags';
import { speak } from './i18n/t.svelte';
import { language } from './settings.svelte';
import App from './ui/App.svelte';

if (SHARED) {
  const [{ held }, { dropped }] = await Promise.all([import('./shared'), import('./ui/drop/dropped.svelte')]);
  const match = await held();
  if (match) dropped.show(match);
}
await speak(language());
const target = document.querySelector('#app')!;
target.replaceChildren();
mount(App, { target });
