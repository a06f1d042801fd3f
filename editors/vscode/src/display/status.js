'use strict';
// The status bar item: whether the server runs, what is being made, and what is wrong. The server's messages
// are here and in the log.

const vscode = require('vscode');
const { own } = require('../settings');

/** LSP's MessageType. */
const ERROR = 1;
const WARNING = 2;
/** Problems in the tooltip; the log has them all. */
const SHOWN = 5;
const ICONS = {
  off: '$(circle-slash)', starting: '$(loading~spin)', running: '$(mention)', missing: '$(warning)',
  failed: '$(error)',
};
const WORDS = {
  off: 'switched off', starting: 'starting', running: 'ready', missing: 'the server is not installed',
  failed: 'the server does not run',
};

class Status {
  /** @param {import('../connection').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {{ isError: boolean, text: string }[]} */
    this.problems = [];
    /**
     * Documents in which a mention is being made, with its trigger.
     * @type {Map<string, string>}
     */
    this.creating = new Map();
    this.found = 0;
    this.isSearching = false;
    this.item = vscode.window.createStatusBarItem('mentions', vscode.StatusBarAlignment.Right, 90);
    this.item.name = 'Mentions';
    this.subscriptions = [
      connection.onDidChangeState((state) => {
        if (state === 'starting') this.problems = [];
        if (state !== 'running') this.creating.clear();
        this.draw();
      }),
      connection.on('window/showMessage', (message) => this.said(message)),
      connection.on('mentions/didChangeState', (change) => this.stateChanged(change)),
      connection.on('mentions/chooser', (change) => {
        this.found = change.count;
        this.isSearching = change.loading;
        this.draw();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mentions.statusBar')) this.draw();
      }),
    ];
    this.draw();
  }

  /** @param {{ type: number, message: string }} message */
  said({ type, message }) {
    if (type > WARNING) return this.connection.log.info(message);
    const isError = type === ERROR;
    if (isError) this.connection.log.error(message);
    else this.connection.log.warn(message);
    this.problems = [...this.problems.filter(({ text }) => text !== message), { isError, text: message }];
    this.draw();
  }

  /** @param {import('../../types/mentions').StateChange} change */
  stateChanged({ textDocument, state, controlCharacter }) {
    if (state === 'creating') this.creating.set(textDocument.uri, controlCharacter ?? '');
    else this.creating.delete(textDocument.uri);
    this.found = 0;
    this.isSearching = false;
    this.draw();
  }

  get controlCharacter() {
    const document = vscode.window.activeTextEditor?.document;
    return document && this.creating.get(this.connection.uri(document));
  }

  draw() {
    const { item, connection: { state, problem } } = this;
    if (!own('statusBar', true)) return item.hide();
    const { controlCharacter } = this;
    if (controlCharacter !== undefined) {
      const searching = this.isSearching ? '$(loading~spin)' : '$(mention)';
      item.text = `${searching} ${controlCharacter}… ${this.found || 'nobody'}`.trim();
    } else {
      item.text = this.problems.length > 0 && state === 'running' ? '$(warning) Mentions'
        : `${ICONS[state]} Mentions`;
    }
    const lines = [problem ? `Mentions: ${problem}` : `Mentions: ${WORDS[state]}`];
    for (const { text } of this.problems.slice(-SHOWN)) lines.push(`$(warning) ${escaped(text)}`);
    item.tooltip = new vscode.MarkdownString(lines.join('\n\n'), true);
    const isBad = state === 'missing' || state === 'failed' || this.problems.some(({ isError }) => isError);
    item.backgroundColor = isBad ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.command = state === 'off' ? 'mentions.toggle'
      : state === 'missing' ? 'mentions.install' : 'mentions.showLog';
    item.show();
  }

  dispose() {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.item.dispose();
  }
}

/**
 * Text of somebody's, not Markdown.
 * @param {string} text
 */
function escaped(text) { return text.replace(/[\\`*_{}[\]()#+\-.!|<>$]/g, '\\$&'); }

module.exports = { Status };
