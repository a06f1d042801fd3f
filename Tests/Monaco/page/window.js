'use strict';
// The window: VS Code's editor core with its own services, and an extension host.

const { boundary } = require('./boundary');
const { ExtensionHost } = require('./extensionHost');
const { languageClient } = require('../extension/test/support/languageClient');
const jsonrpc = require('../vscode-jsonrpc/browser');
const manifest = require('../extension/package.json');

/** VS Code's defaults, and those for Markdown (extensions/markdown-basics/package.json) but the extension's own. */
const OPTIONS = {
  quickSuggestions: { other: 'off', comments: 'off', strings: 'off' }, wordWrap: 'on', fontSize: 15,
  wordBasedSuggestions: 'off', minimap: { enabled: false }, dragAndDrop: true,
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false }, accessibilitySupport: 'off',
  automaticLayout: true, scrollBeyondLastLine: false, renderLineHighlight: 'none', occurrencesHighlight: 'off',
  theme: 'mentions', cursorBlinking: 'solid',
};

/** The defaults that the extension gives VS Code for Markdown, as options of the core: `a.b` and `{ a: { b } }`. */
function markdownOptions() {
  const options = {};
  for (const [key, value] of Object.entries(manifest.contributes.configurationDefaults['[markdown]'])) {
    const [name, part] = key.replace('editor.', '').split('.');
    Object.assign(options, { [`${name}.${part}`]: value, [name]: { ...options[name], [part]: value } });
  }
  return options;
}

class Window {
  constructor(options) {
    this.options = options;
    this.toHost = boundary();
    this.toWindow = boundary();
    this.models = new Map();
    this.contexts = new Map();
    const rules = manifest.contributes.configurationDefaults['editor.semanticTokenColorCustomizations'].rules;
    monaco.editor.defineTheme('mentions', {
      base: 'vs', inherit: true, colors: {},
      rules: [{ token: 'mention', foreground: '267f99' }, ...Object.entries(rules).map(([token, style]) => ({
        token, foreground: '267f99', fontStyle: Object.keys(style).filter((each) => style[each]).join(' '),
      }))],
    });
    this.editor = monaco.editor.create(
      document.getElementById('editor'), { ...OPTIONS, ...markdownOptions(), ...options.editor, model: null });
    this.services = this.findServices();
    this.host = new ExtensionHost(this, options);
    this.editor.onDidChangeCursorSelection(() => this.tellSelections());
    this.editor.onDidScrollChange(() => this.sendVisibleRanges());
    this.editor.onDidLayoutChange(() => this.sendVisibleRanges());
    this.editor.onDidChangeModel(() => this.toHost(() => this.host.activate(this.uri)));
  }

  /** The core's services, by name. */
  findServices() {
    const found = {};
    for (let each = this.editor._instantiationService; each; each = each._parent) {
      for (const [id, service] of each._services._entries) found[id.toString()] ??= service;
    }
    const get = (id) => this.editor._instantiationService.invokeFunction((accessor) => accessor.get(id));
    for (let each = this.editor._instantiationService; each; each = each._parent) {
      for (const id of each._services._entries.keys()) {
        if (id.toString() === 'quickInputService') found.quickInput = get(id);
      }
    }
    return found;
  }

  get uri() { return this.editor.getModel()?.uri.toString(); }

  open({ text, languageId = 'markdown', uri: address = 'file:///notes/notes.md', eol }) {
    const model = monaco.editor.createModel(text, languageId, monaco.Uri.parse(address));
    const uri = model.uri.toString();
    if (eol === 'CRLF') model.setEOL(monaco.editor.EndOfLineSequence.CRLF);
    this.models.set(uri, model);
    const version = model.getVersionId();
    const whole = model.getValue();
    this.toHost(() => this.host.opened({ uri, languageId, version, text: whole }));
    model.onDidChangeContent(({ changes, versionId }) => {
      const plain = changes.map(({ range, rangeOffset, rangeLength, text: inserted }) => (
        { range, rangeOffset, rangeLength, text: inserted }));
      this.toHost(() => this.host.changed(uri, versionId, plain));
    });
    this.editor.setModel(model);
    const end = model.getFullModelRange().getEndPosition();
    this.editor.setPosition(end);
    this.editor.focus();
    this.sendVisibleRanges();
    return this.settled();
  }

  tellSelections() {
    const { uri } = this;
    const selections = this.editor.getSelections();
    this.toHost(() => this.host.selected(uri, selections));
  }

  sendVisibleRanges() {
    const { uri } = this;
    const visible = this.editor.getVisibleRanges();
    this.toHost(() => this.host.scrolled(uri, visible));
  }

  /** A request from the extension host to the window: the answer arrives after all earlier messages. */
  async ask(body) {
    const value = await this.toWindow(body);
    return this.toHost(() => value);
  }

  /** Resolves when the extension host has received everything sent so far. */
  settled() { return this.toHost(() => {}); }

  // Requests from the extension host (the main thread's side of VS Code's API)

  /** `$tryApplyEdits`: refused if the model has changed. */
  applyEdits(uri, version, edits, { undoStopBefore = true, undoStopAfter = true } = {}) {
    const model = this.models.get(uri);
    if (model !== this.editor.getModel() || model.getVersionId() !== version) return false;
    if (undoStopBefore) this.editor.pushUndoStop();
    this.editor.executeEdits('MainThreadTextEditor', edits);
    if (undoStopAfter) this.editor.pushUndoStop();
    return true;
  }

