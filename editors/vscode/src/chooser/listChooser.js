'use strict';
// A sample of a chooser widget, and the one that is used unless another is asked for: a plain list.

/** @typedef {import('../../types/mentions').ChooserRow} ChooserRow */
/** @typedef {import('../../types/mentions').ChooserWidget} ChooserWidget */
/** @typedef {import('../../types/mentions').Size} Size */

const LOADING = { label: '$(loading~spin) Searching…' };

/** @implements {ChooserWidget} */
class ListChooser {
  /**
   * @param {import('../../types/mentions').EventDelegate} eventDelegate
   * @param {import('../../types/mentions').WidgetEnvironment} environment
   */
  constructor(eventDelegate, environment) {
    this.eventDelegate = eventDelegate;
    this.environment = environment;
    this.frame = { x: 0, y: 0, width: 0, height: 0 };
    this.isVisible = false;
    /** @type {import('../../types/mentions').CellSource | undefined} */
    this.cells = undefined;
    /** @type {ChooserRow[]} */
    this.rows = [];
  }

  /**
   * Type A: the cells are drawn already.
   * @param {import('../../types/mentions').EventDelegate} eventDelegate
   * @param {import('../../types/mentions').WidgetEnvironment} environment
   * @param {import('../../types/mentions').CellSource} cells
   */
  static withDataSource(eventDelegate, environment, cells) {
    const widget = new ListChooser(eventDelegate, environment);
    widget.cells = cells;
    return widget;
  }

  get view() { return { rows: this.isVisible ? this.rows : [] }; }

  /** @param {Size} givenSize @returns {Size} */
  preferredSize(givenSize) {
    const widest = Math.max(0, ...this.rows.map(({ label }) => label.length));
    return {
      width: Math.min(givenSize.width, widest), height: Math.min(givenSize.height, this.rows.length),
    };
  }

  /** @param {import('../../types/mentions').Frame} frame */
  setFrame(frame) { this.frame = frame; }

  becomeVisible() { this.isVisible = true; }

  resetScrollPositionAndHide() { this.isVisible = false; }

  reloadData() {
    const { cells } = this;
    if (!cells) return;
    this.rows = Array.from({ length: cells.numberOfCells }, (_, index) => cells.cell(index));
    if (cells.shouldDisplayLoadingIndicator) this.rows.push(LOADING);
  }
}

module.exports = { ListChooser };
