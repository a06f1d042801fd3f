'use strict';
// Styles of the settings, attributes of other extensions, and spelling, with the real server; the viewport.

const assert = require('node:assert');
const { test } = require('node:test');
const { scenario, source, until } = require('./support/run');

const STYLES = [
  { name: 'somebody', when: { kind: 'person' }, rounded: true, decoration: { border: '1px solid #888888' } },
  { name: 'task', when: { attribute: 'todo' }, decoration: { backgroundColor: '#ffeeaa' } },
];
const styled = { settings: { demo: true, styles: STYLES } };

/** What is drawn: the text and the border or background of each decoration. */
function drawn(world) {
  const { editor } = world;
  return [...editor.decorations].flatMap(([{ options }, places]) => places.map(({ range }) => (
    `${editor.document.getText(range)} ${options.border ?? options.backgroundColor}`))).sort();
}

async function untilDrawn(world, ...wanted) {
  await until(`${wanted} is drawn`, () => JSON.stringify(drawn(world)) === JSON.stringify(wanted.sort()));
}

/** A range of the first line. */
function range(world, from, to) {
  const { editor } = world;
  editor.select(from, to);
  return editor.selection;
}

async function mentionKnuth(world) {
  world.open('');
  world.type('By @knu');
  await world.accept('Donald Knuth');
}

test('a decoration as VS Code takes it', () => {
  const { options } = source('display/styles.js');
  assert.deepStrictEqual(options({ name: 'a', decoration: { border: '1px', color: '#111', content: 'x' } }), {
    rangeBehavior: 1, border: '1px', color: '#111',
  });
  const rounded = options({ name: 'a', rounded: true });
  assert.deepStrictEqual([rounded.borderRadius, rounded.backgroundColor.id], [
    '4px', 'editor.wordHighlightBackground']);
  const own = options({ name: 'a', rounded: true, decoration: { borderRadius: '9px' } });
  assert.strictEqual(own.borderRadius, '9px');
});

test('a decoration cannot bring other styles along', () => {
  const { options } = source('display/styles.js');
  const given = {
    textDecoration: 'none; position: fixed', border: '1px } * { display: none',
    backgroundColor: 'url(https://x.org)', color: 'rgba(1, 2, 3, 50%)',
    fontStyle: 'var(--vscode-font)', fontWeight: '',
  };
  assert.deepStrictEqual(options({ name: 'a', decoration: given }), {
    rangeBehavior: 1, color: 'rgba(1, 2, 3, 50%)', fontStyle: 'var(--vscode-font)',
  });
});

scenario('a mention is decorated by its kind', styled, async (world) => {
  await mentionKnuth(world);
  await untilDrawn(world, 'Donald Knuth 1px solid #888888');
  world.editor.moveTo(0);
  world.type('Oh! ');
  await untilDrawn(world, 'Donald Knuth 1px solid #888888');
  await world.api.remove(world.editor.document);
  world.type('.');
  await untilDrawn(world);
});

scenario('attributes are added, drawn, moved and stripped', styled, async (world) => {
  await mentionKnuth(world);
  const { document } = world.editor;
  const answer = await world.api.attributes(document, { add: [
    { range: range(world, 0, 2), name: 'todo', value: 7, whenTypedAt: 'grow' },
    { range: range(world, 1, 1), name: 'none' },
  ] });
  assert.deepStrictEqual(answer.refused, [{ index: 1, reason: 'the range is empty' }]);
  assert.deepStrictEqual([answer.attributes[0].value, answer.attributes[0].styles], [7, ['task']]);
  await untilDrawn(world, 'By #ffeeaa', 'Donald Knuth 1px solid #888888');
  world.editor.moveTo(2);
  world.type('!');
  await untilDrawn(world, 'By! #ffeeaa', 'Donald Knuth 1px solid #888888');
  const stripped = await world.api.attributes(document, { strip: { ranges: [range(world, 0, 1)] } });
  assert.strictEqual(stripped.attributes.length, 1);
  await untilDrawn(world, 'y! #ffeeaa', 'Donald Knuth 1px solid #888888');
});

scenario('the cursor after an attribute is not after a mention', styled, async (world) => {
  await mentionKnuth(world);
  const add = [{ range: range(world, 0, 2), name: 'todo' }];
  await world.api.attributes(world.editor.document, { add });
  world.editor.moveTo(15);
  await until('it is after the mention', () => world.contexts['mentions.afterMention']);
  world.editor.moveTo(2);
  await until('it is not any more', () => !world.contexts['mentions.afterMention']);
});

