'use strict';
// The registered chooser widgets, by name, and the function that draws cells.

const vscode = require('vscode');

/** @typedef {import('../../types/mentions').ChooserWidgetClass} ChooserWidgetClass */
/** @typedef {import('../../types/mentions').ChooserRegistration} ChooserRegistration */
/** @typedef {import('../../types/mentions').ChooserEvents} ChooserEvents */
/** @typedef {import('../../types/mentions').CellFunction} CellFunction */

const METHODS = [
  'preferredSize', 'setFrame', 'becomeVisible', 'resetScrollPositionAndHide', 'reloadData',
];

/** @param {any} widget @param {string} name */
function offers(widget, name) { return typeof widget?.[name] === 'function'; }

/** @param {import('../../types/mentions').ChooserItem} item */
function plainCell(item) {
  const { handle } = item.entity;
  return { label: item.label, description: handle ? `@${handle}` : '', detail: item.detail };
}

class ChooserRegistry {
  /** @param {Pick<import('vscode').LogOutputChannel, 'warn'>} log */
  constructor(log) {
    this.log = log;
    /** @type {Map<string, { widget: ChooserWidgetClass, registration: ChooserRegistration }>} */
    this.widgets = new Map();
    /**
     * Of other extensions, by the widget's name.
     * @type {Map<string, Set<ChooserEvents>>}
     */
    this.handlers = new Map();
    /**
     * By trigger; those of '' are for all that have none of their own.
     * @type {Map<string, CellFunction>}
     */
    this.cells = new Map();
    /** Whether it was said that they fail: they are drawn at every key. */
    this.hasComplained = false;
    /** @type {import('vscode').EventEmitter<string>} */
    this.changed = new vscode.EventEmitter();
    this.onDidChange = this.changed.event;
  }

  /**
   * Refuses, with an error that says why, what could not be made or shown.
   * @param {string} name
   * @param {ChooserWidgetClass} widget
   * @param {ChooserRegistration} [registration]
   */
  register(name, widget, registration = {}) {
    if (this.widgets.has(name)) throw new Error(`there is a chooser "${name}" already`);
    if (!offers(widget, 'withDataSource') && !offers(widget, 'withChooserDelegate')) {
      throw new TypeError(
        `the chooser "${name}" cannot be made: its class offers neither withDataSource(eventDelegate, `
        + 'environment, cells) nor withChooserDelegate(eventDelegate, environment, chooser)');
    }
    const prototype = /** @type {any} */ (widget).prototype ?? {};
    const missing = METHODS.filter((method) => !offers(prototype, method));
    if (!Reflect.has(prototype, 'view')) missing.unshift('view');
    if (missing.length > 0) throw new TypeError(`the chooser "${name}" lacks ${missing.join(', ')}`);
    this.widgets.set(name, { widget, registration });
    this.changed.fire(name);
    return new vscode.Disposable(() => {
      this.widgets.delete(name);
      this.changed.fire(name);
    });
  }

  /**
   * Handles events of a widget, one that is not registered yet included.
   * @param {string} name
   * @param {ChooserEvents} handlers
   */
  handleEvents(name, handlers) {
    const all = this.handlers.get(name) ?? new Set();
    this.handlers.set(name, all.add(handlers));
    return new vscode.Disposable(() => { all.delete(handlers); });
  }

  /**
   * The handlers of a widget's events, those of its registration first.
   * @param {string} name
   * @returns {ChooserEvents[]}
   */
  eventHandlers(name) {
    return [this.widgets.get(name)?.registration.events ?? {}, ...this.handlers.get(name) ?? []];
  }

  /** @param {CellFunction} cell @param {string} [trigger] the one that they are for; all by default */
  registerCells(cell, trigger = '') {
    if (typeof cell !== 'function') throw new TypeError('cells are drawn by a function of an entity');
    this.cells.set(trigger, cell);
    this.hasComplained = false;
    return new vscode.Disposable(() => {
      if (this.cells.get(trigger) === cell) this.cells.delete(trigger);
    });
  }

  /**
   * The widget that is registered for a trigger, if any.
   * @param {string} trigger
   */
  widgetFor(trigger) {
    return [...this.widgets].find(([, { registration }]) => registration.trigger === trigger)?.[0];
  }

  /**
   * A plain one where the user's function fails.
   * @param {import('../../types/mentions').ChooserItem} item
   * @param {string} trigger
   */
  cell(item, trigger) {
    try {
      const draw = this.cells.get(trigger) ?? this.cells.get('');
      const cell = draw?.(item.entity, item, trigger) ?? plainCell(item);
      if (typeof cell.label !== 'string') throw new TypeError('a cell needs a label');
      return cell;
    } catch (error) {
      if (!this.hasComplained) this.log.warn(`the function that draws cells: ${error}`);
      this.hasComplained = true;
      return plainCell(item);
    }
  }

  dispose() {
    this.widgets.clear();
    this.handlers.clear();
    this.changed.dispose();
  }
}

module.exports = { ChooserRegistry };
