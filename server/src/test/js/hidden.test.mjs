// Names that others wrote are shown on the pages of the server without what hides in them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

const PAGES = new URL('../../main/resources/dev/holdfast/server/pages/', import.meta.url);

describe('A name on a page', () => {
  it('shows hidden characters as numbers', async () => {
    const { shown } = await import(new URL('ui/dom.js', PAGES));
    assert.equal(shown('a\u202Eb\u200B\u001B[2J\n'), 'a\\u202Eb\\u200B\\u001B[2J\\u000A');
    assert.equal(shown('Chapter_03 é 😀'), 'Chapter_03 é 😀');
    assert.equal(shown(7), '7');
  });

  it('goes through it wherever text is put into an element', async () => {
    const dom = await readFile(new URL('ui/dom.js', PAGES), 'utf8');
    assert.match(dom, /if \(text !== undefined\) element\.textContent = shown\(text\);/);
    assert.match(dom, /child instanceof Node \? child : shown\(child\)/);
    assert.match(dom, /const next = shown\(text\);/);
  });
});
