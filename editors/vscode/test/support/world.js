'use strict';
// A recording test double of VS Code: the `vscode` module, and functions to type, press keys and inspect.

const assert = require('node:assert');
const { TextDocument, TextEditor } = require('./editor');
const values = require('./values');
const { holds } = require('./when');
const manifest = require('../../package.json');

const DEADLINE = 20_000;
/** Commands that are recorded by name only. */
const ARGUMENTS_ASIDE = ['mentions.accept', 'editor.action.triggerSuggest'];

/** Waits for a condition; fails with its name after a timeout. */
async function until(what, condition) {
  const end = Date.now() + DEADLINE;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) assert.fail(`never happened: ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 4); });
  }
}

/** What the editor asks by itself: providers are taken, and never asked here. */
const UNASKED = [
  'CodeActions', 'CodeLens', 'Definition', 'DocumentHighlight', 'DocumentLink', 'DocumentSemanticTokens',
  'DocumentSymbol', 'FoldingRange', 'InlayHints', 'LinkedEditingRange', 'Reference', 'Rename',
  'SelectionRange',
];

class World {
  constructor({ settings = {}, workspaceSettings = {}, isTrusted = true, folders = [] } = {}) {
    Object.assign(this, { ...values.disposables(), manifest, isTrusted, folders });
    this.layers = { global: { ...settings }, workspace: { ...workspaceSettings } };
    const names = ['open', 'change', 'close', 'selection', 'active', 'configuration', 'trust', 'folders'];
    this.events = Object.fromEntries(names.map((name) => [name, new this.EventEmitter()]));
    this.ownEmitters = new Set(this.live);
    this.contexts = { editorTextFocus: true, editorIsOpen: true };
    this.registered = new Map();
    this.builtIns = new Map([
      ['setContext', (key, value) => { this.contexts[key] = value; }],
      ['deleteLeft', () => this.editor.deleteLeft()],
      ['type', ({ text }) => this.editor.insert(text)],
      ['editor.action.triggerSuggest', () => this.suggest()],
      ['editorScroll', () => {}],
      ['revealLine', () => {}],
      ['workbench.action.openWalkthrough', () => {}],
      ['workbench.action.openSettings', () => {}],
      ['workbench.trust.manage', () => {}],
    ]);
    /** Commands run and messages shown, in order. */
    this.record = [];
    this.messages = [];
    this.statusMessages = [];
    this.logged = [];
    this.channels = new Map();
    this.picks = [];
    this.statusItems = [];
    this.documents = [];
    this.memento = new Map();
    /** The user's answers to the next questions. */
    this.answers = { input: undefined, pick: undefined, message: undefined, meanwhile: undefined };
    this.refusesEdits = false;
    this.suggestions = [];
    this.asks = 0;
    /** Set by the language client. */
    this.completionProvider = undefined;
    this.contentProviders = new Map();
    this.vscode = this.module();
  }

  // Input

  get status() { return this.statusItems[0]; }

  open(text, { languageId = 'markdown', path = '/nowhere/notes.md', scheme = 'file' } = {}) {
    const document = new TextDocument(new values.Uri(scheme, path), languageId, text);
    this.documents.push(document);
    this.editor = new TextEditor(this, document);
    this.events.open.fire(document);
    this.events.active.fire(this.editor);
    return this.editor;
  }

  /** Types like a user, and requests suggestions when VS Code would in Markdown. */
  type(text) {
    for (const character of text) {
      this.editor.insert(character);
      const provider = this.completionProvider;
      const goesOn = this.asks > 0 || this.suggestions.length > 0;
      if (provider?.triggerCharacters.includes(character) || goesOn) this.suggest();
    }
  }

  suggest() {
    const { editor } = this;
    const { document, document: { version }, selection } = editor;
    this.asks += 1;
    const source = new this.CancellationTokenSource();
    const asked = this.completionProvider?.provideCompletionItems(
      document, selection.active, source.token, { triggerKind: 0 });
    this.asking = Promise.resolve(asked).then((answer) => {
      if (document.version === version) this.suggestions = answer?.items ?? answer ?? [];
    }).finally(() => {
      this.asks -= 1;
      source.dispose();
    });
    return this.asking;
  }

  /**
   * Accepts a suggestion by its label, as VS Code's core does (Tests/Monaco shows it): the additional edits
   * by themselves, then the item's own at the cursor, then the command.
   */
  async accept(label) {
    const item = await until(`${label} is suggested`, () => this.suggestions.find(
      (each) => (each.label.label ?? each.label) === label));
    this.suggestions = [];
    const { editor } = this;
    const { start, end } = item.range.inserting ?? item.range;
    const length = end.character - start.character;
    if (item.additionalTextEdits?.length > 0) {
      editor.apply(item.additionalTextEdits.map(({ range, newText }) => ({ range, text: newText })));
    }
    const { active } = editor.selection;
    editor.apply([{ range: new values.Range(active.translate(0, -length), active), text: item.insertText }]);
    const { command } = item;
    if (command) await this.vscode.commands.executeCommand(command.command, ...command.arguments);
  }

  /** Presses a key: runs the extension's binding if its clause holds, else VS Code's own. */
  press(key) {
    const contexts = {
      ...this.contexts, editorHasSelection: !this.editor.selection.isEmpty,
      editorHasMultipleSelections: this.editor.selections.length > 1,
    };
    const binding = manifest.contributes.keybindings.find(
      (each) => each.key === key && holds(each.when, contexts));
    return this.vscode.commands.executeCommand(binding?.command ?? 'deleteLeft');
  }

  /** Like `workspace.applyEdit`: all of it or nothing. */
  applyEdit({ changes }) {
    const { editor } = this;
    const edits = changes.get(editor.document.uri.toString());
    if (changes.size !== 1 || !edits) return false;
    editor.apply(edits.map(({ range, newText }) => ({ range, text: newText })));
    return true;
  }

  configure(key, value, layer = 'global') {
    this.layers[layer][key] = value;
    const changed = `mentions.${key}`;
    this.events.configuration.fire({
      affectsConfiguration: (section) => changed === section || changed.startsWith(`${section}.`),
    });
  }

  trust() {
    this.isTrusted = true;
    this.events.trust.fire();
  }

  /** Everything that the extension created and has not disposed of. */
  get left() { return [...this.live].filter((each) => !this.ownEmitters.has(each)); }

  context() {
    const { memento } = this;
    return {
      subscriptions: [],
      workspaceState: {
        get: (key, fallback) => memento.get(key) ?? fallback,
        update: async (key, value) => { memento.set(key, value); },
      },
      extension: { id: `${manifest.publisher}.${manifest.name}`, packageJSON: manifest },
    };
  }

  // The module

  module() {
    const world = this;
    const { Disposable, EventEmitter, CancellationTokenSource, events } = this;
    return {
      ...values, Disposable, EventEmitter, CancellationTokenSource,
      StatusBarAlignment: { Left: 1, Right: 2 }, ConfigurationTarget: { Global: 1 },
      DecorationRangeBehavior: { ClosedClosed: 1 }, TextEditorSelectionChangeKind: { Mouse: 2 },
      commands: {
        registerCommand(id, run) {
          if (world.registered.has(id)) throw new Error(`command '${id}' already exists`);
          world.registered.set(id, run);
          return new Disposable(() => world.registered.delete(id));
        },
        async executeCommand(id, ...args) {
          const isPlain = args.length === 0 || ARGUMENTS_ASIDE.includes(id);
          world.record.push(isPlain ? id : [id, ...args]);
          const run = world.registered.get(id) ?? world.builtIns.get(id);
          if (!run) throw new Error(`command '${id}' not found`);
          return run(...args);
        },
      },
      languages: {
        match: (selector, { uri }) => (selector.some(({ scheme }) => scheme === uri.scheme) ? 10 : 0),
        registerCompletionItemProvider(_, provider, ...triggerCharacters) {
          world.completionProvider = { ...provider, triggerCharacters };
          return new Disposable(() => { world.completionProvider = undefined; });
        },
        registerHoverProvider(_, provider) {
          world.hoverProvider = provider;
          return new Disposable(() => { world.hoverProvider = undefined; });
        },
        registerInlineCompletionItemProvider(_, provider) {
          world.ghostTextProvider = provider;
          return new Disposable(() => { world.ghostTextProvider = undefined; });
        },
        ...Object.fromEntries(UNASKED.map((name) => [
          `register${name}Provider`, () => new Disposable(() => {})])),
        createDiagnosticCollection: () => Object.assign(new Disposable(() => {}), { set() {} }),
      },
      window: this.window(events),
      workspace: {
        get isTrusted() { return world.isTrusted; },
        get workspaceFolders() {
          return world.folders.map((folder) => ({ uri: values.Uri.file(folder), name: folder }));
        },
        onDidGrantWorkspaceTrust: events.trust.event,
        onDidChangeWorkspaceFolders: events.folders.event,
        onDidChangeConfiguration: events.configuration.event,
        get textDocuments() { return world.documents; },
        onDidOpenTextDocument: events.open.event,
        onDidChangeTextDocument: events.change.event,
        onDidCloseTextDocument: events.close.event,
        registerTextDocumentContentProvider(scheme, provider) {
          world.contentProviders.set(scheme, provider);
          return new Disposable(() => world.contentProviders.delete(scheme));
        },
        applyEdit: async (edit) => world.applyEdit(edit),
        getConfiguration: (section) => world.configuration(section),
      },
    };
  }

  configuration(section) {
    const { global, workspace } = this.layers;
    return {
      get: (key, fallback) => workspace[key] ?? global[key]
        ?? manifest.contributes.configuration.map(({ properties }) => properties[`${section}.${key}`])
          .find(Boolean)?.default ?? fallback,
      inspect: (key) => ({ globalValue: global[key], workspaceValue: workspace[key] }),
      update: async (key, value) => this.configure(key, value),
    };
  }

  window(events) {
    const world = this;
    const { Disposable } = this;
    const message = (kind) => async (text, ...items) => {
      world.messages.push([kind, text, ...items]);
      return world.answers.message;
    };
    return {
      get activeTextEditor() { return world.editor; },
      onDidChangeActiveTextEditor: events.active.event,
      onDidChangeTextEditorSelection: events.selection.event,
      showInformationMessage: message('information'),
      showWarningMessage: message('warning'),
      showErrorMessage: message('error'),
      setStatusBarMessage: (text) => { world.statusMessages.push(text); },
      async showInputBox(options) {
        world.record.push(['showInputBox', options.value]);
        world.answers.meanwhile?.();
        return world.answers.input;
      },
      async showQuickPick(items) {
        world.record.push(['showQuickPick', items.map(({ label }) => label)]);
        return items[world.answers.pick];
      },
      createOutputChannel(name, options) {
        if (!options) return world.outputChannel(name);
        const log = (level) => (text) => { world.logged.push(`${level}: ${text}`); };
        const channel = new Disposable(() => {});
        const show = () => { world.record.push('showLog'); };
        const levels = ['debug', 'info', 'warn', 'error'].map((level) => [level, log(level)]);
        return Object.assign(channel, Object.fromEntries(levels), { show });
      },
      createStatusBarItem() {
        const item = new Disposable(() => {});
        world.statusItems.push(item);
        return Object.assign(item, {
          show: () => { item.isVisible = true; }, hide: () => { item.isVisible = false; },
        });
      },
      createTextEditorDecorationType(options) {
        const type = Object.assign(new Disposable(() => world.editor.decorations.delete(type)), { options });
        return type;
      },
      createQuickPick: () => world.quickPick(),
    };
  }

  /** A channel without levels: its lines are kept in `channels`. */
  outputChannel(name) {
    const lines = [];
    this.channels.set(name, lines);
    const channel = new this.Disposable(() => {});
    return Object.assign(channel, {
      appendLine: (line) => { lines.push(line); }, show: () => { this.record.push(`show ${name}`); },
    });
  }

  /** A quick pick: setting its value fires the change event too, as in VS Code. */
  quickPick() {
    const { Disposable, EventEmitter } = this;
    const [value, accept, hide, button] = [1, 2, 3, 4].map(() => new EventEmitter());
    const pick = new Disposable(() => [value, accept, hide, button].forEach((each) => each.dispose()));
    let text = '';
    Object.assign(pick, {
      items: [], activeItems: [], buttons: [], isVisible: false,
      onDidChangeValue: value.event, onDidAccept: accept.event, onDidHide: hide.event,
      onDidTriggerButton: button.event,
      show() { pick.isVisible = true; },
      hide() {
        if (!pick.isVisible) return;
        pick.isVisible = false;
        hide.fire();
      },
      choose(label) {
        pick.activeItems = pick.items.filter((item) => item.label === label);
        assert.strictEqual(pick.activeItems.length, 1, `${label} is not one of the rows`);
        accept.fire();
      },
      enter() { accept.fire(); },
      press(index) { button.fire(pick.buttons[index]); },
    });
    Object.defineProperty(pick, 'value', {
      get: () => text,
      set(next) {
        if (next === text) return;
        text = next;
        value.fire(next);
      },
    });
    this.picks.push(pick);
    return pick;
  }
}

module.exports = { World, manifest, until };
