'use strict';
// When the extension's Backspace, which asks the server first, falls back to the editor's.

const assert = require('node:assert');
const { scenario, until } = require('./support/run');

const URI = 'file:///nowhere/notes.md';
const never = () => new Promise(() => {});
const place = (character) => ({ line: 0, character });
/** The cursor's line has one semantic token, from 3 to 6. */
const oneToken = { 'textDocument/semanticTokens/range': { data: [0, 3, 3, 0, 0] } };
const backspace = (answer) => ({ ...oneToken, 'mentions/backspace': answer });
const asked = (world) => world.clients[0].transport.sent.filter(
  ({ method }) => method === 'mentions/backspace');

async function afterMention(world) {
  world.open('to Ada.');
  world.editor.moveTo(6);
  await until('after a mention', () => world.contexts['mentions.afterMention']);
}

scenario('the server says what to do, for this version and this place', {
  answers: backspace({ action: 'lightUp', version: 1 }),
}, async (world) => {
  await afterMention(world);
  await world.press('backspace');
  assert.strictEqual(world.editor.document.text, 'to Ada.');
  const textDocument = { uri: URI, version: 1 };
  assert.deepStrictEqual(asked(world)[0].params, { textDocument, position: place(6) });
  assert.ok(!world.record.includes('deleteLeft'));
});

scenario('its edit is applied, the cursor put where it belongs', {
  answers: backspace({
    action: 'delete', version: 1, edit: { range: { start: place(3), end: place(6) }, newText: '' },
    position: place(3),
  }),
}, async (world) => {
  await afterMention(world);
  await world.press('shift+backspace');
  assert.strictEqual(world.editor.document.text, 'to .');
  assert.strictEqual(world.editor.cursor, 3);
});

scenario('for "none" the editor deletes', {
  answers: backspace({ action: 'none', version: 1 }),
}, async (world) => {
  await afterMention(world);
  await world.press('backspace');
  assert.strictEqual(world.editor.document.text, 'to Ad.');
});

scenario('an error, such as a changed document: the editor deletes', {
  answers: backspace(() => { throw new Error('the document is at version 2, not at 1'); }),
}, async (world) => {
  await afterMention(world);
  await world.press('backspace');
  assert.strictEqual(world.editor.document.text, 'to Ad.');
  assert.deepStrictEqual(world.messages, []);
});

scenario('no answer in time: the editor deletes', { answers: backspace(never) }, async (world) => {
  await afterMention(world);
  await world.press('backspace');
  assert.strictEqual(world.editor.document.text, 'to Ad.');
});

const edit = { range: { start: place(3), end: place(6) }, newText: '' };
let answerLater;
scenario('an answer for a text that has changed since is not used', {
  answers: backspace(() => new Promise((resolve) => { answerLater = resolve; })),
}, async (world) => {
  await afterMention(world);
  const pressed = world.press('backspace');
  await until('it is asked', () => answerLater);
  world.editor.apply([{ range: new world.vscode.Range(
    new world.vscode.Position(0, 6), new world.vscode.Position(0, 7)), text: '!' }]);
  answerLater({ action: 'delete', version: 1, edit, position: place(3) });
  await pressed;
  assert.strictEqual(world.editor.document.text, 'to Ad!');
});

/** Presses the key, does something while the request is pending, and then lets the server answer. */
async function meanwhile(world, body) {
  answerLater = undefined;
  await afterMention(world);
  const pressed = world.press('backspace');
  await until('it is asked', () => answerLater);
  await body(pressed);
  answerLater(null);
  await pressed;
}
const slowly = { answers: backspace(() => new Promise((resolve) => { answerLater = resolve; })) };

scenario('typed on meanwhile: what was before the key goes, and nothing else', slowly, async (world) => {
  await meanwhile(world, () => {
    const again = world.press('backspace');
    world.editor.insert('xy');
    return void again;
  });
  await world.vscode.commands.executeCommand('mentions.showLog');
  assert.strictEqual(world.editor.document.text, 'to Adxy.');
  assert.strictEqual(world.editor.cursor, 7);
});

scenario('changed before the place meanwhile: nothing is deleted', slowly, async (world) => {
  await meanwhile(world, () => {
    world.editor.moveTo(0);
    world.editor.insert('On ');
  });
  assert.strictEqual(world.editor.document.text, 'On to Ada.');
});

scenario('another document meanwhile: it is left alone', slowly, async (world) => {
  const first = world.open('to Ada.', { path: '/nowhere/first.md' });
  await meanwhile(world, () => {
    world.open('other', { path: '/nowhere/other.md' });
    world.editor.moveTo(5);
  });
  assert.strictEqual(world.editor.document.text, 'other');
  assert.strictEqual(first.document.text, 'to Ada.');
});

scenario('an edit that the editor refuses: the editor deletes', {
  answers: backspace({ action: 'delete', version: 1, edit, position: place(3) }),
}, async (world) => {
  await afterMention(world);
  world.refusesEdits = true;
  await world.press('backspace');
  assert.strictEqual(world.editor.document.text, 'to Ad.');
});

scenario('with several cursors or a selection the server is not asked', {
  answers: backspace({ action: 'lightUp', version: 1 }),
}, async (world) => {
  await afterMention(world);
  const cursor = world.editor.selection;
  world.editor.selections = [cursor, cursor];
  await world.vscode.commands.executeCommand('mentions.deleteLeft');
  assert.strictEqual(world.record.at(-1), 'deleteLeft');
  world.editor.select(2, 6);
  await world.vscode.commands.executeCommand('mentions.deleteLeft');
  assert.deepStrictEqual(asked(world), []);
});

scenario('elsewhere the key is not bound at all', { answers: oneToken }, async (world) => {
  await afterMention(world);
  world.editor.moveTo(2);
  await until('not after a mention', () => !world.contexts['mentions.afterMention']);
  await world.press('backspace');
  assert.strictEqual(world.record.at(-1), 'deleteLeft');
});

scenario('without a server: the editor deletes', { answers: oneToken }, async (world) => {
  await afterMention(world);
  await world.vscode.commands.executeCommand('mentions.toggle');
  assert.strictEqual(world.contexts['mentions.afterMention'], false);
  await world.vscode.commands.executeCommand('mentions.deleteLeft');
  assert.strictEqual(world.editor.document.text, 'to Ad.');
});
