'use strict';
// The modules, with a stand-in for the server: requests, cursor, status bar, settings, entities.

const assert = require('node:assert');
const { test } = require('node:test');
const { World, needsClient, scenario, source, start, until } = require('./support/run');
const manifest = require('../package.json');

const URI = 'file:///nowhere/notes.md';
const answers = {};
const sent = (world, method) => world.clients[0].transport.sent.filter((each) => each.method === method);
const say = (world, method, params) => world.clients.at(-1).transport.say(method, params);

// Requests

scenario('parameters are sent by name, with and without a token', {
  answers: { 'mentions/list': { mentions: [] } },
}, async (world) => {
  world.open('text');
  await world.api.list(world.editor.document);
  const [{ params }] = sent(world, 'mentions/list');
  assert.deepStrictEqual(params, { textDocument: { uri: URI } });
  await world.vscode.commands.executeCommand('mentions.deleteLeft');
  assert.deepStrictEqual(sent(world, 'mentions/backspace')[0].params, {
    textDocument: { uri: URI, version: 1 }, position: { line: 0, character: 0 },
  });
});

test('a requested shutdown is not an error', needsClient, async () => {
  const world = await start({ answers });
  world.open('text');
  await world.vscode.commands.executeCommand('mentions.toggle');
  await until('the connection is closed', () => world.logged.some((line) => line.includes('got closed')));
  await world.deactivate();
  assert.deepStrictEqual(world.logged.filter((line) => /^(error|warn)/.test(line)), []);
});

// The cursor

test('on a semantic token, right after one, or nowhere', () => {
  const { touched } = source('cursor.js');
  const data = [0, 3, 3, 0, 0, 0, 3, 2, 0, 1, 2, 4, 5, 0, 0];
  for (const [line, character, isOn, isAfter] of [
    [0, 2, false, false], [0, 3, true, false], [0, 5, true, false], [0, 6, true, true], [0, 7, true, false],
    [0, 8, true, true], [0, 9, false, false], [1, 6, false, false], [2, 4, true, false], [2, 9, true, true],
  ]) assert.deepStrictEqual(touched(data, { line, character }), { isOn, isAfter }, `${line}:${character}`);
  assert.deepStrictEqual(touched([], { line: 0, character: 0 }), { isOn: false, isAfter: false });
});

scenario('cursor moves become one message, whose end is the cursor', { answers }, async (world) => {
  world.open('one two three');
  for (let offset = 1; offset < 9; offset += 1) world.editor.moveTo(offset);
  world.editor.select(8, 4);
  await until('it is told', () => sent(world, 'mentions/didChangeSelection').length > 0);
  assert.deepStrictEqual(sent(world, 'mentions/didChangeSelection').map(({ params }) => params), [{
    textDocument: { uri: URI },
    selections: [{ start: { line: 0, character: 8 }, end: { line: 0, character: 4 } }],
  }]);
});

test('a cursor position that is outdated by a change is not sent', async () => {
  const world = new World();
  const { CursorWatch } = source('cursor.js', world);
  const told = [];
  const subscription = { dispose() {} };
  const watch = new CursorWatch({
    isRunning: true, serves: () => true, uri: () => URI, on: () => subscription,
    onDidChangeState: () => subscription, notify: (method) => told.push(method), request: async () => null,
  });
  world.open('text');
  await watch.flush();
  assert.deepStrictEqual(told, ['mentions/didChangeSelection']);
  world.editor.moveTo(4);
  // The document is newer than the known cursor position.
  world.editor.document.version += 1;
  await watch.flush();
  assert.strictEqual(told.length, 1);
  watch.dispose();
});

scenario('documents that the server does not know are left alone', { answers }, async (world) => {
  world.open('text', { scheme: 'output' });
  world.editor.moveTo(2);
  await world.vscode.commands.executeCommand('mentions.list');
  assert.match(world.statusMessages.at(-1), /no text is being edited/);
  assert.deepStrictEqual(sent(world, 'mentions/didChangeSelection'), []);
  assert.deepStrictEqual(sent(world, 'textDocument/didOpen'), []);
});

// The status bar

