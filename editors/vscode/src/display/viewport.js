'use strict';
// The single-line viewport (Hakawai): while there is somebody to choose, the line that is typed is kept at
// the top or the bottom of its editor; afterwards the editor shows what it showed before.

const vscode = require('vscode');
const { own } = require('../settings');

const REVEAL = 'revealLine';
const SCROLL = 'editorScroll';

/** @typedef {'top' | 'bottom' | 'off'} Edge */

class Viewport {
  /** @param {import('../connection').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {{ editor: import('vscode').TextEditor, line: number, first: number } | undefined} */
    this.locked = undefined;
    /** Resolves when the editor has scrolled as it was asked to last. */
    this.scrolled = Promise.resolve();
    this.subscriptions = [
      connection.on('mentions/chooser', (change) => this.chooserChanged(change)),
      connection.on('mentions/didChangeState', ({ state }) => { if (state === 'quiescent') this.unlock(); }),
      connection.onDidChangeState((state) => { if (state !== 'running') this.unlock(); }),
      vscode.window.onDidChangeActiveTextEditor(() => { this.locked = undefined; }),
      vscode.window.onDidChangeTextEditorSelection((event) => this.selected(event)),
    ];
  }

  /**
   * A mode of Hakawai's that locks says where; what else the modes say (place and arrow) VS Code decides.
   * @returns {Edge}
   */
  get edge() {
    const [, edge] = /^customLock(Top|Bottom)/.exec(own('position', 'enclosedTop')) ?? [];
    if (edge) return edge === 'Top' ? 'top' : 'bottom';
    return own('viewport', /** @type {Edge} */ ('off'));
  }

  /** @param {import('../../types/mentions').ChooserChange} change */
  chooserChanged({ event, count, textDocument }) {
    const editor = vscode.window.activeTextEditor;
    const { edge } = this;
    if (event === 'hidden') return this.unlock();
    if (edge === 'off' || count === 0 || this.connection.isSearching) return undefined;
    if (!editor || this.connection.uri(editor.document) !== textDocument.uri) return undefined;
    return this.lock(editor, edge);
  }

  /** @param {import('vscode').TextEditor} editor @param {Edge} edge */
  lock(editor, edge) {
    const { line } = editor.selection.active;
    if (this.locked?.editor === editor && this.locked.line === line) return undefined;
    const shown = editor.visibleRanges[0]?.start.line ?? 0;
    const first = this.locked?.editor === editor ? this.locked.first : shown;
    this.locked = { editor, line, first };
    return this.scroll(async () => {
      await vscode.commands.executeCommand(REVEAL, { lineNumber: line, at: edge });
      // A line that is cut off at the top would count as shown, and the way back would be one line too long.
      if (edge === 'bottom') await this.scrollBy(0);
    });
  }

  unlock() {
    const { locked } = this;
    this.locked = undefined;
    if (!locked || locked.editor !== vscode.window.activeTextEditor) return undefined;
    // By lines: a line that is revealed at the top lands below those that stick there.
    return this.scroll(() => this.scrollBy(locked.first - (locked.editor.visibleRanges[0]?.start.line ?? 0)));
  }

  /** @param {() => PromiseLike<void>} body runs once the editor has scrolled before */
  scroll(body) {
    this.scrolled = this.scrolled.then(body);
    return this.scrolled;
  }

  /** @param {number} lines down, up where it is negative; the first whole line, at 0 */
  scrollBy(lines) {
    return vscode.commands.executeCommand(
      SCROLL, { to: lines > 0 ? 'down' : 'up', by: 'line', value: Math.abs(lines), revealCursor: false });
  }

  /**
   * The viewport's tap: a click on the line that is locked ends the mention.
   * @param {import('vscode').TextEditorSelectionChangeEvent} event
   */
  selected({ textEditor, kind, selections: [selection] }) {
    const { locked } = this;
    if (kind !== vscode.TextEditorSelectionChangeKind.Mouse || textEditor !== locked?.editor) return;
    if (selection.active.line !== locked.line) return;
    this.connection.notify(
      'mentions/cancel', { textDocument: { uri: this.connection.uri(textEditor.document) } });
  }

  dispose() {
    this.locked = undefined;
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

module.exports = { Viewport };
