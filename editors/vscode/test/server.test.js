'use strict';
// The extension with the real server: typing, accepting, the three steps of Backspace, highlighting.

const assert = require('node:assert');
const { folder, scenario, until } = require('./support/run');

const demo = { settings: { demo: true } };
const list = (world) => world.api.list(world.editor.document);

/** Types a mention of Donald Knuth and waits until the extension knows that the cursor is after it. */
async function mentionKnuth(world) {
  world.type('Thanks to @knu');
  await world.accept('Donald Knuth');
  await until('the cursor is known to be after a mention', () => world.contexts['mentions.afterMention']);
}

scenario('@, letters, accepted: the name is a mention', demo, async (world) => {
  world.open('');
  world.type('Thanks to @knu');
  await world.accept('Donald Knuth');
  assert.strictEqual(world.editor.document.text, 'Thanks to Donald Knuth');
  const [mention] = await until('it is listed', async () => {
    const mentions = await list(world);
    return mentions.length > 0 && mentions;
  });
  assert.deepStrictEqual(mention.range.start, { line: 0, character: 10 });
  assert.deepStrictEqual(mention.range.end, { line: 0, character: 22 });
  assert.strictEqual(mention.entity.name, 'Donald Knuth');
  assert.strictEqual(mention.state, 'whole');
});

scenario('emoji and CJK before a mention: columns are UTF-16', demo, async (world) => {
  world.open('');
  world.type('😀 漢字 ');
  await mentionKnuth(world);
  const [mention] = await list(world);
  assert.deepStrictEqual(mention.range.start, { line: 0, character: 16 });
  assert.strictEqual(mention.text, 'Donald Knuth');
});

scenario('Backspace lights up, trims, deletes; elsewhere it is the editor\'s own', demo, async (world) => {
  world.open('');
  await mentionKnuth(world);
  await world.press('backspace');
  assert.strictEqual(world.editor.document.text, 'Thanks to Donald Knuth');
  assert.strictEqual((await list(world))[0].litUp, true);
  await world.press('backspace');
  assert.strictEqual(world.editor.document.text, 'Thanks to Donald');
  assert.strictEqual((await list(world))[0].state, 'trimmed');
  await world.press('backspace');
  assert.strictEqual(world.editor.document.text, 'Thanks to ');
  assert.deepStrictEqual(await list(world), []);
  await until('no mention before the cursor', () => !world.contexts['mentions.afterMention']);
  await world.press('backspace');
  assert.strictEqual(world.editor.document.text, 'Thanks to');
});

scenario('a held backspace takes the same steps', demo, async (world) => {
  world.open('');
  await mentionKnuth(world);
  await Promise.all([1, 2, 3].map(() => world.press('backspace')));
  assert.strictEqual(world.editor.document.text, 'Thanks to ');
});

scenario('with mentions.backspace off, backspace is the editor\'s own and the mention becomes text', {
  settings: { demo: true, backspace: false },
}, async (world) => {
    world.open('');
    await mentionKnuth(world);
    await world.press('backspace');
    assert.strictEqual(world.editor.document.text, 'Thanks to Donald Knut');
    assert.deepStrictEqual(await list(world), []);
  });

scenario('the mention under the cursor lights up', demo, async (world) => {
  world.open('');
  await mentionKnuth(world);
  world.type(' and others');
  const isLit = async () => (await list(world))[0].litUp;
  assert.strictEqual(await isLit(), false);
  world.editor.moveTo(14);
  await until('it is lit up', isLit);
  world.editor.moveTo(3);
  await until('it is dark again', async () => !await isLit());
});

scenario('other extensions are notified of changes to mentions', demo, async (world) => {
  const heard = [];
  const subscriptions = ['onDidCreate', 'onDidTrim', 'onDidDelete'].map(
    (name) => world.api[name](({ uri, mention }) => heard.push([name, uri, mention.text])));
  world.open('');
  await mentionKnuth(world);
  for (let step = 0; step < 3; step += 1) await world.press('backspace');
  await until('all is told', () => heard.length === 3);
  const uri = 'file:///nowhere/notes.md';
  assert.deepStrictEqual(heard, [
    ['onDidCreate', uri, 'Donald Knuth'], ['onDidTrim', uri, 'Donald'], ['onDidDelete', uri, 'Donald'],
  ]);
  for (const subscription of subscriptions) subscription.dispose();
});

