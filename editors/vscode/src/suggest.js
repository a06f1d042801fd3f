'use strict';
// The chooser as the editor's own suggestions. They are off in Markdown until a trigger character is typed,
// so they are started when the server says that a mention is being made, and again when results come late or
// the editor has closed them at a deletion.

const vscode = require('vscode');
const { chooserKind } = require('./settings');

/** Milliseconds in which the editor asks by itself, if it is going to. */
const PATIENCE = 60;
const SUGGEST = 'editor.action.triggerSuggest';
/** Nobody found is no message: the user has not asked. */
const BY_ITSELF = { auto: true };
const TAKE = 'acceptSelectedSuggestion';
const HIDE = 'hideSuggestWidget';
/** The context key of the keys that take a suggestion: a mention is being made in the editor's list. */
const SUGGESTING = 'mentions.suggesting';
/** As many rows as the settings can ask for. */
const ALL = 1000;

/** @typedef {import('vscode').CompletionItem} Item */
/** @typedef {import('vscode').CompletionList | Item[] | null | undefined} Answer */

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => { setTimeout(() => done(undefined), milliseconds); });
}

class SuggestChooser {
  /**
   * @param {import('./connection').Connection} connection
   * @param {import('./chooser/registry').ChooserRegistry} registry
   */
  constructor(connection, registry) {
    this.connection = connection;
    this.registry = registry;
    /** What the editor was not answered yet, the oldest first. @type {Set<Promise<unknown>>} */
    this.due = new Set();
    /** The document's version when the editor asked last. */
    this.askedVersion = -1;
    /** Whether the editor's last answer in this creation had something to show. */
    this.isOffering = false;
    this.isCreating = false;
    this.lastTyped = '';
    /** The trigger of the mention that is being made. */
    this.trigger = '';
    /** @type {Timer | undefined} */
    this.timer = undefined;
    connection.middleware.provideCompletionItem = (document, position, context, token, next) => {
      const answer = this.provide(document, () => next(document, position, context, token));
      const due = answer.catch(() => undefined).finally(() => this.due.delete(due));
      this.due.add(due);
      this.askedVersion = document.version;
      return answer;
    };
    this.subscriptions = [
      vscode.commands.registerCommand('mentions.takeSuggestion', () => this.take()),
      vscode.commands.registerCommand('mentions.closeSuggestions', () => this.close()),
      vscode.workspace.onDidChangeTextDocument((event) => this.textChanged(event)),
      connection.on('mentions/didChangeState', (change) => this.stateChanged(change)),
      connection.on('mentions/chooser', (change) => this.chooserChanged(change)),
      connection.onDidChangeState((state) => { if (state !== 'running') this.setCreating(false); }),
    ];
  }

  get isOn() { return chooserKind() === 'suggest'; }

  /** @param {{ uri: string }} document */
  isActive({ uri }) {
    const active = vscode.window.activeTextEditor?.document;
    return active !== undefined && this.connection.uri(active) === uri;
  }

  /** @param {boolean} isCreating */
  setCreating(isCreating) {
    if (isCreating === this.isCreating) return;
    this.isCreating = isCreating;
    vscode.commands.executeCommand('setContext', SUGGESTING, isCreating && this.isOn);
  }

  suggest() {
    clearTimeout(this.timer);
    vscode.commands.executeCommand(SUGGEST, BY_ITSELF);
  }

  /** @param {import('vscode').TextDocumentChangeEvent} event */
  textChanged({ document, contentChanges }) {
    if (document !== vscode.window.activeTextEditor?.document || contentChanges.length === 0) return;
    const [first, ...others] = contentChanges;
    this.lastTyped = contentChanges[contentChanges.length - 1].text;
    const isDeletion = others.length === 0 && first.text === '' && !first.range.isEmpty;
    if (!isDeletion || !this.isCreating || !this.isOn) return;
    // Where a deletion leaves the cursor behind a word the editor asks again; elsewhere it closes its list.
    const word = document.getWordRangeAtPosition(first.range.start);
    if (!word?.start.isBefore(first.range.start)) this.suggest();
  }

