'use strict';
// A sample of a chooser widget: a range slider as a filter of the list, by how recently somebody was
// mentioned. The slider's own properties are the model's: minimumValue, maximumValue, minimumRange,
// selectedMinimumValue, selectedMaximumValue, and its images as glyphs: minThumbImageName, maxThumbImageName,
// trackBackgroundImageName, trackHighlightImageName. Values are places on a scale of ages, the newest first.

const vscode = require('vscode');

/** @typedef {import('../../types/mentions').ChooserRow} ChooserRow */
/** @typedef {import('../../types/mentions').ChooserWidget} ChooserWidget */
/** @typedef {import('../../types/mentions').Entity} Entity */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AGES = [
  { name: 'now', upTo: 0 },
  { name: 'an hour ago', upTo: HOUR },
  { name: 'a day ago', upTo: DAY },
  { name: 'a week ago', upTo: 7 * DAY },
  { name: 'a month ago', upTo: 30 * DAY },
  { name: 'a year ago', upTo: 365 * DAY },
  { name: 'ever', upTo: Infinity },
];
const DEFAULTS = {
  minimumValue: 0, maximumValue: AGES.length - 1, minimumRange: 1,
  selectedMinimumValue: 0, selectedMaximumValue: AGES.length - 1,
};
/**
 * The images of Hakawai's slider, as characters.
 * @type {Record<string, string>}
 */
const GLYPHS = {
  minThumbImageName: '●', maxThumbImageName: '●',
  trackHighlightImageName: '━', trackBackgroundImageName: '─',
};
/** Cells of the track, at most. */
const TRACK = 40;

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) { return Math.min(Math.max(value, low), high); }

/** @implements {ChooserWidget} */
class RangeSlider {
  /**
   * @param {import('../../types/mentions').EventDelegate} eventDelegate
   * @param {import('../../types/mentions').WidgetEnvironment} environment
   */
  constructor(eventDelegate, environment) {
    this.eventDelegate = eventDelegate;
    this.environment = environment;
    this.width = 0;
    this.isVisible = false;
    /** @type {import('../../types/mentions').ChooserDelegate | undefined} */
    this.chooser = undefined;
    /** @type {ChooserRow[]} */
    this.rows = [];
  }

  /**
   * Type B: the list is drawn here.
   * @param {import('../../types/mentions').EventDelegate} eventDelegate
   * @param {import('../../types/mentions').WidgetEnvironment} environment
   * @param {import('../../types/mentions').ChooserDelegate} chooser
   */
  static withChooserDelegate(eventDelegate, environment, chooser) {
    const widget = new RangeSlider(eventDelegate, environment);
    widget.chooser = chooser;
    return widget;
  }

  didCreate() {
    const { model } = this.environment;
    for (const [key, value] of Object.entries(DEFAULTS)) {
      if (typeof model.get(key) !== 'number') model.set(key, value);
    }
  }

  get view() {
    return { title: this.slider, rows: this.isVisible ? this.rows : [], buttons: this.buttons };
  }

  /** @param {import('../../types/mentions').Size} givenSize */
  preferredSize(givenSize) {
    return {
      width: Math.min(givenSize.width, TRACK), height: Math.min(givenSize.height, this.rows.length + 1),
    };
  }

  /** @param {import('../../types/mentions').Frame} frame */
  setFrame(frame) { this.width = Math.min(frame.width, TRACK); }

  becomeVisible() { this.isVisible = true; }

  resetScrollPositionAndHide() { this.isVisible = false; }

  reloadData() {
    const { chooser } = this;
    if (!chooser) return;
    this.rows = [];
    for (let index = 0; index < chooser.numberOfModelObjects; index += 1) {
      const entity = chooser.modelObject(index);
      if (!this.accepts(entity)) continue;
      this.rows.push({
        label: entity.name, description: entity.handle ? `@${entity.handle}` : '', detail: entity.detail,
        select: () => chooser.modelObjectSelected(index),
      });
    }
    this.environment.setNonModelState(chooser.numberOfModelObjects - this.rows.length, 'hidden');
    if (chooser.shouldDisplayLoadingIndicator) this.rows.push({ label: '$(loading~spin) Searching…' });
  }

