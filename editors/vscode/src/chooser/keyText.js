'use strict';
// The key in the document, kept equal to the text in a chooser's box.

const vscode = require('vscode');

class KeyText {
  /**
   * @param {import('vscode').TextEditor} editor
   * @param {import('vscode').Position} start where the key begins, behind the trigger
   * @param {string} text what is there now
   */
  constructor(editor, start, text) {
    this.editor = editor;
    this.start = start;
    this.text = text;
    /**
     * Resolves when the document has what was typed last.
     * @type {Promise<void>}
     */
    this.settled = Promise.resolve();
    this.isEditing = false;
  }

  /**
   * The key between a trigger and the cursor, if there is one.
   * @param {import('vscode').TextEditor} editor
   * @param {import('vscode').Position} place where the trigger begins
   * @param {string} controlCharacter empty where the mention began without one
   */
  static at(editor, place, controlCharacter) {
    const { document, selection: { active } } = editor;
    const start = place.translate(0, controlCharacter.length);
    const isBehind = active.line === start.line && !active.isBefore(start);
    if (!isBehind || document.getText(new vscode.Range(place, start)) !== controlCharacter) return undefined;
    return new KeyText(editor, start, document.getText(new vscode.Range(start, active)));
  }

  get end() { return this.start.translate(0, this.text.length); }

  /**
   * Adopts text typed outside the box at the key's end; returns whether that is what changed.
   * @param {readonly import('vscode').TextDocumentContentChangeEvent[]} changes
   */
  follow([change, ...others]) {
    if (this.isEditing || !change || others.length > 0 || !change.range.isEmpty) return false;
    if (!change.range.start.isEqual(this.end) || change.text.includes('\n')) return false;
    this.text += change.text;
    return true;
  }

  /** @param {string} wanted */
  become(wanted) {
    this.settled = this.settled.then(() => this.edit(wanted));
    return this.settled;
  }

  /**
   * Changes only what differs, so that typing on looks like typing to the server.
   * @param {string} wanted
   */
  async edit(wanted) {
    if (wanted === this.text) return;
    const { end } = this;
    if (this.editor.document.getText(new vscode.Range(this.start, end)) !== this.text) {
      throw new Error('the text has changed');
    }
    let same = 0;
    while (same < wanted.length && wanted[same] === this.text[same]) same += 1;
    // Never between the halves of a character.
    if (same > 0 && /[\ud800-\udbff]/.test(wanted[same - 1])) same -= 1;
    const from = this.start.translate(0, same);
    this.isEditing = true;
    try {
      const isApplied = await this.editor.edit(
        (builder) => builder.replace(new vscode.Range(from, end), wanted.slice(same)),
        { undoStopBefore: false, undoStopAfter: false });
      if (!isApplied) return;
      this.text = wanted;
    } finally {
      this.isEditing = false;
    }
    this.editor.selection = new vscode.Selection(this.end, this.end);
  }
}

module.exports = { KeyText };
