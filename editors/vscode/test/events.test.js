'use strict';
// The output channel that tells what the user does to the text.

const assert = require('node:assert');
const { test } = require('node:test');
const { scenario, source, until } = require('./support/run');

const NAME = 'Mentions: Events';
const SHOWN = `show ${NAME}`;
const at = (line, character) => ({ line, character });

/** The lines of the channel without the time, which is seconds to three places. */
function told(world) {
  return (world.channels.get(NAME) ?? []).map((line) => {
    const [, rest] = /^\d+\.\d{3} {2}(.*)$/.exec(line);
    return rest;
  });
}

test('an event is a line: when, where, what, the text, the cause', () => {
  const { line } = source('display/eventConsole.js');
  const event = (what, more) => line({
    textDocument: { uri: 'file:///a/notes.md' }, event: what, range: { start: at(2, 0), end: at(4, 1) },
    certainty: 'likely', ...more,
  }, 1.5);
  assert.strictEqual(
    event('inserted', { text: 'a\r\nb\t"\\', cause: 'paste' }),
    '1.500  notes.md:3:1  inserted  "a\\nb\\t\\"\\\\"  paste, likely');
  assert.strictEqual(event('selected'), '1.500  notes.md:3:1–5:2  selected  likely');
  assert.strictEqual(event('deleted', { before: 'x' }), '1.500  notes.md:3:1  deleted  "x"  likely');
  assert.strictEqual(
    event('replaced', { before: 'x', text: 'y' }), '1.500  notes.md:3:1  replaced  "x" → "y"  likely');
  assert.strictEqual(event('undone', { before: 'x' }), '1.500  notes.md:3:1  undone  "x" → ""  likely');
  assert.strictEqual(
    event('committed', { before: 'ni', text: '你' }), '1.500  notes.md:3:1  committed  "你"  likely');
  assert.strictEqual(
    event('inserted', { text: '👩‍👩‍👧'.repeat(49) }),
    `1.500  notes.md:3:1  inserted  "${'👩‍👩‍👧'.repeat(48)}…"  likely`);
});

scenario('with the setting, the real server tells what is typed', {
  settings: { textEvents: true },
}, async (world) => {
  const heard = [];
  const subscription = world.api.onTextEvent(({ event, text }) => heard.push([event, text]));
  world.open('');
  world.type('a');
  await until('it is told', () => told(world).some(
    (line) => /^notes\.md:1:1 {2}inserted {2}"a" {2}typing, \w+$/.test(line)));
  await world.vscode.commands.executeCommand('mentions.showEvents');
  assert.ok(world.record.includes(SHOWN));
  assert.deepStrictEqual(world.messages, []);
  assert.ok(heard.some(([event, text]) => event === 'inserted' && text === 'a'));
  subscription.dispose();
});

scenario('without the setting, the command offers to turn it on', { message: 'Turn On' }, async (world) => {
  const [{ initializationOptions }] = world.clients.map(({ options }) => ({
    initializationOptions: options.initializationOptions(),
  }));
  assert.strictEqual(initializationOptions.textEvents, false);
  world.open('');
  await world.vscode.commands.executeCommand('mentions.showEvents');
  assert.match(world.messages[0][1], /restarted/);
  assert.ok(world.record.includes(SHOWN));
  await until('another server runs', () => world.clients.length === 2 && world.contexts['mentions.running']);
  world.type('b');
  await until('it is told', () => told(world).some((line) => line.includes('"b"')));
});

scenario('whoever does not want it gets no channel', {}, async (world) => {
  world.open('');
  await world.vscode.commands.executeCommand('mentions.showEvents');
  world.type('c');
  assert.ok(!world.record.includes(SHOWN));
  assert.strictEqual(world.channels.size, 0);
  assert.strictEqual(world.clients.length, 1);
});
