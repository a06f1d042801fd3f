'use strict';
// The key in the document, kept equal to what stands in a chooser's box.

const vscode = require('vscode');

class KeyText {
  /**
   * @param {import('vscode').TextEditor} editor
   * @param {import('vscode').Position} start where the key begins, behind the control character
   * @param {string} text what stands there now
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
    let same = 0;
    while (same < wanted.length && wanted[same] === this.text[same]) same += 1;
    // Never between the halves of a character.
    if (same > 0 && /[\ud800-\udbff]/.test(wanted[same - 1])) same -= 1;
    const from = this.start.translate(0, same);
    const isApplied = await this.editor.edit(
      (builder) => builder.replace(
        new vscode.Range(from, this.start.translate(0, this.text.length)), wanted.slice(same)),
      { undoStopBefore: false, undoStopAfter: false });
    if (!isApplied) return;
    this.text = wanted;
    const end = this.start.translate(0, wanted.length);
    this.editor.selection = new vscode.Selection(end, end);
  }
}

module.exports = { KeyText };