  /** @param {string} property */
  modelUpdated(property) {
    if (!(property in DEFAULTS) && !(property in GLYPHS) && property !== 'mentionedAt') return;
    this.reloadData();
  }

  // The slider

  /** The range that is selected, whatever the model says. */
  get selection() {
    const { model } = this.environment;
    const [minimum, maximum] = [model.get('minimumValue'), model.get('maximumValue')];
    const low = clamp(model.get('selectedMinimumValue'), minimum, maximum);
    return { minimum, maximum, low, high: clamp(model.get('selectedMaximumValue'), low, maximum) };
  }

  /**
   * Place on the scale of when somebody was mentioned last: between the ages at `value - 1` and `value`.
   * @param {Entity} entity
   */
  value(entity) {
    const { model } = this.environment;
    const at = (model.get('mentionedAt') ?? {})[entity.uniqueID ?? entity.id ?? entity.name];
    if (at === undefined) return AGES.length - 1;
    const age = (model.get('now') ?? Date.now()) - at;
    return Math.max(1, AGES.findIndex(({ upTo }) => age <= upTo));
  }

  /** @param {Entity} entity */
  accepts(entity) {
    const { low, high } = this.selection;
    const value = this.value(entity);
    return value > low && value <= high;
  }

  /**
   * One character of the model's; the usual one, where it has none.
   * @param {string} name
   */
  glyph(name) {
    const wanted = this.environment.model.get(name);
    const isOne = typeof wanted === 'string' && [...new Intl.Segmenter().segment(wanted)].length === 1;
    return isOne ? wanted : GLYPHS[name];
  }

  /** `├──●━━━━●──┤ an hour ago … a week ago, 3 hidden` */
  get slider() {
    const { minimum, maximum, low, high } = this.selection;
    const width = Math.max(0, this.width - 2);
    /** @param {number} value */
    const x = (value) => Math.round(((value - minimum) / Math.max(1, maximum - minimum)) * (width - 1));
    const track = Array.from({ length: width }, (_, cell) => {
      if (cell === x(high)) return this.glyph('maxThumbImageName');
      if (cell === x(low)) return this.glyph('minThumbImageName');
      const isBetween = cell > x(low) && cell < x(high);
      return this.glyph(isBetween ? 'trackHighlightImageName' : 'trackBackgroundImageName');
    }).join('');
    const hidden = this.environment.nonModelState('hidden') ?? 0;
    const names = `${AGES[low]?.name} … ${AGES[high]?.name}`;
    return `├${track}┤ mentioned ${names}${hidden > 0 ? `, ${hidden} hidden` : ''}`;
  }

  get buttons() {
    return [
      this.button('chevron-left', 'From: more recently', 'selectedMinimumValue', -1),
      this.button('chevron-right', 'From: longer ago', 'selectedMinimumValue', 1),
      this.button('triangle-left', 'To: more recently', 'selectedMaximumValue', -1),
      this.button('triangle-right', 'To: longer ago', 'selectedMaximumValue', 1),
    ];
  }

  /** @param {string} icon @param {string} tooltip @param {string} thumb @param {number} step */
  button(icon, tooltip, thumb, step) {
    return {
      iconPath: new vscode.ThemeIcon(icon), tooltip, press: () => this.move(thumb, step),
    };
  }

  /**
   * Moves a thumb; the two never come closer than `minimumRange`.
   * @param {string} thumb
   * @param {number} step
   */
  move(thumb, step) {
    const { model } = this.environment;
    const { minimum, maximum, low, high } = this.selection;
    const apart = model.get('minimumRange');
    const isLow = thumb === 'selectedMinimumValue';
    const value = isLow ? clamp(low + step, minimum, high - apart) : clamp(high + step, low + apart, maximum);
    model.set(thumb, value);
    this.eventDelegate.raise('updatedMinAndMaxValue', isLow ? value : low, isLow ? high : value);
  }
}

module.exports = { RangeSlider };