scenario('the API adds mentions, and removes them', demo, async (world) => {
  const { document } = world.open('Ada and Grace');
  world.editor.select(0, 3);
  const ada = world.editor.selection;
  world.editor.select(8, 13);
  const grace = world.editor.selection;
  const answer = await world.api.add(document, [
    { range: ada, entity: { name: 'Ada Lovelace' } }, { range: grace, entity: {} },
  ]);
  assert.strictEqual(answer.added, 1);
  assert.match(answer.refused[0].reason, /name/);
  assert.strictEqual(await world.api.remove(document, [grace]), 0);
  assert.strictEqual(await world.api.remove(document), 1);
});

scenario('doctor writes the effective settings to the log', { folders: [folder()] }, async (world) => {
  await world.vscode.commands.executeCommand('mentions.doctor');
  assert.match(world.logged.at(-1), /git/);
  assert.ok(world.record.includes('showLog'));
});

scenario('an implicit mention opens suggestions, which Markdown has off by default', demo, async (world) => {
  world.open('');
  world.type('Don');
  await until('suggestions were started', () => world.record.includes('editor.action.triggerSuggest'));
  await world.accept('Donald Knuth');
  assert.strictEqual(world.editor.document.text, 'Donald Knuth');
  assert.strictEqual((await list(world)).length, 1);
});

scenario('suggestions come back after the space is deleted', demo, async (world) => {
  world.open('');
  world.editor.insert('@Knuth ');
  await world.press('backspace');
  await until('suggestions were started', () => world.record.includes('editor.action.triggerSuggest'));
  await world.accept('Donald Knuth');
  assert.strictEqual(world.editor.document.text, 'Donald Knuth');
});

scenario('the cells of the suggestions are drawn by a function', demo, async (world) => {
  const cells = world.api.registerCells(
    (entity) => ({ label: entity.name, description: entity.name.toUpperCase(), detail: 'drawn' }));
  world.open('');
  world.type('@knu');
  await until('Knuth is drawn', () => world.suggestions.some(
    ({ label, detail }) => label.description === 'DONALD KNUTH' && detail === 'drawn'));
  cells.dispose();
});

scenario('commands: list, explain, plain text, all of them, the sources again', demo, async (world) => {
  const run = (name) => world.vscode.commands.executeCommand(`mentions.${name}`);
  world.open('');
  await mentionKnuth(world);
  world.answers.pick = 0;
  await run('list');
  assert.deepStrictEqual(world.record.find(([kind]) => kind === 'showQuickPick'), [
    'showQuickPick', ['$(mention) Donald Knuth'],
  ]);
  assert.strictEqual(world.editor.document.getText(world.editor.selection), 'Donald Knuth');
  assert.strictEqual(world.editor.revealed.length, 1);
  world.editor.moveTo(0);
  await run('explain');
  assert.strictEqual(world.messages.length, 1);
  assert.match(world.messages[0][1], /\w+/);
  // Right after it; like the context menu, which passes the document's URI.
  world.editor.moveTo(22);
  await world.vscode.commands.executeCommand('mentions.toPlainText', world.editor.document.uri);
  assert.match(world.statusMessages.at(-1), /1 mention turned into plain text/);
  assert.deepStrictEqual(await list(world), []);
  world.editor.select(10, 22);
  const before = world.record.length;
  await run('add');
  assert.strictEqual((await list(world))[0].entity.source, 'demo');
  await run('remove');
  const [offered] = world.record.slice(before).filter(([kind]) => kind === 'showQuickPick');
  assert.deepStrictEqual([offered[1][0], offered[1].at(-1)], ['Donald Knuth', '$(edit) Another name…']);
  world.answers.pick = offered[1].length - 1;
  world.answers.input = 'Donald E. Knuth';
  await run('add');
  assert.ok(!world.record.slice(before).includes('editor.action.triggerSuggest'), 'the editor suggests');
  assert.strictEqual((await list(world))[0].entity.name, 'Donald E. Knuth');
  await run('remove');
  assert.deepStrictEqual(await list(world), []);
  await run('reloadSources');
  assert.match(world.statusMessages.at(-1), /read again/);
  await run('trim');
  assert.match(world.statusMessages.at(-1), /nothing to trim/);
  assert.strictEqual(world.messages.length, 1, 'nothing else popped up');
});

