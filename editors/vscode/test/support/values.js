'use strict';
// The plain values of the `vscode` test double, as `vscode.d.ts` documents them. Disposables are tracked
// until they are disposed of.

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
  isEqual(other) { return this.compareTo(other) === 0; }
  isBefore(other) { return this.compareTo(other) < 0; }
  compareTo(other) { return this.line - other.line || this.character - other.character; }
  translate(lines = 0, characters = 0) {
    return new Position(this.line + lines, this.character + characters);
  }
}

class Range {
  /** Two positions, or their four numbers. */
  constructor(...places) {
    const [one, other] = places.length === 2 ? places
      : [new Position(places[0], places[1]), new Position(places[2], places[3])];
    const [start, end] = one.compareTo(other) <= 0 ? [one, other] : [other, one];
    Object.assign(this, { start, end });
  }
  get isEmpty() { return this.start.isEqual(this.end); }
}

class Selection extends Range {
  constructor(anchor, active) {
    super(anchor, active);
    Object.assign(this, { anchor, active });
  }
}

class Uri {
  constructor(scheme, fsPath) { Object.assign(this, { scheme, fsPath }); }
  static file(path) { return new Uri('file', path); }
  static parse(text) {
    const [, scheme, path] = /^([a-z]+):(?:\/\/)?(.*)$/.exec(text);
    return new Uri(scheme, scheme === 'file' ? decodeURI(path) : path);
  }
  toString() {
    return this.scheme === 'file' ? `file://${encodeURI(this.fsPath)}` : `${this.scheme}:${this.fsPath}`;
  }
}

/** `live` holds the objects that were created and not disposed of. */
function disposables() {
  const live = new Set();
  class Disposable {
    constructor(dispose) {
      this.end = dispose;
      live.add(this);
    }
    dispose() { if (live.delete(this)) this.end(); }
  }
  class EventEmitter {
    constructor() {
      this.listeners = new Map();
      live.add(this);
      this.event = (listener, thisArgument, disposables) => {
        const subscription = new Disposable(() => this.listeners.delete(subscription));
        this.listeners.set(subscription, thisArgument ? listener.bind(thisArgument) : listener);
        disposables?.push(subscription);
        return subscription;
      };
    }
    fire(value) { for (const listener of [...this.listeners.values()]) listener(value); }
    dispose() {
      live.delete(this);
      for (const subscription of [...this.listeners.keys()]) subscription.dispose();
    }
  }
  class CancellationTokenSource {
    constructor() {
      live.add(this);
      const emitter = new EventEmitter();
      this.emitter = emitter;
      this.token = { isCancellationRequested: false, onCancellationRequested: emitter.event };
    }
    cancel() {
      if (this.token.isCancellationRequested) return;
      this.token.isCancellationRequested = true;
      this.emitter.fire();
    }
    dispose() {
      live.delete(this);
      this.emitter.dispose();
    }
  }
  return { live, Disposable, EventEmitter, CancellationTokenSource };
}

class ThemeIcon { constructor(id) { this.id = id; } }
class ThemeColor { constructor(id) { this.id = id; } }
class MarkdownString {
  constructor(value = '', supportThemeIcons = false) { Object.assign(this, { value, supportThemeIcons }); }
}

class TextEdit {
  constructor(range, newText, metadata) { Object.assign(this, { range, newText, metadata }); }
}
/** Edits of several documents, by URI. */
class WorkspaceEdit {
  constructor() { this.changes = new Map(); }
  replace(uri, range, newText, metadata) {
    const edits = this.changes.get(uri.toString()) ?? [];
    this.changes.set(uri.toString(), [...edits, new TextEdit(range, newText, metadata)]);
  }
}
class CodeAction { constructor(title, kind) { Object.assign(this, { title, kind }); } }
class CompletionItem { constructor(label, kind) { Object.assign(this, { label, kind }); } }
class CompletionList {
  constructor(items = [], isIncomplete = false) { Object.assign(this, { items, isIncomplete }); }
}
class SemanticTokens { constructor(data) { this.data = data; } }
class SemanticTokensLegend {
  constructor(tokenTypes, tokenModifiers) { Object.assign(this, { tokenTypes, tokenModifiers }); }
}

module.exports = {
  CodeAction, CompletionItem, CompletionList, MarkdownString, Position, Range, Selection, SemanticTokens,
  SemanticTokensLegend, TextEdit, ThemeColor, ThemeIcon, Uri, WorkspaceEdit, disposables,
};