scenario('the status bar: ready, creating, problems', { answers }, async (world) => {
  const { status } = world;
  world.open('');
  assert.strictEqual(status.text, '$(mention) Mentions');
  assert.match(status.tooltip.value, /ready/);
  const textDocument = { uri: URI };
  await say(world, 'mentions/didChangeState', { textDocument, state: 'creating', controlCharacter: '@' });
  const chooser = { textDocument, event: 'changed', generation: 1 };
  await say(world, 'mentions/chooser', { ...chooser, count: 0, loading: true });
  assert.strictEqual(status.text, '$(loading~spin) @… nobody');
  await say(world, 'mentions/chooser', { ...chooser, count: 3, loading: false });
  assert.strictEqual(status.text, '$(mention) @… 3');
  await say(world, 'mentions/didChangeState', { textDocument, state: 'quiescent' });
  assert.strictEqual(status.text, '$(mention) Mentions');
  await say(world, 'window/showMessage', { type: 2, message: 'team: `people.csv` is not there' });
  assert.strictEqual(status.text, '$(warning) Mentions');
  assert.match(status.tooltip.value, /team: \\`people\\\.csv\\` is not there/);
  assert.deepStrictEqual(world.messages, [], 'nothing pops up');
  assert.ok(world.logged.some((line) => line.startsWith('warn: team')));
  assert.strictEqual(status.command, 'mentions.showLog');
  world.configure('statusBar', false);
  assert.strictEqual(status.isVisible, false);
});

// Settings

test('the server gets the settings that the user set, and no others', () => {
  const told = (world, extras = { servesEntities: false }) => {
    const { serverKeys, serverSettings } = source('settings.js', world);
    return serverSettings(serverKeys(manifest), extras);
  };
  assert.deepStrictEqual(told(new World()), {});
  assert.deepStrictEqual(told(new World({
    settings: { limit: 5, chooser: 'quickPick', deletion: 'trim' }, workspaceSettings: { limit: 7 },
  })), { limit: 7, deletion: 'trim' });
  const run = { type: 'command', command: ['./run'] };
  const settings = { sources: { mine: { type: 'git' } }, trustedFolders: ['/mine'] };
  const workspaceSettings = { sources: { run }, trustedFolders: ['/'] };
  assert.deepStrictEqual(
    told(new World({ settings, workspaceSettings, folders: ['/one', '/mine'] })),
    { sources: { mine: { type: 'git' }, run }, trustedFolders: ['/mine', '/one'] });
  assert.deepStrictEqual(
    told(new World({ settings, workspaceSettings, folders: ['/one'], isTrusted: false })), settings);
  assert.deepStrictEqual(
    told(new World({ settings: { sources: { mine: { type: 'git' } } } }), { servesEntities: true }),
    { sources: { mine: { type: 'git' }, editor: { type: 'client' } } });
  const own = { sources: { host: { type: 'client', filter: true } } };
  assert.deepStrictEqual(told(new World({ settings: own }), { servesEntities: true }), own);
});

// Cells and commands

const person = (name) => ({ entity: { id: name, name }, label: name, detail: 'plain', matches: [] });
const at = (character) => ({ start: { line: 0, character }, end: { line: 0, character } });
const listOf = (...names) => ({
  'textDocument/completion': {
    items: names.map((label, index) => ({
      label, data: [1, 1, index], textEdit: { range: at(0), newText: label },
    })),
  },
  initialize: { capabilities: { completionProvider: { triggerCharacters: ['@'] } } },
});
const suggested = (world) => world.suggestions.map(
  ({ label, detail }) => [label.label ?? label, detail]);

scenario('a function that fails to draw a cell: the cell is plain, and the failure is reported once', {
  answers: {
    ...listOf('Ada', 'Bob', 'Eve'),
    'mentions/chooserItems': { generation: 1, items: ['Ada', 'Bob', 'Eve'].map(person) },
  },
}, async (world) => {
  const cells = world.api.registerCells(({ name }) => {
    if (name === 'Ada') throw new Error('no photo');
    return name === 'Bob' ? {} : { label: name, detail: 'drawn' };
  });
  world.open('');
  world.type('@');
  await world.asking;
  assert.deepStrictEqual(suggested(world), [['Ada', 'plain'], ['Bob', 'plain'], ['Eve', 'drawn']]);
  assert.strictEqual(world.logged.filter((line) => line.includes('draws cells')).length, 1);
  cells.dispose();
});

scenario('no rows to draw cells from: the suggestions are still shown', {
  answers: { ...listOf('Ada'), 'mentions/chooserItems': () => { throw new Error('no rows'); } },
}, async (world) => {
  const cells = world.api.registerCells(({ name }) => ({ label: name }));
  world.open('');
  world.type('@');
  await world.asking;
  assert.deepStrictEqual(suggested(world), [['Ada', undefined]]);
  assert.match(world.logged.join(), /the cells: .*no rows/);
  cells.dispose();
});

