'use strict';
// The plain values of the `vscode` module's double. Whatever can be disposed of is counted until it is.

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
  constructor(one, other) {
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
  toString() {
    return this.scheme === 'file' ? `file://${encodeURI(this.fsPath)}` : `${this.scheme}:${this.fsPath}`;
  }
}

/** `live` holds what was made and not disposed of. */
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
      this.event = (listener) => {
        const subscription = new Disposable(() => this.listeners.delete(subscription));
        this.listeners.set(subscription, listener);
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
      this.token = { isCancellationRequested: false };
    }
    cancel() { this.token.isCancellationRequested = true; }
    dispose() { live.delete(this); }
  }
  return { live, Disposable, EventEmitter, CancellationTokenSource };
}

class ThemeIcon { constructor(id) { this.id = id; } }
class ThemeColor { constructor(id) { this.id = id; } }
class MarkdownString {
  constructor(value = '', supportThemeIcons = false) { Object.assign(this, { value, supportThemeIcons }); }
}

module.exports = { MarkdownString, Position, Range, Selection, ThemeColor, ThemeIcon, Uri, disposables };
