'use strict';
// Manages a chooser widget's life cycle: makes it, lays it out, tells it of its model, and ends it.

const { Environment, Events, Model } = require('./environment');

/** @typedef {import('../../types/mentions').ChooserItem} ChooserItem */
/** @typedef {import('../../types/mentions').ChooserWidget} ChooserWidget */

/** Cells that a quick pick has room for; it scrolls by itself, so the view may have any number of rows. */
const GIVEN = { width: 80, height: 20 };
/** A widget that forces a layout while it is laid out gets another one after it, this often. */
const LAYOUTS = 8;

class WidgetHost {
  /**
   * @param {{ widget: import('../../types/mentions').ChooserWidgetClass,
   *   registration: import('../../types/mentions').ChooserRegistration }} entry
   * @param {{ cell: (item: ChooserItem) => import('vscode').QuickPickItem, select: (index: number) => void,
   *   draw: () => void, report: (error: unknown) => void, model: Record<string, unknown>,
   *   handlers: () => import('../../types/mentions').ChooserEvents[] }} presenter
   */
  constructor(entry, presenter) {
    this.presenter = presenter;
    /** @type {ChooserItem[]} */
    this.items = [];
    this.isLoading = false;
    this.isShown = false;
    this.isLayingOut = false;
    this.wantsLayout = false;
    this.model = new Model(
      { ...entry.registration.model, ...presenter.model },
      (property, oldValue, newValue) => {
        this.widget?.modelUpdated?.(property, oldValue, newValue);
        this.layOut();
      });
    const environment = new Environment(this.model, () => this.layOut());
    const events = new Events(presenter.handlers, presenter.report);
    const { widget } = entry;
    /** @type {ChooserWidget | undefined} */
    this.widget = widget.withDataSource
      ? widget.withDataSource(events, environment, this.cells())
      : widget.withChooserDelegate?.(events, environment, this.delegate());
    this.widget?.didCreate?.();
  }

  /** @returns {import('../../types/mentions').ChooserDelegate} */
  delegate() {
    const host = this;
    return {
      get shouldDisplayLoadingIndicator() { return host.isLoading; },
      get numberOfModelObjects() { return host.items.length; },
      modelObject: (index) => host.items[index].entity,
      modelObjectSelected: (index) => host.presenter.select(index),
    };
  }

  /** @returns {import('../../types/mentions').CellSource} */
  cells() {
    const host = this;
    return {
      get shouldDisplayLoadingIndicator() { return host.isLoading; },
      get numberOfCells() { return host.items.length; },
      cell: (index) => ({
        ...host.presenter.cell(host.items[index]), select: () => host.presenter.select(index),
      }),
    };
  }

  /** @returns {import('../../types/mentions').ChooserView} */
  get view() { return this.widget?.view ?? { rows: [] }; }

  /**
   * Takes new results.
   * @param {ChooserItem[]} items
   * @param {boolean} isLoading
   */
  reload(items, isLoading) {
    this.items = items;
    this.isLoading = isLoading;
    this.widget?.reloadData();
    if (!this.isShown) {
      this.isShown = true;
      this.widget?.becomeVisible();
    }
    this.layOut();
  }

  /** @param {{ borderMode: 'top' | 'bottom' | 'none', background?: string }} look */
  dress(look) {
    const { widget } = this;
    if (!widget) return;
    if ('borderMode' in widget) widget.borderMode = look.borderMode;
    if ('background' in widget) widget.background = look.background;
  }

  hide() {
    if (!this.isShown) return;
    this.isShown = false;
    this.items = [];
    this.widget?.resetScrollPositionAndHide();
  }

  layOut() {
    this.wantsLayout = true;
    if (this.isLayingOut || !this.isShown) return;
    this.isLayingOut = true;
    try {
      for (let turn = 0; this.wantsLayout && turn < LAYOUTS; turn += 1) {
        this.wantsLayout = false;
        this.widget?.willBeginLayout?.();
        const wanted = this.widget?.preferredSize(GIVEN) ?? GIVEN;
        this.widget?.setFrame({
          x: 0, y: 0,
          width: Math.min(wanted.width, GIVEN.width), height: Math.min(wanted.height, GIVEN.height),
        });
        this.widget?.didEndLayout?.();
      }
    } finally {
      this.isLayingOut = false;
    }
    this.presenter.draw();
  }

  dispose() {
    this.hide();
    this.widget?.willDestroy?.();
    this.widget = undefined;
  }
}

module.exports = { WidgetHost };
