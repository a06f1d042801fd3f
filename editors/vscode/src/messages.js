'use strict';
// What the user has to know: one message for each distinct problem, with a button that helps. The status bar
// and the log have it too; everything else is only there.

const vscode = require('vscode');
const { own } = require('./settings');

/** What the server's message about a workspace without trust names. */
const TRUST = 'trustedFolders';
/** LSP's MessageType. */
const WARNING = 2;

/** @typedef {{ label: string, command: string, args?: unknown[] }} Help */

/** @type {Record<'settings' | 'install' | 'log' | 'trust', Help>} */
const HELP = {
  settings: {
    label: 'Open Settings', command: 'workbench.action.openSettings', args: ['mentions.server.path'],
  },
  install: { label: 'How to Install', command: 'mentions.install' },
  log: { label: 'Show Log', command: 'mentions.showLog' },
  trust: { label: 'Manage Workspace Trust', command: 'workbench.trust.manage' },
};

class Messages {
  /** @param {import('./connection').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {Set<string>} */
    this.told = new Set();
    this.subscriptions = [
      connection.onDidChangeState(() => this.stateChanged()),
      connection.on('window/showMessage', (message) => this.said(message)),
    ];
  }

  stateChanged() {
    const { state, problem, outdated } = this.connection;
    if (state === 'missing') {
      this.tell(problem, own('server.path', '').trim() ? HELP.settings : HELP.install);
    } else if (state === 'failed') this.tell(problem, HELP.log);
    else if (state === 'running' && outdated) this.tell(outdated, HELP.install);
  }

  /** @param {{ type: number, message: string }} message */
  said({ type, message }) {
    if (type !== WARNING || vscode.workspace.isTrusted || !message.includes(TRUST)) return;
    this.tell(
      'sources that start programs or reach the network are off until this workspace is trusted', HELP.trust);
  }

  /** @param {string} widget @param {unknown} error */
  widgetFailed(widget, error) {
    const { message } = /** @type {Error} */ (error);
    this.tell(`the chooser "${widget}" failed, and the plain list stands in for it: ${message}`, HELP.log);
  }

  /**
   * Once.
   * @param {string} text
   * @param {Help} help
   */
  async tell(text, { label, command, args = [] }) {
    if (this.told.has(text)) return;
    this.told.add(text);
    const picked = await vscode.window.showWarningMessage(`Mentions: ${text}`, label);
    if (picked === label) await vscode.commands.executeCommand(command, ...args);
  }

  dispose() { for (const subscription of this.subscriptions) subscription.dispose(); }
}

module.exports = { Messages };