scenario('the text that becomes a mention is the one that was shown', {
  answers: { 'mentions/add': { added: 0, refused: [{ index: 0, reason: 'another text' }] } },
}, async (world) => {
  world.open('Ada and Grace');
  world.editor.select(0, 3);
  world.answers.meanwhile = () => {
    world.editor.moveTo(0);
    world.editor.insert('So ');
  };
  world.answers.input = 'Ada Lovelace';
  await world.vscode.commands.executeCommand('mentions.add');
  assert.strictEqual(sent(world, 'mentions/add')[0].params.mentions[0].text, 'Ada');
  assert.match(world.statusMessages.at(-1), /Not made a mention: another text/);
});

const openList = {
  initialize: { capabilities: { completionProvider: { triggerCharacters: ['@'] } } },
  'textDocument/completion': () => new Promise((resolve) => { openList.answer = resolve; }),
};

scenario('Enter waits for the pending answer, and accepts nobody if typing continues', {
  answers: openList,
}, async (world) => {
  const take = () => world.vscode.commands.executeCommand('mentions.takeSuggestion');
  const taken = () => world.record.filter((id) => id === 'acceptSelectedSuggestion').length;
  world.builtIns.set('acceptSelectedSuggestion', () => {});
  world.open('');
  await take();
  assert.strictEqual(taken(), 1);
  world.type('@');
  await until('it is asked', () => openList.answer);
  let enter = take();
  openList.answer({ items: [] });
  await enter;
  assert.strictEqual(taken(), 2);
  openList.answer = undefined;
  world.type('@');
  await until('it is asked', () => openList.answer);
  enter = take();
  world.editor.insert('x');
  openList.answer({ items: [] });
  await enter;
  assert.strictEqual(taken(), 2);
});

// Entities

function entities(world) {
  const { EntityProviders } = source('entities.js', world);
  const told = [];
  const connection = {
    servesEntities: false, answer() {}, log: { warn(text) { world.logged.push(text); } },
    settingsChanged() { told.push('settings'); }, notify(method, params) { told.push(params); },
  };
  return { providers: new EntityProviders(connection), connection, told };
}
const token = { isCancellationRequested: false };
const query = { queryID: 7, keyString: 'a', searchType: 'explicit', invoked: false, uri: URI };

test('entities: batches of several providers, the first as the response, then a final one', async () => {
  const { providers, connection, told } = entities(new World());
  const none = await providers.retrieve(query, token);
  assert.deepStrictEqual(none, { entities: [], dedupe: true, isComplete: true });
  const first = providers.register({ retrieveEntities: async () => [{ name: 'Ada' }] });
  assert.strictEqual(connection.servesEntities, true);
  providers.register({
    async* retrieveEntities() {
      await null;
      await null;
      await null;
      yield ['Grace'];
      yield [];
      yield ['never'];
    },
  });
  const answer = await providers.retrieve(query, token);
  assert.deepStrictEqual(answer, { entities: [{ name: 'Ada' }], dedupe: true, isComplete: false });
  await until('the end', () => told.some(({ isComplete }) => isComplete));
  assert.deepStrictEqual(told.filter(({ queryID }) => queryID), [
    { queryID: 7, entities: ['Grace'], dedupe: true, isComplete: false },
    { queryID: 7, entities: [], dedupe: true, isComplete: true },
  ]);
  first.dispose();
  assert.strictEqual(providers.providers.size, 1);
});

test('entities: a provider that fails ends only its own part; an invalid one is refused', async () => {
  const world = new World();
  const { providers } = entities(world);
  providers.register({ retrieveEntities() { throw new Error('no network'); } });
  providers.register({ retrieveEntities: () => null });
  assert.deepStrictEqual(
    await providers.retrieve(query, token), { entities: [], dedupe: true, isComplete: true });
  assert.match(world.logged.join(), /no network/);
  assert.throws(() => providers.register({}), /needs a function retrieveEntities/);
});

test('entities: no provider is asked after the first that resolves an entity', async () => {
  const { providers } = entities(new World());
  const none = { retrieveEntities: () => [] };
  providers.register(none);
  providers.register({ ...none, resolveEntity() { throw new Error('down'); } });
  providers.register({ ...none, resolveEntity: async (entity) => ({ ...entity, detail: 'more' }) });
  const { entity } = await providers.resolve({ name: 'Ada' });
  assert.deepStrictEqual(entity, { name: 'Ada', detail: 'more' });
});