scenario('another extension draws; where it fails, the decoration does', styled, async (world) => {
  await mentionKnuth(world);
  const seen = [];
  const drawing = world.api.registerDrawing('task', (_, place) => {
    seen.push(place.attribute.value);
    return { range: place.range, hoverMessage: 'mine' };
  });
  const failing = world.api.registerDrawing('somebody', () => { throw new Error('no ink'); });
  await world.api.attributes(world.editor.document, {
    add: [{ range: range(world, 0, 2), name: 'todo', value: 'x' }],
  });
  await untilDrawn(world, 'By #ffeeaa', 'Donald Knuth 1px solid #888888');
  assert.strictEqual(seen.at(-1), 'x');
  assert.ok(world.logged.some((line) => /draws "somebody": Error: no ink/.test(line)));
  assert.throws(() => world.api.registerDrawing('task', 'red'), /by a function/);
  drawing.dispose();
  failing.dispose();
});

scenario('where spell checking must stay off', styled, async (world) => {
  await mentionKnuth(world);
  world.type(' and @zz');
  const ranges = await world.api.spelling(world.editor.document);
  assert.deepStrictEqual(ranges.map((each) => world.editor.document.getText(each)), ['Donald Knuth', '@zz']);
});

scenario('other extensions show something beside the text', {
  answers: { 'mentions/accessories': { accessories: [] } },
}, async (world) => {
  world.open('one two three');
  const { document } = world.editor;
  const here = range(world, 4, 7);
  await world.api.accessories(document, { add: [
    { id: 'a', at: here.end, label: 'here', place: 'after' },
    { id: 'b', at: here, label: 'there', place: 'above' },
    { id: 'c', at: 'mention', label: '{detail}', place: 'after' },
  ] });
  await world.api.accessories(document, { remove: ['b'], move: [{ id: 'a', at: range(world, 0, 3) }] });
  assert.deepStrictEqual(await world.api.accessories(document), { accessories: [] });
  const [added, changed, listed] = world.clients[0].transport.sent
    .filter(({ method }) => method === 'mentions/accessories').map(({ params }) => params);
  assert.deepStrictEqual(added.add.map(({ at }) => at), [
    { line: 0, character: 7 },
    { start: { line: 0, character: 4 }, end: { line: 0, character: 7 } }, 'mention',
  ]);
  assert.deepStrictEqual(Object.keys(changed), ['textDocument', 'move', 'remove']);
  assert.deepStrictEqual(changed.move[0].at.end, { line: 0, character: 3 });
  assert.deepStrictEqual(Object.keys(listed), ['textDocument']);
});

// The viewport

const scrolled = (world) => world.record.filter(([name]) => ['editorScroll', 'revealLine'].includes(name))
  .map(([, place]) => place);
const by = (to, value) => ({ to, by: 'line', value, revealCursor: false });

for (const settings of [
  { viewport: 'bottom' }, { position: 'customLockBottomArrowPointingUp', viewport: 'top' },
]) {
  scenario(`the line is kept at the bottom by ${Object.keys(settings)[0]}`, {
    settings: { demo: true, ...settings },
  }, async (world) => {
    world.open('one\ntwo\n');
    world.editor.moveTo(8);
    world.type('@knu');
    await until('the line is at the bottom', () => scrolled(world).length > 1);
    world.editor.visibleRanges = [new world.vscode.Range(0, 0, 37, 0)];
    await world.accept('Donald Knuth');
    await until('what was shown is shown again', () => scrolled(world).length > 2);
    assert.deepStrictEqual(scrolled(world), [{ lineNumber: 2, at: 'bottom' }, by('up', 0), by('down', 3)]);
  });
}

const locked = { settings: { demo: true, viewport: 'top' } };

scenario('a click on the line ends the mention', locked, async (world) => {
  world.open('');
  world.type('@knu');
  await until('the line is at the top', () => scrolled(world).length === 1);
  world.editor.fireSelection(2);
  await until('the mention has ended', () => scrolled(world).length === 2);
});

scenario('without the setting nothing is scrolled', { settings: { demo: true } }, async (world) => {
  world.open('');
  world.type('@knu');
  await world.accept('Donald Knuth');
  assert.deepStrictEqual(scrolled(world), []);
});
