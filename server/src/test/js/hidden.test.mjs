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

  it('is marked if its letters are of scripts that look alike, on the pages and in the library', async () => {
    const onPages = await import(new URL('ui/dom.js', PAGES));
    const inLibrary = await import('../../main/js/holdfast/names.js');
    for (const { shownName } of [onPages, inLibrary]) {
      assert.equal(shownName('p\u0430ypal'), 'p\u0430ypal [mixed scripts]');
      assert.equal(shownName('\u03BFscar/1'), '\u03BFscar/1 [mixed scripts]');
      assert.equal(shownName('a\u202Eb\u200B'), 'a\\u202Eb\\u200B');
      for (const usual of ['Anna', 'Зоя Petrova', 'Łuk é 😀', 'глава/chapter', '東京tower', '']) assert.equal(shownName(usual), usual);
    }
    assert.equal(onPages.nameOf({ name: 'p\u0430ypal' }), 'p\u0430ypal [mixed scripts]');
    assert.equal(onPages.nameOf({}), 'another user');
  });

  it('goes through it wherever text is put into an element', async () => {
    const dom = await readFile(new URL('ui/dom.js', PAGES), 'utf8');
    assert.match(dom, /if \(text !== undefined\) element\.textContent = shown\(text\);/);
    assert.match(dom, /child instanceof Node \? child : shown\(child\)/);
    assert.match(dom, /const next = shown\(text\);/);
  });
});
