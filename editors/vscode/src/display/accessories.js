'use strict';
// What other extensions show beside the text (Hakawai: accessory views). VS Code's client draws it itself,
// as inlay hints and code lenses.

const vscode = require('vscode');
const { wirePosition, wireRange } = require('../wire');

/** @typedef {import('../../types/mentions').AccessoryAnchor} AccessoryAnchor */

/** @param {AccessoryAnchor} at */
function anchor(at) {
  if (at === 'mention') return at;
  return at instanceof vscode.Range ? wireRange(at) : wirePosition(at);
}

class Accessories {
  /** @param {import('../connection').Connection} connection */
  constructor(connection) { this.connection = connection; }

  /**
   * Adds, moves and removes accessories; with none of these, lists them.
   * @param {import('vscode').TextDocument} document
   * @param {import('../../types/mentions').AccessoryChanges} [changes]
   * @returns {Promise<import('../../types/mentions').AccessoryAnswer>}
   */
  change(document, changes = {}) {
    const { add, move, remove } = changes;
    return this.connection.request('mentions/accessories', {
      textDocument: { uri: this.connection.uri(document) },
      ...add && { add: add.map((each) => ({ ...each, at: anchor(each.at) })) },
      ...move && { move: move.map((each) => ({ ...each, at: anchor(each.at) })) },
      ...remove && { remove },
    });
  }
}

module.exports = { Accessories };
