'use strict';
// Tells the server where the cursor is, so that the mention under it lights up, and knows whether the cursor
// is on a mention, and right after one.

const vscode = require('vscode');
const { wirePosition } = require('./wire');

/** Milliseconds in which several moves of the cursor become one message. */
const PAUSE = 20;
/** The context key that the keybinding of `mentions.deleteLeft` asks for. */
const AFTER_MENTION = 'mentions.afterMention';
/** The context key of what can be done with the mention under the cursor. */
const ON_MENTION = 'mentions.onMention';
/** The type of mentions in the legend. */
const MENTION = 0;
const NOWHERE = { isOn: false, isAfter: false };

/**
 * Whether the cursor touches a token, and whether it is right after one. Semantic tokens are five numbers
 * each: lines since the last token, columns since it on the same line, length, type, modifiers (LSP 3.17,
 * textDocument/semanticTokens).
 * @param {number[]} data
 * @param {{ line: number, character: number }} position
 */
function touched(data, position) {
  const found = { ...NOWHERE };
  let line = 0;
  let character = 0;
  for (let index = 0; index + 4 < data.length; index += 5) {
    if (data[index] > 0) character = 0;
    line += data[index];
    character += data[index + 1];
    const end = character + data[index + 2];
    // Attributes are tokens of another type.
    if (data[index + 3] !== MENTION || line !== position.line) continue;
    if (position.character < character || position.character > end) continue;
    found.isOn = true;
    if (position.character === end) found.isAfter = true;
  }
  return found;
}

class CursorWatch {
  /** @param {import('./connection').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {{ editor: import('vscode').TextEditor, version: number } | undefined} */
    this.pending = undefined;
    /** @type {Timer | undefined} */
    this.timer = undefined;
    this.place = NOWHERE;
    const again = () => this.moved(vscode.window.activeTextEditor);
    this.subscriptions = [
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === vscode.window.activeTextEditor) this.moved(textEditor);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.moved(editor)),
      connection.onDidChangeState(again),
      // A mention may begin or end at the cursor without the cursor moving.
      ...['mentions/didCreate', 'mentions/didTrim', 'mentions/didDelete'].map(
        (method) => connection.on(method, again)),
    ];
  }

  /** @param {import('vscode').TextEditor | undefined} editor */
  moved(editor) {
    if (!editor || !this.connection.isRunning || !this.connection.serves(editor.document)) {
      this.pending = undefined;
      this.setPlace(NOWHERE);
      return;
    }
    this.pending = { editor, version: editor.document.version };
    this.schedule();
  }

  schedule() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      // A place told now would end the search of a command: it waits.
      if (this.connection.isSearching) return this.schedule();
      this.flush().catch((error) => this.connection.log.warn(`the cursor: ${error.message}`));
    }, PAUSE);
  }

  async flush() {
    const pending = this.pending;
    this.pending = undefined;
    if (!pending) return;
    const { editor: { document, selections }, version } = pending;
    // A change has come since, and where it leaves the cursor is not known yet: a place that is out of date
    // would end the mention that is being made.
    if (document.version !== version) return;
    const textDocument = { uri: this.connection.uri(document) };
    this.connection.notify('mentions/didChangeSelection', {
      textDocument,
      // The end is where the cursor is, even of a selection made backwards.
      selections: selections.map(({ anchor, active }) => (
        { start: wirePosition(anchor), end: wirePosition(active) })),
    });
    const [first] = selections;
    if (selections.length !== 1 || !first.isEmpty) return this.setPlace(NOWHERE);
    const end = wirePosition(first.active);
    const tokens = await this.connection.request('textDocument/semanticTokens/range', {
      textDocument, range: { start: { line: end.line, character: 0 }, end },
    });
    const isStill = document === vscode.window.activeTextEditor?.document && document.version === version;
    // Kept while it is not known better: a backspace that asks in vain costs less than one that does not ask.
    if (isStill && !this.pending) this.setPlace(touched(tokens?.data ?? [], end));
  }

  /** @param {{ isOn: boolean, isAfter: boolean }} place */
  setPlace({ isOn, isAfter }) {
    const { place } = this;
    this.place = { isOn, isAfter };
    if (isOn !== place.isOn) vscode.commands.executeCommand('setContext', ON_MENTION, isOn);
    if (isAfter !== place.isAfter) vscode.commands.executeCommand('setContext', AFTER_MENTION, isAfter);
  }

  dispose() {
    clearTimeout(this.timer);
    this.pending = undefined;
    this.setPlace(NOWHERE);
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

module.exports = { CursorWatch, touched };
