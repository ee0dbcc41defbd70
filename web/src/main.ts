import { mount } from 'svelte';
import './style.css';
import { speak } from './i18n/t.svelte';
import { language } from './settings.svelte';
import { held } from './shared';
import App from './ui/App.svelte';
import { dropped } from './ui/drop/dropped.svelte';

const match = await held();
if (match) dropped.show(match);
await speak(language());
mount(App, { target: document.querySelector('#app')! });
