// Light or dark: as the system says, until the player chooses.
import { $ } from './dom.js';
import { recall, remember } from './storage.js';

const KEY = 'play-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

function show() {
  document.documentElement.dataset.theme = recall(KEY) ?? (dark.matches ? 'dark' : 'light');
}

export function startTheme() {
  show();
  dark.addEventListener('change', show);
  $('theme').addEventListener('click', () => {
    remember(KEY, document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
    show();
  });
}