  /** `workspace.applyEdit`: like bulk edits, with own undo stops; nothing is applied if any version has changed. */
  applyWorkspaceEdit(changes) {
    if (changes.some(({ uri, version }) => this.models.get(uri)?.getVersionId() !== version)) return false;
    for (const { uri, edits } of changes) {
      const model = this.models.get(uri);
      model.pushStackElement();
      model.pushEditOperations(
        model === this.editor.getModel() ? this.editor.getSelections() : [],
        edits.map((edit) => ({ ...edit, forceMoveMarkers: false })), () => null);
      model.pushStackElement();
    }
    return true;
  }

  setSelections(uri, selections) { if (uri === this.uri) this.editor.setSelections(selections); }

  setContext(key, value) {
    if (!this.contexts.has(key)) this.contexts.set(key, this.editor.createContextKey(key, value));
    this.contexts.get(key).set(value);
  }

  runBuiltIn(id, args) {
    if (id === 'setContext') return this.setContext(...args);
    if (id === 'type') return this.editor.trigger('keyboard', 'type', args[0]);
    return this.editor.trigger('keyboard', id, args[0] ?? {});
  }

  /** Registers a command of the extension with the core, for its keys and menus. */
  registerCommand(id) {
    const command = monaco.editor.registerCommand(
      id, (_, ...args) => this.toHost(() => this.host.run(id, args)));
    const keys = manifest.contributes.keybindings.filter((each) => each.command === id);
    const rules = keys.length > 0 && monaco.editor.addKeybindingRules(keys.map(({ key, when }) => ({
      keybinding: key.split('+').reduce((sum, part) => sum | KEYS[part], 0), command: id, when,
    })));
    return { dispose() { command.dispose(); if (rules) rules.dispose(); } };
  }

  // What the tests inspect

  get text() { return this.editor.getModel().getValue(); }

  /** The rows of the suggestion list and the focused one; null if no list is shown. */
  get list() {
    const widget = document.querySelector('.suggest-widget.visible');
    const rows = widget && [...widget.querySelectorAll('.monaco-list-row')];
    if (!rows || rows.length === 0 || widget.classList.contains('message')) return null;
    const inOrder = rows.sort((one, other) => one.dataset.index - other.dataset.index);
    const name = (row) => row.querySelector('.label-name').textContent;
    return {
      names: inOrder.map(name), focused: inOrder.filter((row) => row.classList.contains('focused')).map(name)[0],
    };
  }

  /** The spans that are drawn like a mention, in reading order. */
  get drawn() {
    const spans = [...document.querySelectorAll('.view-line span span')];
    const isMention = (span) => getComputedStyle(span).color === 'rgb(38, 127, 153)';
    return spans.filter(isMention).map((span) => ({
      text: span.textContent.replaceAll('\u00a0', ' '), style: getComputedStyle(span).fontWeight,
    }));
  }

  /** The document in the notation of the tests: «mentions», and a | at each cursor. */
  async marked() {
    await this.settled();
    const model = this.editor.getModel();
    const eol = model.getEOL();
    const version = model.getVersionId();
    const { mentions } = await this.host.client.sendRequest(
      'mentions/list', { textDocument: { uri: this.uri } });
    if (model.getVersionId() !== version) return this.marked();
    const offset = ({ line, character }) => model.getOffsetAt({ lineNumber: line + 1, column: character + 1 });
    const marks = [
      ...mentions.flatMap(({ range }) => [[offset(range.start), '«', 2], [offset(range.end), '»', 0]]),
      ...this.editor.getSelections().map((each) => [model.getOffsetAt(each.getPosition()), '|', 1]),
    ].sort(([one, , a], [other, , b]) => other - one || b - a);
    let { text } = this;
    for (const [place, mark] of marks) text = text.slice(0, place) + mark + text.slice(place);
    return text.replaceAll(eol, '\n');
  }

  /** The position of a character on the screen, in pixels. */
  place(offset) {
    const position = this.editor.getModel().getPositionAt(offset);
    const { left, top, height } = this.editor.getScrolledVisiblePosition(position);
    const { x, y } = this.editor.getDomNode().getBoundingClientRect();
    return [x + left, y + top + height / 2];
  }
}

const KEYS = {
  backspace: monaco.KeyCode.Backspace, shift: monaco.KeyMod.Shift, enter: monaco.KeyCode.Enter,
  tab: monaco.KeyCode.Tab, escape: monaco.KeyCode.Escape,
};

/** A transport for the language client: a WebSocket to a server. */
function connect(address) {
  const socket = new WebSocket(address);
  const isOpen = new Promise((done) => { socket.onopen = done; });
  const port = {
    addEventListener() {},
    postMessage(message) { isOpen.then(() => socket.send(JSON.stringify(message))); },
  };
  const reader = new jsonrpc.BrowserMessageReader(port);
  socket.onmessage = ({ data }) => port.onmessage({ data: JSON.parse(data) });
  const ended = new Promise((done) => {
    socket.onclose = () => {
      reader.fireClose();
      done(0);
    };
  });
  return { reader, writer: new jsonrpc.BrowserMessageWriter(port), ended };
}

/** @returns the window, once the extension has started in it */
async function open(options, built, load) {
  const app = new Window(options);
  const { host } = app;
  const noFiles = { accessSync() {}, statSync: () => ({ isFile: () => true }), constants: { X_OK: 1 } };
  for (const [name, module] of Object.entries({
    vscode: host.vscode, 'node:fs': noFiles, 'node:os': { homedir: () => '/home' },
    'node:path': { join: (...parts) => parts.join('/'), isAbsolute: (path) => path.startsWith('/'), delimiter: ':' },
    'node:child_process': {},
    'vscode-languageclient/node': languageClient(
      host.vscode, jsonrpc, () => connect(options.servers), (client) => { host.client = client; }),
  })) built.set(name, module);
  globalThis.process = { env: {}, platform: 'linux' };
  const extension = load('extension/src/extension');
  app.api = extension.activate(host.context(manifest));
  await app.api.ready;
  return app;
}

module.exports = { open };
