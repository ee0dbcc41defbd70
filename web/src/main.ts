import { mount } from 'svelte';
import './style.css';
import { speak } from './i18n/t.svelte';
import { language } from './settings.svelte';
import App from './ui/App.svelte';

await speak(language());
mount(App, { target: document.querySelector('#app')! });
