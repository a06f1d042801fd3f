'use strict';
// The chooser as the editor's own suggestions. They are off in Markdown until a trigger character is typed,
// so they are started when the server says that a mention is being made, and again when results come late.

const vscode = require('vscode');
const { chooserKind } = require('./settings');

/** Milliseconds in which the editor asks by itself, if it is going to. */
const PATIENCE = 60;
const SUGGEST = 'editor.action.triggerSuggest';
/** As many rows as the settings can ask for. */
const ALL = 1000;

/** @typedef {import('vscode').CompletionItem} Item */
/** @typedef {import('vscode').CompletionList | Item[] | null | undefined} Answer */

class SuggestChooser {
  /**
   * @param {import('./connection').Connection} connection
   * @param {import('./chooser/registry').ChooserRegistry} registry
   */
  constructor(connection, registry) {
    this.connection = connection;
    this.registry = registry;
    this.asked = 0;
    /** Whether the editor's last answer in this creation had something to show. */
    this.isOffering = false;
    this.isCreating = false;
    this.lastTyped = '';
    /** @type {Timer | undefined} */
    this.timer = undefined;
    connection.middleware.provideCompletionItem = (document, position, context, token, next) =>
      this.provide(document, () => next(document, position, context, token));
    this.subscriptions = [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document === vscode.window.activeTextEditor?.document && contentChanges.length > 0) {
          this.lastTyped = contentChanges[contentChanges.length - 1].text;
        }
      }),
      connection.on('mentions/didChangeState', (change) => this.stateChanged(change)),
      connection.on('mentions/chooser', (change) => this.chooserChanged(change)),
    ];
  }

  get isOn() { return chooserKind() === 'suggest'; }

  /** @param {{ uri: string }} document */
  isActive({ uri }) {
    const active = vscode.window.activeTextEditor?.document;
    return active !== undefined && this.connection.uri(active) === uri;
  }

  /** @param {import('../types/mentions').StateChange} change */
  stateChanged(change) {
    if (this.connection.isSearching || !this.isActive(change.textDocument)) return;
    this.isCreating = change.state === 'creating';
    this.isOffering = false;
    clearTimeout(this.timer);
    if (!this.isCreating || !this.isOn) return;
    const last = [...change.controlCharacter ?? ''].at(-1) ?? '';
    // Where a trigger character was typed the editor asks by itself; not where a deletion led back to one.
    const asksItself = this.lastTyped !== '' && this.connection.triggerCharacters.includes(last);
    if (!asksItself) vscode.commands.executeCommand(SUGGEST);
  }

  /** @param {import('../types/mentions').ChooserChange} change */
  chooserChanged(change) {
    if (change.event !== 'willShow' || !this.isActive(change.textDocument)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.isOn && this.isCreating && !this.isOffering && this.asked === 0) {
        vscode.commands.executeCommand(SUGGEST);
      }
    }, PATIENCE);
  }

  /**
   * @param {import('vscode').TextDocument} document
   * @param {() => Promise<Answer>} next
   * @returns {Promise<Answer>}
   */
  async provide(document, next) {
    if (!this.isOn) return undefined;
    this.asked += 1;
    try {
      const answer = await next();
      const items = Array.isArray(answer) ? answer : answer?.items ?? [];
      this.isOffering = items.length > 0;
      if (this.registry.cells && items.length > 0) {
        // Drawn by nobody, they are as the server drew them.
        await this.drawCells(document, items).catch(
          (error) => this.connection.log.warn(`the cells: ${error.message}`));
      }
      return answer;
    } finally {
      this.asked -= 1;
    }
  }

  /**
   * Type A: cells are drawn by the user's function.
   * @param {import('vscode').TextDocument} document
   * @param {(Item & { data?: { generation: number, index: number } })[]} items
   */
  async drawCells(document, items) {
    /** @type {import('../types/mentions').ChooserItems} */
    const rows = await this.connection.request('mentions/chooserItems', {
      textDocument: { uri: this.connection.uri(document) }, start: 0, count: ALL,
    });
    for (const item of items) {
      const row = item.data?.generation === rows.generation ? rows.items[item.data.index] : undefined;
      if (!row) continue;
      const { label, description, detail } = this.registry.cell(row);
      item.label = { label, description };
      item.detail = detail;
    }
  }

  dispose() {
    clearTimeout(this.timer);
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

module.exports = { SuggestChooser };
