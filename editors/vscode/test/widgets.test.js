'use strict';
// The life cycle of a chooser widget, what is refused, and the two samples.

const assert = require('node:assert');
const { test } = require('node:test');
const { people, recorder } = require('./support/recorder');
const { source } = require('./support/run');

function host(widget, registration = {}) {
  const { WidgetHost } = source('chooser/widgetHost.js');
  const events = [];
  const presenter = {
    cell: (item) => ({ label: `<${item.label}>` }), select: (index) => events.push(['select', index]),
    draw: () => events.push('draw'), report: ({ message }) => events.push(message),
    handlers: () => [registration.events ?? {}], model: { mentionedAt: {} },
  };
  return { host: new WidgetHost({ widget, registration }, presenter), events };
}

const layout = [
  'willBeginLayout', ['preferredSize', { width: 80, height: 20 }],
  ['setFrame', { x: 0, y: 0, width: 80, height: 3 }], 'didEndLayout',
];

test('the life cycle of a widget, in order', () => {
  const { Recorder, notes } = recorder();
  const made = host(Recorder);
  assert.deepStrictEqual(notes, ['init', 'didCreate']);
  made.host.reload(people, true);
  assert.deepStrictEqual(notes.splice(0), ['init', 'didCreate', 'reloadData', 'becomeVisible', ...layout]);
  made.host.reload(people, false);
  assert.deepStrictEqual(notes.splice(0), ['reloadData', ...layout]);
  made.host.hide();
  made.host.hide();
  assert.deepStrictEqual(notes.splice(0), ['resetScrollPositionAndHide']);
  made.host.reload(people, false);
  made.host.dispose();
  assert.deepStrictEqual(notes.slice(-2), ['resetScrollPositionAndHide', 'willDestroy']);
  assert.deepStrictEqual(made.host.view, { rows: [] });
});

test('Type B gets the chooser, Type A cells', () => {
  const b = recorder();
  const one = host(b.Recorder);
  one.host.reload(people, true);
  const chooser = b.Recorder.last.data;
  assert.strictEqual(chooser.shouldDisplayLoadingIndicator, true);
  assert.strictEqual(chooser.numberOfModelObjects, 3);
  assert.strictEqual(chooser.modelObject(1).name, 'Grace');
  chooser.modelObjectSelected(2);
  assert.deepStrictEqual(one.events.at(-1), ['select', 2]);
  const a = recorder('withDataSource');
  const other = host(a.Recorder);
  other.host.reload(people, false);
  const cells = a.Recorder.last.data;
  assert.strictEqual(cells.shouldDisplayLoadingIndicator, false);
  assert.strictEqual(cells.numberOfCells, 3);
  assert.strictEqual(cells.cell(0).label, '<Ada>');
  cells.cell(0).select();
  assert.deepStrictEqual(other.events.at(-1), ['select', 0]);
});

test('the model: read and written by key; changes are reported with the old and new value', () => {
  const { Recorder, notes } = recorder();
  const made = host(Recorder, { model: { size: 1 } });
  const { model } = Recorder.last.environment;
  assert.strictEqual(model.get('size'), 1);
  notes.splice(0);
  made.host.model.set('size', 2);
  made.host.model.set('size', 2);
  model.set('colours', ['red']);
  model.set('colours', ['red']);
  assert.deepStrictEqual(notes, [
    ['modelUpdated', 'size', 1, 2], ['modelUpdated', 'colours', undefined, ['red']],
  ]);
});

test('a changed model is followed by a layout', () => {
  const { Recorder, notes } = recorder();
  const made = host(Recorder);
  made.host.reload(people, false);
  notes.splice(0);
  made.host.model.set('size', 2);
  assert.deepStrictEqual(notes, [['modelUpdated', 'size', undefined, 2], ...layout]);
});

test('private state, outside the model', () => {
  const { Recorder, notes } = recorder();
  host(Recorder);
  const { environment } = Recorder.last;
  notes.splice(0);
  environment.setNonModelState(7, 'scroll');
  assert.strictEqual(environment.nonModelState('scroll'), 7);
  assert.strictEqual(environment.model.get('scroll'), undefined);
  assert.deepStrictEqual(notes, []);
});

