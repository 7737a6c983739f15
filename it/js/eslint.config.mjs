// What the linter looks for in our scripts. Layout is left to people; each rule here finds mistakes.
import js from '@eslint/js';
import globals from 'globals';

// Names that a browser has for every page. Where one is used undeclared, a variable was forgotten.
const FORGOTTEN = [
  'blur', 'close', 'closed', 'event', 'external', 'find', 'focus', 'frames', 'length', 'name', 'open', 'opener', 'origin', 'parent',
  'print', 'scroll', 'status', 'stop', 'top',
];

// Text of others is shown as text, never read as markup.
const MARKUP = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe'].map(property => ({ property, message: 'Use textContent.' }));

const mistakes = {
  'array-callback-return': 'error',
  'default-case-last': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-constructor-return': 'error',
  'no-eval': 'error',
  'no-implicit-globals': 'error',
  'no-implied-eval': 'error',
  'no-loop-func': 'error',
  'no-new-func': 'error',
  'no-param-reassign': 'error',
  'no-restricted-globals': ['error', ...FORGOTTEN],
  'no-restricted-properties': ['error', ...MARKUP, { object: 'document', property: 'write', message: 'Use textContent.' }],
  'no-return-assign': 'error',
  'no-script-url': 'error',
  'no-self-compare': 'error',
  'no-sequences': 'error',
  'no-shadow': 'error',
  'no-template-curly-in-string': 'error',
  'no-unassigned-vars': 'error',
  'no-unmodified-loop-condition': 'error',
  'no-unreachable-loop': 'error',
  'no-unused-expressions': ['error', { allowShortCircuit: true, allowTernary: true }],
  'no-unused-vars': ['error', { caughtErrors: 'all' }],
  'no-use-before-define': ['error', { functions: false, variables: false }],
  'no-useless-assignment': 'error',
  'no-useless-rename': 'error',
  'no-useless-return': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'prefer-promise-reject-errors': 'error',
  radix: 'error',
};

const linterOptions = { reportUnusedDisableDirectives: 'error' };

export default [
  { ...js.configs.recommended, files: ['**/*.js', '**/*.mjs'] },
  {
    files: ['**/*.js'],
    linterOptions,
    languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: globals.browser },
    rules: mistakes,
  },
  {
    // A worker is a plain script with a global scope of its own.
    files: ['**/*-worker.js'],
    languageOptions: { sourceType: 'script', globals: { ...globals.worker, onmessage: 'writable' } },
    rules: { 'no-implicit-globals': 'off' },
  },
  {
    files: ['**/*.mjs'],
    linterOptions,
    languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: globals.nodeBuiltin },
    rules: mistakes,
  },
  {
    // Tests see the browser that they put in place.
    files: ['server/src/test/js/**'],
    languageOptions: { globals: globals.browser },
  },
];
