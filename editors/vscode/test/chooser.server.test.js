'use strict';
// The chooser as a quick pick, with the real server: text typed into its box is typed into the document.

const assert = require('node:assert');
const { scenario, until } = require('./support/run');

const settings = { demo: true, chooser: 'quickPick' };
const labels = (pick) => pick.items.map(({ label }) => label);
const open = (world) => until('the chooser opens', () => world.picks.find(({ isVisible }) => isVisible));
const gone = (world) => until('the chooser is gone', () => world.picks.every(({ isVisible }) => !isVisible));
const list = (world) => world.api.list(world.editor.document);

scenario('typed in the box, chosen: the name is a mention', { settings }, async (world) => {
  world.open('');
  world.type('Thanks to @');
  const pick = await open(world);
  await until('there are people', () => pick.items.length > 10);
  pick.value = 'k';
  pick.value = 'kn';
  await until('Knuth comes first', () => labels(pick)[0] === 'Donald Knuth');
  assert.strictEqual(world.editor.document.text, 'Thanks to @kn');
  assert.ok(pick.items.every(({ alwaysShow }) => alwaysShow), 'the editor filters again');
  pick.choose('Donald Knuth');
  await gone(world);
  assert.strictEqual(world.editor.document.text, 'Thanks to Donald Knuth');
  assert.strictEqual((await list(world))[0].entity.name, 'Donald Knuth');
  assert.deepStrictEqual(world.suggestions, [], 'the editor suggests too');
});

scenario('letters typed before it opens are in the box', { settings }, async (world) => {
  world.open('');
  world.type('Don');
  const pick = await open(world);
  assert.strictEqual(pick.value, 'Don');
  await until('Knuth is there', () => labels(pick).includes('Donald Knuth'));
  pick.choose('Donald Knuth');
  await gone(world);
  assert.strictEqual(world.editor.document.text, 'Donald Knuth');
});

scenario('after letters alone, Enter picks nobody but ends the line', { settings }, async (world) => {
  world.open('');
  world.type('Don');
  const pick = await open(world);
  await until('Knuth is there', () => labels(pick).includes('Donald Knuth'));
  assert.deepStrictEqual(pick.activeItems, []);
  pick.enter();
  assert.strictEqual(world.editor.document.text, 'Don\n');
  world.type('@');
  const other = await open(world);
  await until('there are people', () => other.items.length > 0);
  assert.deepStrictEqual(other.activeItems, [other.items[0]]);
});

scenario('Escape ends the mention and leaves the text', { settings }, async (world) => {
  world.open('');
  world.type('@');
  const pick = await open(world);
  pick.value = 'knu';
  await until('the text is there', () => world.editor.document.text === '@knu');
  pick.hide();
  world.type('t');
  await until('nothing is being made', async () => (
    await world.clients[0].sendRequest('mentions/state', {
      textDocument: { uri: world.editor.document.uri.toString() },
    })).state === 'stalled');
  assert.strictEqual(world.editor.document.text, '@knut');
  assert.strictEqual(world.picks.length, 1, 'it comes back');
});

scenario('nobody found: the box stays, deleting letters finds people', { settings }, async (world) => {
  world.open('');
  world.type('@');
  const pick = await open(world);
  pick.value = 'knuqq';
  await until('nobody is left', () => pick.items.length === 0);
  assert.ok(pick.isVisible);
  pick.value = 'knu';
  await until('Knuth is back', () => labels(pick).includes('Donald Knuth'));
  assert.strictEqual(world.editor.document.text, '@knu');
});

scenario('what ends a mention ends the chooser', { settings }, async (world) => {
  world.open('');
  world.type('@');
  const pick = await open(world);
  pick.value = 'knu,';
  await gone(world);
  assert.strictEqual(world.editor.document.text, '@knu,');
});

scenario('emoji in the key are typed as a whole', { settings }, async (world) => {
  world.open('');
  world.type('@');
  const pick = await open(world);
  pick.value = '😀';
  pick.value = '😁';
  await until('the text is there', () => world.editor.document.text === '@😁');
});

scenario('the range slider hides people not mentioned lately', {
  settings: { ...settings, chooserWidget: 'slider' },
}, async (world) => {
  world.open('');
  world.type('@');
  let pick = await open(world);
  await until('everybody is there', () => !pick.busy && labels(pick).includes('Donald Knuth'));
  const everybody = pick.items.length;
  assert.match(pick.title, /^├●━+●┤ mentioned now … ever$/);
  pick.choose('Donald Knuth');
  await gone(world);
  world.type(' and @');
  pick = await open(world);
  await until('there are people', () => pick.items.length === everybody);
  // The upper thumb, moved left, hides people who were never mentioned.
  pick.press(2);
  assert.deepStrictEqual(labels(pick), ['Donald Knuth']);
  assert.match(pick.title, new RegExp(`mentioned now … a year ago, ${everybody - 1} hidden$`));
  pick.press(3);
  assert.strictEqual(pick.items.length, everybody);
  pick.press(2);
  pick.choose('Donald Knuth');
  await gone(world);
  assert.strictEqual(world.editor.document.text, 'Donald Knuth and Donald Knuth');
  assert.strictEqual((await list(world)).length, 2);
});

scenario('people for a selection are offered by the command, not by the chooser', {
  settings,
}, async (world) => {
  world.open('Knuth wrote');
  world.editor.select(0, 5);
  world.answers.pick = 0;
  await world.vscode.commands.executeCommand('mentions.add');
  assert.deepStrictEqual((await list(world)).map(({ text, entity }) => [text, entity.name]), [
    ['Knuth', 'Donald Knuth'],
  ]);
  assert.deepStrictEqual(world.picks, []);
  world.editor.moveTo(11);
  world.type(' @');
  await open(world);
});

scenario('the presentation changes with the setting', { settings }, async (world) => {
  world.open('');
  world.type('@');
  await open(world);
  world.configure('chooser', 'suggest');
  await gone(world);
  world.type(' @knu');
  await world.accept('Donald Knuth');
  assert.strictEqual(world.picks.length, 1);
});
