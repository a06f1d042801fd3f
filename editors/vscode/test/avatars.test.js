'use strict';
// Pictures of people beside suggestions and under the mouse, with the real server.

const assert = require('node:assert');
const { test } = require('node:test');
const { scenario, source: load, until } = require('./support/run');

const items = [
  { name: 'Ada Lovelace', avatar: 'https://people.example/ada.png' },
  { name: 'Mallory', avatar: 'https://people.example/m.png) [x](command:evil' },
];
const sources = { words: { type: 'list', items } };
const triggers = [{ character: '@', sources: ['words'] }];

test('only addresses that stay inside the link', () => {
  const { picture } = load('display/avatars.js');
  const avatar = 'https://a.example/b.png';
  assert.strictEqual(picture({ avatar }), `![](${avatar}|height=64)\n\n`);
  for (const other of [
    undefined, '', 'http://a.example', 'file:///a', 'data:image/png;base64,x', 'https://a)b', 'https://a b',
    'https://a|b', 'https://a\\b', 'javascript:alert(1)',
  ]) {
    assert.strictEqual(picture({ avatar: other }), '', other);
  }
  assert.strictEqual(picture(undefined), '');
});

async function withToken(world, body) {
  const source = new world.vscode.CancellationTokenSource();
  try {
    return await body(source.token);
  } finally {
    source.dispose();
  }
}

/** The documentation of a suggestion. */
async function documentation(world, name) {
  const item = await until(`${name} is suggested`, () => world.suggestions.find(
    ({ label }) => (label.label ?? label) === name));
  const resolved = await withToken(
    world, (token) => world.completionProvider.resolveCompletionItem(item, token));
  return resolved.documentation.value;
}

async function hover(world, character) {
  const position = new world.vscode.Position(0, character);
  const { contents } = await withToken(
    world, (token) => world.hoverProvider.provideHover(world.editor.document, position, token));
  return contents.map(({ value }) => value).join('');
}

for (const avatars of [true, false]) {
  scenario(avatars ? 'with the setting they are shown' : 'without it they are not', {
    settings: { sources, triggers, avatars },
  }, async (world) => {
    world.open('');
    // Before the settings are there, nobody is known.
    await until('the server has asked', () => world.clients[0].requested.includes('workspace/configuration'));
    await world.api.list(world.editor.document);
    world.type('@ada');
    const shown = await documentation(world, 'Ada Lovelace');
    assert.strictEqual(shown.startsWith('![](https://people.example/ada.png|height=64)'), avatars, shown);
    assert.match(shown, /\*\*Ada Lovelace\*\*/);
    await world.accept('Ada Lovelace');
    await until('it is a mention', async () => (await world.api.list(world.editor.document)).length === 1);
    assert.strictEqual((await hover(world, 2)).includes('![]('), avatars);
    assert.match(await hover(world, 2), /\*\*Ada Lovelace\*\*/);
    world.type(' @mal');
    assert.ok(!(await documentation(world, 'Mallory')).includes('![]('));
  });
}