scenario('transforms: picked, by a key with a name, on a mention', demo, async (world) => {
  const run = (args) => world.vscode.commands.executeCommand('mentions.transform', ...args);
  const texts = async () => (await list(world)).map(({ text }) => text);
  world.open('');
  await mentionKnuth(world);
  const reversed = 'Donald Knuth ot sknahT';
  world.editor.select(0, 22);
  world.answers.pick = 0;
  await run([]);
  await until('it is reversed', () => world.editor.document.text === reversed);
  const [[, offered]] = world.record.filter(([kind]) => kind === 'showQuickPick').slice(-1);
  assert.deepStrictEqual(offered.slice(0, 3), ['Reverse', 'ROT13', 'Change to Upper Case']);
  assert.deepStrictEqual(await texts(), ['Donald Knuth']);
  world.editor.select(3, 22);
  await run([{ name: 'upper' }]);
  await until('it is in capitals', () => world.editor.document.text === 'Donald Knuth OT SKNAHT');
  assert.deepStrictEqual(await texts(), ['Donald Knuth']);
  world.editor.moveTo(4);
  world.answers.pick = 1;
  await run([world.editor.document.uri]);
  await until('it is a handle', () => world.editor.document.text === '@knuth OT SKNAHT');
  assert.deepStrictEqual(await texts(), ['@knuth']);
  await run([{ name: 'revers' }]);
  assert.match(world.statusMessages.at(-1), /no transform “revers”; did you mean “reverse”\?/);
  await run([{ name: 'asPlainText' }]);
  assert.match(world.statusMessages.at(-1), /1 mention turned into plain text/);
  assert.deepStrictEqual(await texts(), []);
});

scenario('a mention that a deletion damaged is restored by the command', demo, async (world) => {
  world.open('');
  await mentionKnuth(world);
  world.editor.deleteLeft();
  await until('it is text', async () => (await list(world)).length === 0);
  await world.vscode.commands.executeCommand('mentions.restore');
  await until('it is a mention', async () => (await list(world)).length === 1);
  assert.strictEqual(world.editor.document.text, 'Thanks to Donald Knuth');
});

scenario('another extension provides entities, in batches, and resolves one', {}, async (world) => {
  const queries = [];
  const source = world.api.registerEntitySource({
    async* retrieveEntities({ keyString, controlCharacter }) {
      queries.push([controlCharacter, keyString]);
      yield [{ name: 'Zoë Quill', id: 'z' }];
      yield [{ name: 'Zacharias Quill', id: 'za' }];
    },
    resolveEntity: async (entity) => ({ ...entity, detail: `born in ${entity.id}` }),
  });
  world.open('');
  await typeUntilSuggested(world, '@z', 'Zacharias Quill');
  const { data } = world.suggestions.find(({ label }) => (label.label ?? label) === 'Zacharias Quill');
  const resolved = await world.clients[0].sendRequest(
    'completionItem/resolve', { label: 'Zacharias Quill', data });
  assert.match(JSON.stringify(resolved), /born in za/);
  await world.accept('Zacharias Quill');
  assert.strictEqual(world.editor.document.text, 'Zacharias Quill');
  assert.strictEqual((await list(world))[0].entity.source, 'editor');
  assert.ok(queries.some(([control]) => control === '@'));
  source.dispose();
});

const listed = folder({ '.mentions.json': '{"sources": {"own": {"type": "list", "items": ["Quentin"]}}}' });

/**
 * Types a key until an item is suggested, because settings take a moment to reach the server. Returns what
 * was done at the last attempt.
 */
async function typeUntilSuggested(world, key, name) {
  let before = 0;
  await until(`${name} is suggested`, async () => {
    before = world.record.length;
    world.type(key);
    await world.asking;
    const isThere = world.suggestions.some(({ label }) => (label.label ?? label) === name);
    if (!isThere) {
      world.suggestions = [];
      for (const _ of key) world.editor.deleteLeft();
    }
    return isThere;
  });
  return world.record.slice(before);
}

scenario('a setting applies at once; defaults do not override .mentions.json', {
  folders: [listed],
}, async (world) => {
  world.open('', { path: `${listed}/notes.md` });
  await typeUntilSuggested(world, '@quen', 'Quentin');
  await world.accept('Quentin');
  world.configure('sources', { more: { type: 'list', items: ['Rosalind'] } });
  world.type(' and ');
  await typeUntilSuggested(world, '@rosa', 'Rosalind');
  await world.accept('Rosalind');
  assert.strictEqual(world.editor.document.text, 'Quentin and Rosalind');
});