test('a layout can be forced, even during a layout, and terminates', () => {
  const { Recorder, notes } = recorder();
  const made = host(Recorder);
  const { environment } = Recorder.last;
  environment.forceLayout();
  assert.deepStrictEqual(notes.slice(2), [], 'what is hidden is not laid out');
  made.host.reload(people, false);
  notes.splice(0);
  environment.forceLayout();
  assert.deepStrictEqual(notes.splice(0), layout);
  Recorder.prototype.didEndLayout = () => environment.forceLayout();
  environment.forceLayout();
  assert.strictEqual(notes.filter((note) => note === 'willBeginLayout').length, 8);
});

test('border and background are set if the widget has them', () => {
  const { Recorder } = recorder();
  const made = host(Recorder);
  made.host.dress({ borderMode: 'top', background: '#222' });
  assert.deepStrictEqual([Recorder.last.borderMode, Recorder.last.background], ['top', '#222']);
  const { ListChooser } = source('chooser/listChooser.js');
  const plain = host(ListChooser);
  plain.host.dress({ borderMode: 'top', background: '#222' });
  assert.strictEqual('borderMode' in plain.host.widget, false);
});

test('events: declared ones reach the host by name; others, and errors, do not reach the widget', () => {
  const { Recorder } = recorder();
  const heard = [];
  const { events } = host(Recorder, {
    events: { moved: (...values) => heard.push(values), broken() { throw new Error('broken event'); } },
  });
  Recorder.last.eventDelegate.raise('moved', 1, 2);
  assert.deepStrictEqual(heard, [[1, 2]]);
  Recorder.last.eventDelegate.raise('toString');
  assert.deepStrictEqual(events, []);
  Recorder.last.eventDelegate.raise('broken');
  assert.deepStrictEqual(events, ['broken event']);
});

test('other extensions handle the events of a registered widget until they are disposed of', () => {
  const { ChooserRegistry } = source('chooser/registry.js');
  const registry = new ChooserRegistry();
  const { RangeSlider } = source('chooser/rangeSlider.js');
  registry.register('slider', RangeSlider);
  const heard = [];
  const updatedMinAndMaxValue = (...values) => heard.push(values);
  const handling = registry.handleEvents('slider', { updatedMinAndMaxValue });
  const raise = (low) => registry.eventHandlers('slider').forEach(
    (handlers) => handlers.updatedMinAndMaxValue?.(low, 6));
  raise(1);
  handling.dispose();
  raise(2);
  assert.deepStrictEqual([heard, registry.eventHandlers('list')], [[[1, 6]], [{}]]);
});

