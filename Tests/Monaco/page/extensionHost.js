'use strict';
// The extension host: the `vscode` module as an extension sees it. As in VS Code, its documents and its editors'
// selections are copies that follow the window's (ExtHostDocuments, ExtHostEditors).

const values = require('../extension/test/support/values');
const manifest = require('../extension/package.json');
const { providers } = require('./providers');
const { quickPick } = require('./quickPick');

const { Position, Range, Selection } = values;
const position = ({ lineNumber, column }) => new Position(lineNumber - 1, column - 1);
const range = ({ startLineNumber, startColumn, endLineNumber, endColumn }) => new Range(
  new Position(startLineNumber - 1, startColumn - 1), new Position(endLineNumber - 1, endColumn - 1));
const monacoRange = ({ start, end }) => new monaco.Range(
  start.line + 1, start.character + 1, end.line + 1, end.character + 1);

class Uri {
  constructor(uri) { this.uri = uri; }
  get scheme() { return this.uri.scheme; }
  get fsPath() { return this.uri.fsPath; }
  get path() { return this.uri.path; }
  toString() { return this.uri.toString(); }
  static parse(text) { return new Uri(monaco.Uri.parse(text)); }
  static file(path) { return new Uri(monaco.Uri.file(path)); }
}

const WORD = /[^\s`~!@#%^&*()\-=+[{\]}\\|;:'",.<>/?]+/g;

class Document {
  constructor({ uri, languageId, version, text }) {
    Object.assign(this, { uri: Uri.parse(uri), languageId, version, text });
  }
  getText(part) { return part ? this.text.slice(this.offsetAt(part.start), this.offsetAt(part.end)) : this.text; }
  offsetAt({ line, character }) {
    let start = 0;
    for (let index = 0; index < line; index += 1) start = this.text.indexOf('\n', start) + 1;
    return start + character;
  }
  /** Uses VS Code's default word pattern. */
  getWordRangeAtPosition(place) {
    const text = this.text.split(/\r?\n/)[place.line];
    for (const { index, 0: word } of text.matchAll(WORD)) {
      const [start, end] = [index, index + word.length].map((each) => new Position(place.line, each));
      if (!place.isBefore(start) && !end.isBefore(place)) return new Range(start, end);
    }
    return undefined;
  }
}

class Editor {
  constructor(host, document) {
    Object.assign(this, { host, document, chosen: [new Selection(new Position(0, 0), new Position(0, 0))] });
    this.visibleRanges = [];
  }
  get selections() { return this.chosen; }
  set selections(chosen) {
    this.chosen = chosen;
    const uri = this.document.uri.toString();
    this.host.window.toWindow(() => this.host.window.setSelections(uri, chosen.map(({ anchor, active }) => (
      new monaco.Selection(anchor.line + 1, anchor.character + 1, active.line + 1, active.character + 1)))));
  }
  get selection() { return this.chosen[0]; }
  set selection(selection) { this.selections = [selection]; }
  revealRange() {}
  /** `TextEditor.edit`: the version is sent along, and the window refuses the edit if the document has changed. */
  edit(body, options) {
    const edits = [];
    body({ replace: (part, text) => edits.push({ range: monacoRange(part), text }) });
    const { document: { version, uri } } = this;
    return this.host.window.ask(
      () => this.host.window.applyEdits(uri.toString(), version, edits, options));
  }
}

class ExtensionHost {
  constructor(window, { settings = {}, isTrusted = true, folders = [] }) {
    Object.assign(this, { window, settings, isTrusted, folders, ...values.disposables() });
    const names = ['open', 'change', 'close', 'selection', 'active', 'configuration', 'trust', 'folders'];
    this.events = Object.fromEntries(names.map((name) => [name, new this.EventEmitter()]));
    this.editors = new Map();
    this.commands = new Map();
    this.logged = [];
    this.messages = [];
    this.statusMessages = [];
    this.answers = [];
    this.vscode = this.module();
  }

  // Events from the window

  opened(document) {
    const copy = new Document(document);
    this.editors.set(document.uri, new Editor(this, copy));
    this.events.open.fire(copy);
  }

  activate(uri) {
    this.active = this.editors.get(uri);
    this.events.active.fire(this.active);
  }

  /** Updates the copy before its listeners run, so that they see the changed document. */
  changed(uri, version, changes) {
    const { document } = this.editors.get(uri);
    const contentChanges = changes.map((change) => ({ ...change, range: range(change.range) }));
    for (const { rangeOffset, rangeLength, text } of changes) {
      document.text = document.text.slice(0, rangeOffset) + text + document.text.slice(rangeOffset + rangeLength);
    }
    document.version = version;
    this.events.change.fire({ document, contentChanges });
  }

  selected(uri, selections) {
    const textEditor = this.editors.get(uri);
    if (!textEditor) return;
    textEditor.chosen = selections.map((each) => new Selection(
      new Position(each.selectionStartLineNumber - 1, each.selectionStartColumn - 1),
      new Position(each.positionLineNumber - 1, each.positionColumn - 1)));
    this.events.selection.fire({ textEditor, selections: textEditor.chosen });
  }

  scrolled(uri, visible) {
    const editor = this.editors.get(uri);
    if (editor) editor.visibleRanges = visible.map(range);
  }

  run(id, args) {
    const run = this.commands.get(id);
    if (!run) throw new Error(`command '${id}' not found`);
    return run(...args);
  }

  configure(key, value) {
    this.settings[key] = value;
    const changed = `mentions.${key}`;
    this.events.configuration.fire({
      affectsConfiguration: (section) => changed === section || changed.startsWith(`${section}.`),
    });
  }

  context({ publisher, name }) {
    const memento = new Map();
    return {
      subscriptions: [],
      workspaceState: {
        get: (key, fallback) => memento.get(key) ?? fallback,
        update: async (key, value) => { memento.set(key, value); },
      },
      extension: { id: `${publisher}.${name}`, packageJSON: manifest },
    };
  }

  // The module

  module() {
    const host = this;
    const { window, events, Disposable, EventEmitter, CancellationTokenSource } = this;
    return {
      ...values, Uri, Disposable, EventEmitter, CancellationTokenSource,
      StatusBarAlignment: { Left: 1, Right: 2 }, DecorationRangeBehavior: { ClosedClosed: 1 },
      TextEditorSelectionChangeKind: { Mouse: 2 },
      languages: providers(host, { Disposable, CancellationTokenSource, monacoRange, position, range }),
      commands: {
        registerCommand(id, run) {
          host.commands.set(id, run);
          const registered = window.toWindow(() => window.registerCommand(id));
          return new Disposable(() => {
            host.commands.delete(id);
            registered.then((each) => each.dispose());
          });
        },
        async executeCommand(id, ...args) {
          return host.commands.has(id) ? host.run(id, args) : window.ask(() => window.runBuiltIn(id, args));
        },
      },
      window: this.windowModule(),
      workspace: {
        get isTrusted() { return host.isTrusted; },
        get workspaceFolders() { return host.folders.map((path) => ({ uri: Uri.file(path), name: path })); },
        get textDocuments() { return [...host.editors.values()].map(({ document }) => document); },
        onDidOpenTextDocument: events.open.event, onDidChangeTextDocument: events.change.event,
        onDidCloseTextDocument: events.close.event, onDidGrantWorkspaceTrust: events.trust.event,
        onDidChangeWorkspaceFolders: events.folders.event, onDidChangeConfiguration: events.configuration.event,
        applyEdit: ({ changes }) => {
          const plain = [...changes].map(([uri, edits]) => ({
            uri, version: host.editors.get(uri)?.document.version,
            edits: edits.map((edit) => ({ range: monacoRange(edit.range), text: edit.newText })),
          }));
          return window.ask(() => window.applyWorkspaceEdit(plain));
        },
        // The core by itself opens no other documents.
        registerTextDocumentContentProvider: () => new Disposable(() => {}),
        getConfiguration: (section) => host.configuration(section),
      },
    };
  }

  configuration(section) {
    const declared = Object.assign({}, ...manifest.contributes.configuration.map((each) => each.properties));
    return {
      get: (key, fallback) => this.settings[key] ?? declared[`${section}.${key}`]?.default ?? fallback,
      inspect: (key) => ({ globalValue: this.settings[key] }),
    };
  }

  windowModule() {
    const host = this;
    const { events } = this;
    const message = (kind) => async (text, ...items) => {
      host.messages.push([kind, text, ...items]);
      return undefined;
    };
    const log = (level) => (text) => { host.logged.push(`${level}: ${text}`); };
    return {
      get activeTextEditor() { return host.active; },
      onDidChangeActiveTextEditor: events.active.event,
      onDidChangeTextEditorSelection: events.selection.event,
      showInformationMessage: message('information'), showWarningMessage: message('warning'),
      showErrorMessage: message('error'),
      setStatusBarMessage: (text) => { host.statusMessages.push(text); },
      showInputBox: async () => host.answers.shift(),
      showQuickPick: async (items) => items[host.answers.shift()],
      createOutputChannel: () => ({
        debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error'), show() {}, dispose() {},
        appendLine: log('line'),
      }),
      createStatusBarItem: () => {
        host.status = { show() {}, hide() {}, dispose() {} };
        return host.status;
      },
      createQuickPick: () => quickPick(host),
    };
  }
}

module.exports = { ExtensionHost };
