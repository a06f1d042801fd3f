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
    this.command = vscode.commands.registerCommand('mentions.deleteLeft', () => this.press());
  }

  press() {
    this.turn = this.turn.then(async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor && await this.ask(editor)) return;
      await vscode.commands.executeCommand('deleteLeft');
    }).catch((error) => this.connection.log.warn(`backspace: ${error.message}`));
    return this.turn;
  }

  /**
   * Does what the server says. False where the editor's own deletion is right: no mention, several cursors,
   * no answer in time, a text that has changed since.
   * @param {import('vscode').TextEditor} editor
   */
  async ask(editor) {
    const { document } = editor;
    if (!own('backspace', true) || editor.selections.length !== 1 || !editor.selection.isEmpty) return false;
    const { version } = document;
    const place = editor.selection.active;
    const answer = await this.answer({
      textDocument: this.connection.reference(document),
      position: { line: place.line, character: place.character },
    });
    if (!answer || document.version !== version || !editor.selection.active.isEqual(place)) return false;
    if (answer.action === 'none') {
      this.cursor.moved(editor);
      return false;
    }
    const { edit, position } = answer;
    if (!edit) return true;
    const isApplied = await editor.edit(
      (builder) => builder.replace(this.connection.range(edit.range), edit.newText),
      { undoStopBefore: true, undoStopAfter: true });
    if (isApplied && position) {
      const end = this.connection.position(position);
      editor.selection = new vscode.Selection(end, end);
    }
    return isApplied;
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
      // Refused because the document has moved on, or cancelled, or there is no server.
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
