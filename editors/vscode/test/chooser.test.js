'use strict';
// The chooser, with a stand-in for the server: its widget, and what is typed and chosen in it.

const assert = require('node:assert');
const { people, recorder } = require('./support/recorder');
const { scenario, until } = require('./support/run');

const URI = 'file:///nowhere/notes.md';
const creating = {
  'mentions/state': {
    state: 'creating', kind: 'explicit', controlCharacter: '@', keyString: '',
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
  },
  'mentions/chooserItems': { generation: 1, items: people, total: 3, loading: false },
};
const show = (world, look = { borderMode: 'none' }) => world.clients[0].transport.say('mentions/chooser', {
  textDocument: { uri: URI }, event: 'willShow', generation: 1, count: 3, loading: false, ...look,
});
/** A document with a trigger character and the cursor after it. */
function openAt(world) {
  world.open('@');
  world.editor.moveTo(1);
}
const settings = { chooser: 'quickPick', chooserWidget: 'mine' };

scenario('a widget of another extension draws the chooser', {
  answers: creating, settings,
}, async (world) => {
  const { Recorder, notes } = recorder();
  const registration = world.api.registerChooser('mine', Recorder);
  openAt(world);
  await show(world);
  await until('it is laid out', () => notes.includes('didEndLayout'));
  assert.strictEqual(world.picks[0].title, 'all');
  registration.dispose();
  assert.ok(notes.includes('willDestroy'));
  await until('the list stands in', () => world.picks[0].items.length === 3);
  assert.match(world.logged.join(), /there is no chooser "mine"/);
});

for (const method of ['withChooserDelegate', 'reloadData', 'setFrame', 'becomeVisible']) {
  scenario(`a widget that throws in ${method} is replaced by the plain list`, {
    answers: creating, settings,
  }, async (world) => {
    const { Recorder, notes } = recorder();
    const place = method === 'withChooserDelegate' ? Recorder : Recorder.prototype;
    place[method] = () => { throw new Error('broken widget'); };
    const registration = world.api.registerChooser('mine', Recorder);
    openAt(world);
    await show(world);
    await until('the list stands in', () => world.picks[0]?.items.length === 3);
    assert.strictEqual(world.logged.filter((line) => line.includes('broken widget')).length, 1);
    const told = 'Mentions: the chooser "mine" failed, and the plain list stands in for it: broken widget';
    assert.deepStrictEqual(world.messages, [['warning', told, 'Show Log']]);
    assert.strictEqual(notes.includes('init'), method !== 'withChooserDelegate');
    await show(world);
    world.picks[0].choose('Ada');
    registration.dispose();
  });
}

scenario('a widget that takes the place of another has its border and background', {
  answers: creating, settings,
}, async (world) => {
  const { Recorder, notes } = recorder();
  const first = world.api.registerChooser('mine', Recorder);
  openAt(world);
  await show(world, { borderMode: 'top', background: '#222' });
  await until('it is laid out', () => notes.includes('didEndLayout'));
  const { last } = Recorder;
  first.dispose();
  const second = world.api.registerChooser('mine', Recorder);
  await until('another one is there', () => Recorder.last !== last);
  assert.deepStrictEqual([Recorder.last.borderMode, Recorder.last.background], ['top', '#222']);
  second.dispose();
});

scenario('the widget changes with the setting', { answers: creating, settings }, async (world) => {
  const { Recorder, notes } = recorder();
  const registration = world.api.registerChooser('mine', Recorder, { model: { size: 1 } });
  openAt(world);
  await show(world);
  await until('it is laid out', () => notes.includes('didEndLayout'));
  notes.splice(0);
  world.configure('chooserModel', { size: 2 });
  assert.deepStrictEqual([notes[0], notes.at(-1)], [['modelUpdated', 'size', 1, 2], 'didEndLayout']);
  world.configure('chooserWidget', 'list');
  assert.strictEqual(notes.at(-1), 'willDestroy');
  await until('the list is there', () => world.picks[0].items.length === 3);
  registration.dispose();
});

const moved = {
  ...creating,
  'mentions/select': ({ generation, index }) => {
    if (generation === 1) throw new Error('item 0 of generation 1 is no longer offered');
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    return { edit: { range, newText: `row ${index}` }, additionalEdits: [], version: 1 };
  },
};

