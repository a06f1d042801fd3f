'use strict';
// Documents and editors of the test double: text changes and events in VS Code's order (the document's, then
// the selection's).

const { Position, Range, Selection } = require('./values');

const WORD = /[^\s`~!@#%^&*()\-=+[{\]}\\|;:'",.<>/?]+/g;

class TextDocument {
  constructor(uri, languageId, text) { Object.assign(this, { uri, languageId, text, version: 1 }); }
  getText(range) {
    return range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text;
  }
  offsetAt({ line, character }) {
    let start = 0;
    for (let index = 0; index < line; index += 1) start = this.text.indexOf('\n', start) + 1;
    return start + character;
  }
  /** Uses VS Code's default word pattern. */
  getWordRangeAtPosition(position) {
    const text = this.text.split('\n')[position.line];
    for (const { index, 0: word } of text.matchAll(WORD)) {
      const [start, end] = [index, index + word.length].map((each) => new Position(position.line, each));
      if (!position.isBefore(start) && !end.isBefore(position)) return new Range(start, end);
    }
    return undefined;
  }
  positionAt(offset) {
    const before = this.text.slice(0, offset).split('\n');
    return new Position(before.length - 1, before.at(-1).length);
  }
}

class TextEditor {
  constructor(world, document) {
    Object.assign(this, { world, document });
    const start = new Position(0, 0);
    this.chosen = [new Selection(start, start)];
    this.revealed = [];
    this.decorations = new Map();
    this.visibleRanges = [new Range(new Position(3, 0), new Position(40, 0))];
  }

  get selections() { return this.chosen; }
  set selections(chosen) {
    this.chosen = chosen;
    this.fireSelection();
  }
  /** `kind` is 2 for the mouse. */
  fireSelection(kind) {
    this.world.events.selection.fire({ textEditor: this, selections: this.chosen, kind });
  }
  get selection() { return this.chosen[0]; }
  set selection(selection) { this.selections = [selection]; }
  setDecorations(type, places) { this.decorations.set(type, places); }
  revealRange(range) { this.revealed.push(range); }

  /** The cursor's offset. */
  get cursor() { return this.document.offsetAt(this.selection.active); }

  moveTo(offset) {
    const place = this.document.positionAt(offset);
    this.selection = new Selection(place, place);
  }

  select(from, to) {
    this.selection = new Selection(this.document.positionAt(from), this.document.positionAt(to));
  }

  /** Like VS Code: refused if the document has changed since the call. */
  async edit(body) {
    const edits = [];
    body({ replace: (range, text) => edits.push({ range, text }) });
    const { version } = this.document;
    await null;
    if (this.document.version !== version || this.world.refusesEdits) return false;
    this.apply(edits);
    return true;
  }

  /** Changes the text and moves the cursor with it. */
  apply(edits) {
    const { document } = this;
    const ordered = edits.map(({ range, text }) => ({
      range, text, from: document.offsetAt(range.start), to: document.offsetAt(range.end),
    })).sort((one, other) => other.from - one.from);
    let { cursor } = this;
    for (const { from, to, text } of ordered) {
      document.text = document.text.slice(0, from) + text + document.text.slice(to);
      if (to <= cursor) cursor += text.length - (to - from);
      else if (from < cursor) cursor = from + text.length;
    }
    document.version += 1;
    this.world.events.change.fire({
      document, contentChanges: ordered.map(
        ({ range, text, from, to }) => ({ range, text, rangeOffset: from, rangeLength: to - from })),
    });
    this.moveTo(cursor);
  }

  insert(text) { this.apply([{ range: this.selection, text }]); }

  /** VS Code's `deleteLeft`: deletes one grapheme. */
  deleteLeft() {
    if (!this.selection.isEmpty) return this.apply([{ range: this.selection, text: '' }]);
    const before = this.document.text.slice(0, this.cursor);
    const last = [...new Intl.Segmenter().segment(before)].at(-1)?.segment ?? '';
    const start = this.document.positionAt(this.cursor - last.length);
    return this.apply([{ range: new Range(start, this.selection.active), text: '' }]);
  }
}

module.exports = { TextDocument, TextEditor };
