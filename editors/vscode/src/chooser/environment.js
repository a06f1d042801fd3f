'use strict';
// What a chooser widget gets: its model, its own state, a way to be laid out anew, and events to raise.

/** @typedef {import('../../types/mentions').WidgetModel} WidgetModel */
/** @typedef {import('../../types/mentions').WidgetEnvironment} WidgetEnvironment */
/** @typedef {import('../../types/mentions').EventDelegate} EventDelegate */

/**
 * Properties by key. The widget is told of each change of a value.
 * @implements {WidgetModel}
 */
class Model {
  /**
   * @param {Record<string, unknown>} values
   * @param {(property: string, oldValue: unknown, newValue: unknown) => void} changed
   */
  constructor(values, changed) {
    this.values = new Map(Object.entries(values));
    this.changed = changed;
  }

  /** @param {string} key */
  get(key) { return this.values.get(key); }

  /** @param {string} key @param {unknown} value */
  set(key, value) {
    const old = this.values.get(key);
    if (Object.is(old, value) || JSON.stringify(old) === JSON.stringify(value)) return;
    this.values.set(key, value);
    this.changed(key, old, value);
  }
}

/** @implements {WidgetEnvironment} */
class Environment {
  /** @param {Model} model @param {() => void} layOut */
  constructor(model, layOut) {
    this.model = model;
    this.layOut = layOut;
    /** @type {Map<string, unknown>} */
    this.state = new Map();
  }

  forceLayout() { this.layOut(); }

  /** @param {unknown} value @param {string} key */
  setNonModelState(value, key) { this.state.set(key, value); }

  /** @param {string} key */
  nonModelState(key) { return this.state.get(key); }
}

/**
 * Calls the handlers of an event by its name. An event that nobody handles is ignored, and an error in a
 * handler does not affect the widget.
 * @implements {EventDelegate}
 */
class Events {
  /**
   * @param {() => Record<string, (...values: any[]) => void>[]} handlers
   * @param {(error: unknown) => void} report
   */
  constructor(handlers, report) {
    this.handlers = handlers;
    this.report = report;
  }

  /** @param {string} event @param {unknown[]} values */
  raise(event, ...values) {
    for (const handlers of this.handlers()) {
      try {
        if (Object.hasOwn(handlers, event)) handlers[event](...values);
      } catch (error) {
        this.report(error);
      }
    }
  }
}

module.exports = { Environment, Events, Model };
