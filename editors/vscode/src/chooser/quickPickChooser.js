'use strict';
// The chooser as a quick pick of our own (Type B), driven by the server: what is typed in its box is typed in
// the document, its rows are what a widget makes of the server's results.

const vscode = require('vscode');
const { chooserKind, own } = require('../settings');
const { KeyText } = require('./keyText');
const { WidgetHost } = require('./widgetHost');

/** As many rows as the settings can ask for. */
const ALL = 1000;
const DEFAULT_WIDGET = 'list';

/** @typedef {import('../../types/mentions').ChooserRow} ChooserRow */
/** @typedef {import('../../types/mentions').ChooserButton} ChooserButton */
/** @typedef {import('../../types/mentions').ChooserItems} ChooserItems */

/**
 * One chooser on the screen.
 * @typedef {{ editor: import('vscode').TextEditor, key: KeyText,
 *   pick: import('vscode').QuickPick<ChooserRow>, generation: number, isExplicit: boolean }} Showing
 */

class QuickPickChooser {
  /**
   * @param {import('../connection').Connection} connection
   * @param {import('./registry').ChooserRegistry} registry
   * @param {import('../mentionTimes').MentionTimes} times
   * @param {import('../messages').Messages} messages
   */
  constructor(connection, registry, times, messages) {
    this.connection = connection;
    this.registry = registry;
    this.times = times;
    this.messages = messages;
    /** @type {Showing | undefined} */
    this.showing = undefined;
    /** @type {WidgetHost | undefined} */
    this.host = undefined;
    this.widgetName = '';
    /** The trigger of the mention that is made. */
    this.trigger = '';
    /**
     * The last one has the border and the background.
     * @type {import('../../types/mentions').ChooserChange | undefined}
     */
    this.look = undefined;
    /** The widget that failed: not made again before it is registered or asked for anew. */
    this.failed = '';
    this.isOpening = false;
    this.isRefreshing = false;
    this.isStale = false;
    this.subscriptions = [
      connection.on('mentions/chooser', (change) => this.chooserChanged(change)),
      connection.on('mentions/didChangeState', (change) => {
        if (change.state === 'quiescent' && this.isShowing(change.textDocument.uri)) this.close();
      }),
      connection.onDidChangeState((state) => { if (state !== 'running') this.close(); }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        const keys = ['chooser', 'chooserWidget', 'chooserModel'];
        if (keys.some((key) => event.affectsConfiguration(`mentions.${key}`))) this.settingsChanged();
      }),
      registry.onDidChange((name) => {
        if (name === this.widgetName || name === this.wantedWidget) this.newHost();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const { showing } = this;
        if (!showing || document !== showing.editor.document) return;
        // Keys that come before the box has the focus go into the document.
        if (showing.key.follow(contentChanges)) showing.pick.value = showing.key.text;
      }),
      times.onDidChange(() => this.guard(() => this.host?.model.set('mentionedAt', this.times.all))),
    ];
  }

  get isOn() { return chooserKind() === 'quickPick'; }

  /** @param {string} uri */
  isShowing(uri) {
    return this.showing !== undefined && this.connection.uri(this.showing.editor.document) === uri;
  }

  // From the server

  /** @param {import('../../types/mentions').ChooserChange} change */
  chooserChanged(change) {
    if (!this.isOn || this.connection.isSearching) return;
    this.look = change;
    const { uri } = change.textDocument;
    if (this.isShowing(uri)) {
      this.host?.dress(change);
      if (change.event !== 'shown') this.refresh();
      return;
    }
    const editor = vscode.window.activeTextEditor;
    const isHere = editor !== undefined && this.connection.uri(editor.document) === uri;
    if (!isHere || this.isOpening || change.event === 'hidden') return;
    this.isOpening = true;
    this.open(editor, change).catch((error) => this.report(error)).finally(() => { this.isOpening = false; });
  }

  /**
   * @param {import('vscode').TextEditor} editor
   * @param {import('../../types/mentions').ChooserChange} change
   */
  async open(editor, change) {
    /** @type {import('../../types/mentions').StateAnswer} */
    const state = await this.connection.request('mentions/state', {
      textDocument: { uri: this.connection.uri(editor.document) },
    });
    if (state.state !== 'creating' || !state.range || editor !== vscode.window.activeTextEditor) return;
    const key = KeyText.at(editor, this.connection.position(state.range.start), state.controlCharacter ?? '');
    if (!key) return;
    const pick = /** @type {import('vscode').QuickPick<ChooserRow>} */ (vscode.window.createQuickPick());
    this.setTrigger(state.controlCharacter ?? '');
    const isExplicit = state.kind === 'explicit';
    const showing = { editor, key, pick, generation: change.generation, isExplicit };
    this.showing = showing;
    pick.value = key.text;
    pick.placeholder = 'Go on typing the name';
    pick.busy = true;
    // The server has ranked. VS Code knows this property, though it does not declare it (its issue 73904).
    Object.assign(pick, { sortByLabel: false });
    // Shown where the key matched in a handle, as in a name.
    pick.matchOnDescription = true;
    pick.onDidChangeValue((value) => this.typed(showing, value));
    pick.onDidAccept(() => this.accept(showing));
    pick.onDidTriggerButton((button) => this.guard(() => /** @type {ChooserButton} */ (button).press()));
    pick.onDidHide(() => this.hidden(showing));
    pick.show();
    this.guard(() => this.widgetHost().dress(change));
    this.refresh();
  }

  /**
   * Another trigger may have another widget.
   * @param {string} trigger
   */
  setTrigger(trigger) {
    const before = this.wantedWidget;
    this.trigger = trigger;
    if (this.wantedWidget !== before) this.dropHost();
  }

  /** @param {Showing} showing @param {string} value */
  typed(showing, value) {
    showing.key.become(value).catch((error) => {
      this.report(error);
      if (showing === this.showing) showing.pick.hide();
    });
  }

  /** Fetches the rows, one request at a time. */
  async refresh() {
    this.isStale = true;
    if (this.isRefreshing) return;
    this.isRefreshing = true;
    try {
      while (this.isStale && this.showing) {
        this.isStale = false;
        const { showing } = this;
        const rows = await this.rows(showing);
        if (showing !== this.showing) continue;
        showing.generation = rows.generation;
        showing.pick.busy = rows.loading;
        this.guard(() => this.widgetHost().reload(rows.items, rows.loading));
      }
    } catch (error) {
      this.report(error);
    } finally {
      this.isRefreshing = false;
    }
  }

  /**
   * @param {Showing} showing
   * @returns {Promise<ChooserItems>}
   */
  rows(showing) {
    return this.connection.request(
      'mentions/chooserItems', { ...this.document(showing), start: 0, count: ALL });
  }

  /** @param {Showing} showing */
  document({ editor }) { return { textDocument: { uri: this.connection.uri(editor.document) } }; }

  // From the user

  /** @param {Showing} showing */
  accept({ pick }) {
    const [row] = pick.activeItems;
    if (row) return this.guard(() => row.select?.());
    // Nobody was picked: Enter ends the line behind an ordinary word.
    pick.hide();
    vscode.commands.executeCommand('type', { text: '\n' });
  }

  /** @param {number} index */
  async select(index) {
    const { showing } = this;
    const entity = this.host?.items[index]?.entity;
    if (!showing || !entity) return;
    await showing.key.settled;
    const { document } = showing.editor;
    try {
      const answer = await this.chosen(showing, entity, index);
      if (showing !== this.showing) return;
      const isStill = document.version === answer.version;
      const isApplied = isStill && await showing.editor.edit((builder) => {
        for (const { range, newText } of [answer.edit, ...answer.additionalEdits]) {
          builder.replace(this.connection.range(range), newText);
        }
      }, { undoStopBefore: true, undoStopAfter: true });
      if (!isApplied) throw new Error('the text has changed');
      this.close();
    } catch (error) {
      // The results have changed under the user's hand; what is there now is shown.
      this.report(error);
      this.refresh();
    }
  }

  /**
   * What has to change for this entity. Where results have changed meanwhile it is looked for once.
   * @param {Showing} showing
   * @param {import('../../types/mentions').Entity} entity
   * @param {number} place
   */
  async chosen(showing, entity, place) {
    /** @param {number} generation @param {number} index */
    const ask = (generation, index) => this.connection.request(
      'mentions/select', { ...this.document(showing), generation, index });
    try {
      return await ask(showing.generation, place);
    } catch (error) {
      const { generation, items } = await this.rows(showing);
      const index = items.findIndex((item) => (
        item.entity.id === entity.id && item.entity.source === entity.source));
      if (index < 0) throw error;
      return ask(generation, index);
    }
  }

  /**
   * The user closed it, or we did.
   * @param {Showing} showing
   */
  hidden(showing) {
    showing.pick.dispose();
    if (showing !== this.showing) return;
    this.showing = undefined;
    this.guard(() => this.host?.hide());
    this.connection.notify('mentions/cancel', this.document(showing));
  }

  close() {
    const { showing } = this;
    if (!showing) return;
    this.showing = undefined;
    showing.pick.hide();
    this.guard(() => this.host?.hide());
  }

  // The widget

  /** That of the trigger, else that of the settings. */
  get wantedWidget() { return this.registry.widgetFor(this.trigger) ?? own('chooserWidget', DEFAULT_WIDGET); }

  widgetHost() {
    if (this.host) return this.host;
    const wanted = this.wantedWidget;
    const name = wanted !== this.failed && this.registry.widgets.has(wanted) ? wanted : DEFAULT_WIDGET;
    const entry = this.registry.widgets.get(name);
    if (!entry) throw new Error(`there is no chooser "${name}"`);
    if (!this.registry.widgets.has(wanted)) this.connection.log.warn(`there is no chooser "${wanted}"`);
    this.widgetName = name;
    this.host = new WidgetHost(entry, {
      cell: (item) => this.registry.cell(item, this.trigger),
      select: (index) => { this.select(index); },
      draw: () => this.draw(),
      report: (error) => this.report(error),
      handlers: () => this.registry.eventHandlers(name),
      model: { ...own('chooserModel', {}), mentionedAt: this.times.all },
    });
    if (this.look) this.host.dress(this.look);
    return this.host;
  }

  draw() {
    const { showing, host } = this;
    if (!showing || !host) return;
    const { title, rows, buttons } = host.view;
    showing.pick.title = title;
    showing.pick.buttons = buttons ?? [];
    // The server has filtered: the editor must not do it again.
    showing.pick.items = rows.map((row) => ({ ...row, alwaysShow: true }));
    // After a few letters the user may not mean anybody: Enter must not pick a person by itself.
    const first = showing.isExplicit ? showing.pick.items.find((row) => row.select) : undefined;
    showing.pick.activeItems = first ? [first] : [];
  }

  settingsChanged() {
    if (!this.isOn) this.close();
    if (!this.host) return;
    for (const [key, value] of Object.entries(own('chooserModel', {}))) {
      this.guard(() => this.host?.model.set(key, value));
    }
    if (this.wantedWidget !== this.widgetName) this.newHost();
  }

  /** Uses another widget from now on. */
  newHost() {
    this.failed = '';
    this.dropHost();
    if (this.showing) this.refresh();
  }

  dropHost() {
    const { host } = this;
    this.host = undefined;
    try {
      host?.dispose();
    } catch (error) {
      this.report(error);
    }
  }

  /**
   * A user's widget must not take the editor down: the plain list replaces one that fails.
   * @param {() => void} body
   */
  guard(body) {
    try {
      body();
    } catch (error) {
      this.report(error);
      if (this.widgetName === DEFAULT_WIDGET) return;
      this.failed = this.widgetName ?? this.wantedWidget;
      this.messages.widgetFailed(this.failed, error);
      this.dropHost();
      if (this.showing) this.refresh();
    }
  }

  /** @param {unknown} error */
  report(error) { this.connection.log.warn(`the chooser: ${/** @type {Error} */ (error).message}`); }

  dispose() {
    this.close();
    this.dropHost();
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

module.exports = { QuickPickChooser };
