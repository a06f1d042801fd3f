'use strict';
// When whom was mentioned last, in this workspace: for choosers that sort or filter by it.

const vscode = require('vscode');

const KEY = 'mentions.mentionedAt';
/** People remembered; the one mentioned longest ago makes room. */
const MOST = 500;

class MentionTimes {
  /** @param {import('./connection').Connection} connection @param {import('vscode').Memento} memento */
  constructor(connection, memento) {
    this.memento = memento;
    /**
     * Milliseconds since 1970, by `uniqueID`, else `id`.
     * @type {Record<string, number>}
     */
    this.all = { ...memento.get(KEY, {}) };
    /** @type {import('vscode').EventEmitter<void>} */
    this.changed = new vscode.EventEmitter();
    this.onDidChange = this.changed.event;
    this.subscription = connection.on('mentions/didCreate', ({ mention }) => this.mentioned(mention.entity));
  }

  /** @param {{ id: string, uniqueID?: string }} entity */
  mentioned({ id, uniqueID }) {
    const times = Object.entries({ ...this.all, [uniqueID ?? id]: Date.now() });
    this.all = Object.fromEntries(times.sort((one, other) => other[1] - one[1]).slice(0, MOST));
    this.memento.update(KEY, this.all);
    this.changed.fire();
  }

  dispose() {
    this.subscription.dispose();
    this.changed.dispose();
  }
}

module.exports = { MentionTimes };