scenario('late results reopen the suggestions', {}, async (world) => {
  const early = [{ name: 'Zacharias Quill' }];
  // People mentioned before would be offered at once.
  const late = [{ name: 'Walburga Quirk' }];
  let answer;
  let isLate = false;
  const source = world.api.registerEntitySource({
    retrieveEntities: () => (isLate ? new Promise((resolve) => { answer = resolve; }) : early),
  });
  world.open('');
  await typeUntilSuggested(world, '@z', 'Zacharias Quill');
  await world.accept('Zacharias Quill');
  isLate = true;
  world.type(' Wal');
  await until('the source is asked', () => answer);
  await until('the editor has its empty answer', () => world.asks === 0);
  assert.deepStrictEqual(world.suggestions, []);
  const before = world.record.length;
  answer(late);
  await world.accept('Walburga Quirk');
  assert.ok(world.record.slice(before).includes('editor.action.triggerSuggest'));
  assert.strictEqual((await list(world)).length, 2);
  source.dispose();
});

const [one, two] = ['Quentin', 'Rosalind'].map((name) => folder({
  '.mentions.json': JSON.stringify({ sources: { own: { type: 'list', items: [name] } } }),
}));

scenario('several workspace folders, each with its own people', { folders: [one, two] }, async (world) => {
  for (const [place, name, other] of [[two, 'Rosalind', 'Quentin'], [one, 'Quentin', 'Rosalind']]) {
    world.open('', { path: `${place}/notes.md` });
    await typeUntilSuggested(world, '@', name);
    assert.ok(
      !world.suggestions.some(({ label }) => (label.label ?? label) === other), `${other} is in ${place}`);
    world.suggestions = [];
  }
});

const hash = [{ character: '#', sources: ['words'] }];
const words = { words: { type: 'list', items: ['Hedy Lamarr'] } };

scenario('at a trigger from the settings the editor requests suggestions automatically', {
  settings: { triggers: hash, sources: words },
}, async (world) => {
  world.open('');
  assert.ok(world.completionProvider.triggerCharacters.includes('#'));
  const done = await typeUntilSuggested(world, '#h', 'Hedy Lamarr');
  await world.accept('Hedy Lamarr');
  assert.ok(!done.includes('editor.action.triggerSuggest'));
  assert.ok(!world.status.tooltip.value.includes('words'), 'the source is called unknown');
});

scenario('at a trigger set later too, after a restart', {
  settings: { sources: words },
}, async (world) => {
  world.open('');
  world.configure('triggers', hash);
  await until('the server was started again', () => (
    world.completionProvider?.triggerCharacters.includes('#')));
  await typeUntilSuggested(world, '#h', 'Hedy Lamarr');
  assert.strictEqual(world.clients.length, 2);
});

const running = folder({
  '.mentions.json': JSON.stringify({
    sources: { run: { type: 'command', command: ['/bin/sh', '-c', 'echo \'{"name": "Victor"}\''] } },
  }),
});

scenario('an untrusted workspace starts no program; trust is passed on', {
  folders: [running], isTrusted: false,
}, async (world) => {
  world.open('', { path: `${running}/notes.md` });
  await until('the refusal is in the status bar', () => world.status.tooltip.value.includes('trust'));
  assert.deepStrictEqual(world.messages.map(([, , button]) => button), ['Manage Workspace Trust']);
  world.trust();
  await typeUntilSuggested(world, '@v', 'Victor');
});

scenario('the server ends when the extension does, and starts again after a restart', demo, async (world) => {
  world.open('');
  await mentionKnuth(world);
  await world.vscode.commands.executeCommand('mentions.restart');
  assert.strictEqual(world.clients[0].status, 0);
  await until('the mention is known again', async () => (await list(world)).length === 1);
  await world.vscode.commands.executeCommand('mentions.toggle');
  assert.strictEqual(world.contexts['mentions.running'], false);
  await world.vscode.commands.executeCommand('mentions.toggle');
  assert.strictEqual(world.contexts['mentions.running'], true);
  await world.deactivate();
  assert.deepStrictEqual(world.clients.map(({ status }) => status), [0, 0, 0]);
});