scenario('a person whose row has moved in the meantime is still accepted', {
  answers: moved, settings,
}, async (world) => {
  openAt(world);
  await show(world);
  await until('there are rows', () => world.picks[0]?.items.length === 3);
  const [first, ...others] = people;
  moved['mentions/chooserItems'] = { generation: 2, items: [...others, first], total: 3, loading: false };
  world.picks[0].choose('Ada');
  await until('she is taken', () => !world.picks[0].isVisible);
  assert.strictEqual(world.editor.document.text, 'row 2');
});

const row = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, newText: 'Ada' };
const later = {};
const slowly = {
  ...creating, 'mentions/select': () => new Promise((resolve) => { later.select = resolve; }),
};

scenario('Escape after Enter: nobody is accepted', { answers: slowly, settings }, async (world) => {
  openAt(world);
  await show(world);
  await until('there are rows', () => world.picks[0]?.items.length === 3);
  world.picks[0].choose('Ada');
  await until('it is asked', () => later.select);
  world.picks[0].hide();
  later.select({ edit: row, additionalEdits: [], version: 1 });
  await new Promise(setImmediate);
  assert.strictEqual(world.editor.document.text, '@');
});

const taken = { ...creating, 'mentions/select': { edit: row, additionalEdits: [], version: 1 } };
scenario('an edit that the editor refuses: the chooser stays', {
  answers: taken, settings,
}, async (world) => {
  openAt(world);
  await show(world);
  await until('there are rows', () => world.picks[0]?.items.length === 3);
  world.refusesEdits = true;
  world.picks[0].choose('Ada');
  await until('it is logged', () => world.logged.some((line) => line.includes('the text has changed')));
  assert.ok(world.picks[0].isVisible);
});

const asked = {};
const opening = {
  ...creating, 'mentions/state': () => new Promise((resolve) => { asked.state = resolve; }),
};
async function whileOpening(world, body) {
  openAt(world);
  asked.state = undefined;
  await show(world);
  await until('it is asked', () => asked.state);
  body(world.editor);
  asked.state(creating['mentions/state']);
}

scenario('keys typed while the chooser opens are in its box', {
  answers: opening, settings,
}, async (world) => {
  await whileOpening(world, (editor) => editor.insert('kn'));
  const pick = await until('it opens', () => world.picks[0]);
  assert.strictEqual(pick.value, 'kn');
  world.editor.insert('u');
  assert.strictEqual(pick.value, 'knu', 'before the box has the focus');
  pick.value = 'knut';
  await until('the text is there', () => world.editor.document.text === '@knut');
  assert.strictEqual(world.editor.cursor, 5);
  // After the key is changed elsewhere, text typed into the box is not written to another place.
  const place = (character) => new world.vscode.Position(0, character);
  world.editor.apply([{ range: new world.vscode.Range(place(1), place(3)), text: 'KNK' }]);
  pick.value = 'knuth';
  await until('it is gone', () => !pick.isVisible);
  assert.strictEqual(world.editor.document.text, '@KNKut');
});

for (const [what, body] of [
  ['the cursor has left', (editor) => editor.moveTo(0)],
  ['the control character is gone', (editor) => editor.deleteLeft()],
  ['another stands there', (editor) => { editor.moveTo(0); editor.insert('+'); editor.moveTo(2); }],
]) {
  scenario(`${what} while the chooser opens: it does not`, { answers: opening, settings }, async (world) => {
    await whileOpening(world, body);
    await new Promise(setImmediate);
    assert.deepStrictEqual(world.picks, []);
  });
}

const refuse = () => { throw new Error('item 0 of generation 1 is no longer offered'); };
scenario('a row that is gone is not accepted; the current rows are shown', {
  answers: { ...creating, 'mentions/select': refuse }, settings,
}, async (world) => {
  openAt(world);
  await show(world);
  await until('there are rows', () => world.picks[0]?.items.length === 3);
  world.picks[0].choose('Ada');
  await until('it is logged', () => world.logged.some((line) => line.includes('no longer offered')));
  assert.ok(world.picks[0].isVisible);
  assert.strictEqual(world.editor.document.text, '@');
});