test('widgets that cannot be created or shown are refused with a clear error', () => {
  const { ChooserRegistry } = source('chooser/registry.js');
  const registry = new ChooserRegistry();
  const { Recorder } = recorder();
  registry.register('mine', Recorder);
  assert.throws(() => registry.register('mine', Recorder), /there is a chooser "mine" already/);
  delete Recorder.withChooserDelegate;
  assert.throws(
    () => registry.register('other', Recorder),
    /"other" cannot be made: its class offers neither withDataSource\(.*nor withChooserDelegate\(/);
  class Half { static withDataSource() { return new Half(); } reloadData() {} }
  assert.throws(() => registry.register('half', Half), /"half" lacks view, preferredSize, setFrame, bec/);
  assert.throws(() => registry.register('none', undefined), /cannot be made/);
  assert.throws(() => registry.registerCells('no'), /by a function/);
});

test('cells and widgets by trigger', () => {
  const { ChooserRegistry } = source('chooser/registry.js');
  const registry = new ChooserRegistry();
  const item = { entity: { name: 'Ada' }, label: 'Ada', matches: [] };
  registry.registerCells(({ name }, _, trigger) => ({ label: `${trigger}${name}` }));
  const own = registry.registerCells(() => ({ label: 'plus' }), '+');
  const labels = ['@', '+', ''].map((each) => registry.cell(item, each).label);
  assert.deepStrictEqual(labels, ['@Ada', 'plus', 'Ada']);
  own.dispose();
  assert.strictEqual(registry.cell(item, '+').label, '+Ada');
  const { Recorder } = recorder();
  registry.register('mine', Recorder, { trigger: '+' });
  assert.deepStrictEqual([registry.widgetFor('+'), registry.widgetFor('@')], ['mine', undefined]);
});

test('the slider is drawn with the images of its model', () => {
  const { RangeSlider } = source('chooser/rangeSlider.js');
  const made = host(RangeSlider, { model: { minThumbImageName: '<', trackHighlightImageName: '==' } });
  made.host.reload(people, false);
  assert.match(made.host.view.title, /^├<━+●┤/);
  made.host.model.set('maxThumbImageName', '>');
  made.host.model.set('trackHighlightImageName', '=');
  assert.match(made.host.view.title, /^├<=+>┤/);
});

test('a widget accepts any frame', () => {
  const { ListChooser } = source('chooser/listChooser.js');
  const { RangeSlider } = source('chooser/rangeSlider.js');
  for (const widget of [ListChooser, RangeSlider]) {
    const made = host(widget, { events: { updatedMinAndMaxValue() {} } });
    made.host.reload(people, true);
    for (const [width, height] of [[0, 0], [1, 1], [2, 1], [500, 500]]) {
      const size = made.host.widget.preferredSize({ width, height });
      assert.ok(size.width <= width && size.height <= height, `${width} × ${height}`);
      made.host.widget.setFrame({ x: 0, y: 0, width, height });
      assert.strictEqual(made.host.view.rows.filter(({ select }) => select).length, 3);
    }
  }
});

test('the list: rows as drawn, and a line while more are loading', () => {
  const { ListChooser } = source('chooser/listChooser.js');
  const made = host(ListChooser);
  made.host.reload(people, true);
  assert.deepStrictEqual(
    made.host.view.rows.map(({ label }) => label),
    ['<Ada>', '<Grace>', '<Barbara>', '$(loading~spin) Searching…']);
  made.host.view.rows[1].select();
  assert.deepStrictEqual(made.events.at(-1), ['select', 1]);
  made.host.hide();
  assert.deepStrictEqual(made.host.view.rows, []);
});

test('the range slider: by age, the thumbs never closer than allowed', () => {
  const { RangeSlider } = source('chooser/rangeSlider.js');
  const moves = [];
  const now = 1_000_000_000;
  const hour = 3_600_000;
  const made = host(RangeSlider, {
    events: { updatedMinAndMaxValue: (...values) => moves.push(values) },
    model: { now, mentionedAt: {} },
  });
  made.host.model.set('mentionedAt', { ada: now - 1000, grace: now - 30 * hour });
  made.host.reload(people, false);
  const shown = () => made.host.view.rows.map(({ label }) => label);
  const press = (index) => made.host.view.buttons[index].press();
  assert.deepStrictEqual(shown(), ['Ada', 'Grace', 'Barbara']);
  for (let turn = 0; turn < 9; turn += 1) press(2);
  assert.deepStrictEqual(shown(), ['Ada']);
  assert.deepStrictEqual(moves.at(-1), [0, 1]);
  assert.match(made.host.view.title, /^├●━+●─+┤ mentioned now … an hour ago, 2 hidden$/);
  press(3);
  press(3);
  assert.deepStrictEqual(shown(), ['Ada', 'Grace']);
  press(1);
  assert.deepStrictEqual(shown(), ['Grace']);
  made.host.view.rows[0].select();
  assert.deepStrictEqual(made.events.at(-1), ['select', 1], 'the place in the whole list');
  made.host.model.set('mentionedAt', { ...made.host.model.get('mentionedAt'), barbara: now - 40 * hour });
  assert.deepStrictEqual(shown(), ['Grace', 'Barbara']);
});