  /**
   * Enter, or Tab. While an answer is due the editor shows the rows of an older key, and the first of them
   * may be somebody else than the one that was typed for: the key waits for the answer.
   */
  async take() {
    const editor = vscode.window.activeTextEditor;
    const version = editor?.document.version;
    const isStill = () => editor === vscode.window.activeTextEditor && editor?.document.version === version;
    // The editor asks for the newest text only when it has the answer for an older one.
    const end = Date.now() + PATIENCE;
    while (isStill() && (this.due.size > 0 || (this.askedVersion !== version && Date.now() < end))) {
      await Promise.all(this.due);
      await pause(0);
    }
    // Typed on meanwhile: the key was for a list that is gone.
    if (isStill()) await vscode.commands.executeCommand(TAKE);
  }

  /** Escape: the user means nobody, and the server is not to offer anybody for what was typed. */
  async close() {
    const document = vscode.window.activeTextEditor?.document;
    // Before anything that is typed next.
    if (document) {
      this.connection.notify('mentions/cancel', { textDocument: { uri: this.connection.uri(document) } });
    }
    await vscode.commands.executeCommand(HIDE);
  }

  /** @param {import('../types/mentions').StateChange} change */
  stateChanged(change) {
    if (this.connection.isSearching || !this.isActive(change.textDocument)) return;
    this.setCreating(change.state === 'creating');
    this.trigger = change.controlCharacter ?? '';
    this.isOffering = false;
    clearTimeout(this.timer);
    if (!this.isCreating || !this.isOn) return;
    const last = [...change.controlCharacter ?? ''].at(-1) ?? '';
    // Where a trigger character was typed the editor asks by itself; not where a deletion led back to one.
    const asksItself = this.lastTyped !== '' && this.connection.triggerCharacters.includes(last);
    if (!asksItself) this.suggest();
  }

  /** @param {import('../types/mentions').ChooserChange} change */
  chooserChanged(change) {
    if (change.event !== 'willShow' || !this.isActive(change.textDocument)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.isOn && this.isCreating && !this.isOffering && this.due.size === 0) this.suggest();
    }, PATIENCE);
  }

  /**
   * @param {import('vscode').TextDocument} document
   * @param {() => Promise<Answer>} next
   * @returns {Promise<Answer>}
   */
  async provide(document, next) {
    // In the box of a commit message or of a comment there are no other suggestions than the editor's own.
    if (!this.isOn && document === vscode.window.activeTextEditor?.document) return undefined;
    const answer = await next();
    const items = Array.isArray(answer) ? answer : answer?.items ?? [];
    this.isOffering = items.length > 0;
    if (this.registry.cells.size > 0 && items.length > 0) {
      // Drawn by nobody, they are as the server drew them.
      await this.drawCells(document, items).catch(
        (error) => this.connection.log.warn(`the cells: ${error.message}`));
    }
    return answer;
  }

  /**
   * Type A: cells are drawn by the user's function.
   * @param {import('vscode').TextDocument} document
   * @param {(Item & { data?: [document: number, generation: number, index: number] })[]} items
   */
  async drawCells(document, items) {
    /** @type {import('../types/mentions').ChooserItems} */
    const rows = await this.connection.request('mentions/chooserItems', {
      textDocument: { uri: this.connection.uri(document) }, start: 0, count: ALL,
    });
    for (const item of items) {
      const row = item.data?.[1] === rows.generation ? rows.items[item.data[2]] : undefined;
      if (!row) continue;
      const { label, description, detail } = this.registry.cell(row, this.trigger);
      item.label = { label, description };
      item.detail = detail;
    }
  }

  dispose() {
    clearTimeout(this.timer);
    this.setCreating(false);
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

module.exports = { SuggestChooser };
