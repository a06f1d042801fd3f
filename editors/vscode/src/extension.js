'use strict';
// Puts the parts together when VS Code starts the extension, and takes them apart when it ends it.

const vscode = require('vscode');
const { Accessories } = require('./display/accessories');
const { Avatars } = require('./display/avatars');
const { Backspace } = require('./backspace');
const { ListChooser } = require('./chooser/listChooser');
const { QuickPickChooser } = require('./chooser/quickPickChooser');
const { RangeSlider } = require('./chooser/rangeSlider');
const { ChooserRegistry } = require('./chooser/registry');
const { Commands } = require('./commands');
const { Connection } = require('./connection');
const { CursorWatch } = require('./cursor');
const { EntityProviders } = require('./entities');
const { EventConsole } = require('./display/eventConsole');
const { MentionTimes } = require('./mentionTimes');
const { Messages } = require('./messages');
const { own, serverKeys } = require('./settings');
const { Status } = require('./display/status');
const { Styles } = require('./display/styles');
const { SuggestChooser } = require('./suggest');
const { Viewport } = require('./display/viewport');

/** The context key that commands are enabled by. */
const RUNNING = 'mentions.running';

/** Settings that the server learns at its start. */
const RESTARTING = ['server.path', 'demo', 'textEvents', 'triggers'];

/** @typedef {import('../types/mentions').Mention} Mention */

/** @type {Extension | undefined} */
let extension;

class Extension {
  /** @param {import('vscode').ExtensionContext} context */
  constructor({ extension: { id, packageJSON }, workspaceState }) {
    this.log = vscode.window.createOutputChannel('Mentions', { log: true });
    this.connection = new Connection(serverKeys(packageJSON), this.log);
    this.registry = new ChooserRegistry(this.log);
    this.providers = new EntityProviders(this.connection);
    this.times = new MentionTimes(this.connection, workspaceState);
    this.console = new EventConsole(this.connection);
    this.commands = new Commands(this.connection, id, this.console);
    this.cursor = new CursorWatch(this.connection);
    this.styles = new Styles(this.connection);
    this.messages = new Messages(this.connection);
    this.avatars = new Avatars(this.connection);
    this.accessories = new Accessories(this.connection);
    /** @type {{ dispose(): unknown }[]} */
    this.parts = [];
    this.events = {
      onDidCreate: this.event('mentions/didCreate'), onDidTrim: this.event('mentions/didTrim'),
      onDidDelete: this.event('mentions/didDelete'),
    };
    this.parts.push(
      new Status(this.connection), new SuggestChooser(this.connection, this.registry),
      new QuickPickChooser(this.connection, this.registry, this.times, this.messages),
      new Backspace(this.connection, this.cursor), this.cursor, this.messages, this.commands, this.console,
      this.times, this.providers, this.styles, new Viewport(this.connection),
      this.registry.register('list', ListChooser),
      this.registry.register('slider', RangeSlider),
      this.registry,
      this.connection.onDidChangeState((state) => {
        vscode.commands.executeCommand('setContext', RUNNING, state === 'running');
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.connection.settingsChanged()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.connection.settingsChanged()),
      vscode.workspace.onDidChangeConfiguration((event) => this.settingsChanged(event)),
    );
    this.ready = own('enable', true) ? this.connection.start() : Promise.resolve();
  }

  /** @param {string} method */
  event(method) {
    /** @type {import('vscode').EventEmitter<{ uri: string, mention: Mention }>} */
    const emitter = new vscode.EventEmitter();
    const subscription = this.connection.on(
      method, ({ textDocument, mention }) => emitter.fire({ uri: textDocument.uri, mention }));
    this.parts.push(subscription, emitter);
    return emitter.event;
  }

  /** @param {import('vscode').ConfigurationChangeEvent} event */
  settingsChanged(event) {
    if (event.affectsConfiguration('mentions.enable')) {
      if (own('enable', true)) this.connection.start();
      else this.connection.stop();
    } else if (RESTARTING.some((key) => event.affectsConfiguration(`mentions.${key}`))) {
      if (this.connection.state !== 'off') this.connection.restart();
    }
  }

  /**
   * What other extensions get.
   * @returns {import('../types/mentions').MentionsAPI}
   */
  get api() {
    const { commands, connection, providers, registry, styles } = this;
    return {
      ready: this.ready,
      registerEntitySource: (provider) => providers.register(provider),
      registerChooser: (name, widget, registration) => registry.register(name, widget, registration),
      events: (name, handlers) => registry.handleEvents(name, handlers),
      registerCells: (cell, trigger) => registry.registerCells(cell, trigger),
      registerDrawing: (name, draw) => styles.register(name, draw),
      attributes: (document, changes) => styles.attributes(document, changes),
      accessories: (document, changes) => this.accessories.change(document, changes),
      spelling: (document) => connection.request('mentions/spelling', commands.document(document))
        .then(({ off }) => off.map((/** @type {any} */ range) => connection.range(range))),
      list: (document) => commands.mentionsOf(document),
      add: (document, mentions) => commands.addMentions(document, mentions),
      remove: (document, ranges) => commands.removeMentions(document, ranges),
      onTextEvent: this.console.onTextEvent,
      ...this.events,
    };
  }

  async dispose() {
    // The parts hear of it, and leave no context key behind.
    await this.connection.stop();
    for (const part of this.parts) part.dispose();
    this.connection.dispose();
    this.log.dispose();
  }
}

/** @param {import('vscode').ExtensionContext} context */
function activate(context) {
  extension = new Extension(context);
  return extension.api;
}

/** VS Code waits for this, so that the server has ended when the window is gone. */
async function deactivate() {
  const ending = extension;
  extension = undefined;
  await ending?.dispose();
}

module.exports = { activate, deactivate };
