'use strict';
// The backspace that asks first: right after a mention it lights the mention up, trims it, then deletes it.

const vscode = require('vscode');
const { own } = require('./settings');

/** Milliseconds until the editor's own deletion goes ahead without an answer. */
const TIMEOUT = 300;

class Backspace {
  /** @param {import('./connection').Connection} connection @param {import('./cursor').CursorWatch} cursor */
  constructor(connection, cursor) {
    this.connection = connection;
    this.cursor = cursor;
    /** One key after another: a held key would ask about a text that the last answer is about to change. */
    this.turn = Promise.resolve();
    /**
     * What the last key left behind, for those that were pressed before it was done.
     * @type {{ document: import('vscode').TextDocument, version: number } | undefined}
     */
    this.left = undefined;
    this.command = vscode.commands.registerCommand('mentions.deleteLeft', () => this.press());
  }

  press() {
    const editor = vscode.window.activeTextEditor;
    const version = editor?.document.version;
    this.turn = this.turn.then(async () => {
      if (!editor || editor !== vscode.window.activeTextEditor) return;
      const { document, document: { version: now } } = editor;
      // Typed on while an earlier key was being handled: the text there now is not what this one was for.
      if (now !== version && !(this.left?.document === document && this.left.version === now)) return;
      this.left = undefined;
      if (await this.ask(editor) === 'late') return;
      this.left = { document, version: document.version };
    }).catch((error) => this.connection.log.warn(`backspace: ${error.message}`));
    return this.turn;
  }

  /**
   * Does what the server says. The editor's own deletion is right where there is no mention, where there are
   * several cursors, and without an answer in time.
   * @param {import('vscode').TextEditor} editor
   * @returns {Promise<'done' | 'late'>} late: text, cursor or editor have moved on meanwhile
   */
  async ask(editor) {
    const { document } = editor;
    if (!own('backspace', true) || editor.selections.length !== 1 || !editor.selection.isEmpty) {
      return this.deleteLeft();
    }
    const { version } = document;
    const place = editor.selection.active;
    const isStill = () => editor === vscode.window.activeTextEditor && document.version === version
      && editor.selection.active.isEqual(place);
    let isChangedBefore = false;
    const watch = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document !== document) return;
      isChangedBefore ||= event.contentChanges.some(({ range }) => range.start.isBefore(place));
    });
    try {
      const answer = await this.answer({
        textDocument: this.connection.reference(document),
        position: { line: place.line, character: place.character },
      });
      if (answer?.action === 'lightUp') return isStill() ? 'done' : 'late';
      if (answer?.edit && isStill() && await this.apply(editor, answer.edit, answer.position)) return 'done';
      if (isStill()) {
        if (answer?.action === 'none') this.cursor.moved(editor);
        return await this.deleteLeft();
      }
      if (!isChangedBefore) await this.deleteBefore(place, editor);
      return 'late';
    } finally {
      watch.dispose();
    }
  }

  /**
   * @param {import('vscode').TextEditor} editor
   * @param {{ range: import('vscode-languageclient/node').WireRange, newText: string }} edit
   * @param {{ line: number, character: number }} [position] where the cursor belongs then
   * @returns {Promise<boolean>} whether the editor did it
   */
  async apply(editor, edit, position) {
    const isApplied = await editor.edit(
      (builder) => builder.replace(this.connection.range(edit.range), edit.newText),
      { undoStopBefore: true, undoStopAfter: true });
    if (isApplied && position) {
      const end = this.connection.position(position);
      editor.selection = new vscode.Selection(end, end);
    }
    return isApplied;
  }

  /** @returns {Promise<'done'>} */
  async deleteLeft() {
    await vscode.commands.executeCommand('deleteLeft');
    return 'done';
  }

  /**
   * Deletes one character, as people see it, wherever the cursor is by now.
   * @param {import('vscode').Position} place
   * @param {import('vscode').TextEditor} editor
   */
  async deleteBefore(place, editor) {
    const line = new vscode.Range(new vscode.Position(place.line, 0), place);
    const characters = [...new Intl.Segmenter().segment(editor.document.getText(line))];
    const start = place.translate(0, -(characters.at(-1)?.segment.length ?? 0));
    await editor.edit(
      (builder) => builder.replace(new vscode.Range(start, place), ''),
      { undoStopBefore: true, undoStopAfter: true });
  }

  /** @param {object} params @returns {Promise<import('../types/mentions').BackspaceAnswer | undefined>} */
  async answer(params) {
    const source = new vscode.CancellationTokenSource();
    /** @type {Timer | undefined} */
    let timer;
    try {
      return await Promise.race([
        this.connection.request('mentions/backspace', params, source.token),
        new Promise((resolve) => {
          timer = setTimeout(() => {
            source.cancel();
            resolve(undefined);
          }, TIMEOUT);
        }),
      ]);
    } catch (error) {
      // Refused because the document has changed, or cancelled, or there is no server.
      this.connection.log.info(`backspace: ${/** @type {Error} */ (error).message}`);
      return undefined;
    } finally {
      clearTimeout(timer);
      source.dispose();
    }
  }

  dispose() { this.command.dispose(); }
}

module.exports = { Backspace };
