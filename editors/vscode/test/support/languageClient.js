'use strict';
// A test double of vscode-languageclient 9, based on Microsoft's vscode-jsonrpc. Its connection to the server
// is real; of the client it implements what this extension relies on, as documented (`LanguageClientOptions`,
// `Middleware`, `ErrorHandler`). It reaches the editor through the `vscode` module only.

const { fillCapabilities, languageFeatures } = require('./languageFeatures');

const State = { Stopped: 1, Running: 2, Starting: 3 };
const CloseAction = { DoNotRestart: 1, Restart: 2 };
const CAPABILITIES = {
  general: { positionEncodings: ['utf-16'] },
  workspace: {
    applyEdit: true, workspaceEdit: { documentChanges: true }, configuration: true, workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true }, semanticTokens: { refreshSupport: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  textDocument: {
    completion: {
      completionItem: {
        insertReplaceSupport: true, labelDetailsSupport: true, documentationFormat: ['markdown', 'plaintext'],
        resolveSupport: { properties: ['documentation', 'detail', 'additionalTextEdits'] },
      },
      completionList: { itemDefaults: ['editRange'] },
    },
    semanticTokens: {
      requests: { range: true, full: { delta: true } }, tokenTypes: ['variable', 'decorator'],
      formats: ['relative'], tokenModifiers: ['declaration'],
    },
    publishDiagnostics: { versionSupport: true }, hover: { contentFormat: ['markdown', 'plaintext'] },
    codeAction: {
      codeActionLiteralSupport: {
        codeActionKind: { valueSet: ['', 'quickfix', 'refactor', 'refactor.rewrite'] },
      },
      dataSupport: true, resolveSupport: { properties: ['edit'] },
    },
  },
  window: { workDoneProgress: true },
};

/**
 * The module `vscode-languageclient/node`.
 * @param {any} vscode
 * @param {any} jsonrpc Microsoft's library
 * @param {(server: { command: string, args: string[] }) => any} connect creates a transport: `reader`,
 *   `writer`, and `ended`, a promise of the exit status
 * @param {(client: any) => void} made called with every client
 */
function languageClient(vscode, jsonrpc, connect, made) {
  const asPosition = ({ line, character }) => ({ line, character });
  const asRange = ({ start, end }) => ({ start: asPosition(start), end: asPosition(end) });
  const position = ({ line, character }) => new vscode.Position(line, character);
  const range = ({ start, end }) => new vscode.Range(position(start), position(end));

  class LanguageClient {
    constructor(id, name, server, options) {
      Object.assign(this, { id, name, server, options, requested: [], parts: [], registrations: new Map() });
      this.requestHandlers = new Map();
      this.notificationHandlers = new Map();
      this.stateEmitter = new jsonrpc.Emitter();
      this.onDidChangeState = this.stateEmitter.event;
      this.state = State.Stopped;
      this.code2ProtocolConverter = { asUri: (uri) => uri.toString(), asPosition, asRange };
      made(this);
    }

    become(newState) {
      const oldState = this.state;
      this.state = newState;
      if (newState !== oldState) this.stateEmitter.fire({ oldState, newState });
    }

    /** The original's own features are the double's as well; what the extension adds is kept. */
    registerFeature(feature) { (this.features ??= []).push(feature); }

    /** Like the original of version 9: ghost text. */
    registerProposedFeatures() {
      this.registerFeature({
        fillClientCapabilities(capabilities) {
          capabilities.textDocument = {
            ...capabilities.textDocument, inlineCompletion: { dynamicRegistration: true },
          };
        },
        initialize: ({ inlineCompletionProvider }) => {
          if (inlineCompletionProvider) this.provideGhostText();
        },
        clear() {},
      });
    }

    provideGhostText() {
      this.parts.push(vscode.languages.registerInlineCompletionItemProvider(this.options.documentSelector, {
        provideInlineCompletionItems: async (document, place, { triggerKind }, token) => {
          const found = await this.sendRequest('textDocument/inlineCompletion', {
            textDocument: { uri: document.uri.toString() }, position: asPosition(place),
            context: { triggerKind },
          }, token);
          return (found?.items ?? found ?? []).map((item) => ({
            insertText: item.insertText, filterText: item.filterText, range: item.range && range(item.range),
            command: item.command,
          }));
        },
      }));
    }

    /** Like the original: `force` shows the message, whatever the options say. */
    error(message, data, showNotification = true) {
      if (showNotification === 'force') vscode.window.showErrorMessage(message);
    }

    /** Like the original: a second call waits for the same start; if it fails, the first loses the error. */
    async start() {
      if (this.starting) return this.starting;
      this.starting = this.begin();
      await this.starting.catch((error) => (
        this.error(`${this.name} client: couldn't create connection to server.`, error, 'force')));
      return this.starting;
    }

    async begin() {
      this.become(State.Starting);
      this.transport = connect(this.server);
      this.connection = jsonrpc.createMessageConnection(this.transport.reader, this.transport.writer);
      const { connection } = this;
      connection.onClose(() => this.closed(connection));
      connection.onError(([error]) => this.options.errorHandler.error(error));
      this.listen(connection);
      connection.listen();
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      const offered = structuredClone(CAPABILITIES);
      fillCapabilities(offered);
      for (const feature of this.features ?? []) feature.fillClientCapabilities(offered);
      const { capabilities = {}, serverInfo } = await connection.sendRequest('initialize', {
        processId: null, clientInfo: { name: 'Visual Studio Code' }, capabilities: offered,
        initializationOptions: this.options.initializationOptions(),
        rootUri: folder ? folder.uri.toString() : null,
        workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map(this.folder),
      }) ?? {};
      this.initializeResult = { capabilities, serverInfo };
      this.asked = languageFeatures(vscode, this, connection, { position, range, asPosition, asRange });
      // Like the original, which reports this before its features are registered.
      this.become(State.Running);
      for (const feature of this.features ?? []) feature.initialize(capabilities);
      connection.sendNotification('initialized', {});
      this.registerCommands(capabilities.executeCommandProvider?.commands ?? []);
      this.synchronize();
      if (capabilities.completionProvider) this.provideCompletions(capabilities.completionProvider);
      if (capabilities.semanticTokensProvider) this.provideTokens(capabilities.semanticTokensProvider);
      if (capabilities.hoverProvider) this.provideHovers();
      for (const [name, options] of Object.entries(capabilities)) this.provide(name, options);
      this.parts.push(vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => (
        connection.sendNotification('workspace/didChangeWorkspaceFolders', {
          event: { added: added.map(this.folder), removed: removed.map(this.folder) },
        }))));
    }

    folder({ uri, name }) { return { uri: uri.toString(), name }; }

    listen(connection) {
      connection.onRequest('workspace/configuration', (params, token) => {
        this.requested.push('workspace/configuration');
        return this.options.middleware.workspace.configuration(params, token, () => []);
      });
      connection.onRequest('workspace/applyEdit', ({ edit }) => this.apply(edit));
      connection.onRequest('client/registerCapability', ({ registrations }) => {
        for (const { id, method, registerOptions } of registrations) {
          if (this.isEnding) continue;
          const part = method === 'workspace/didChangeConfiguration'
            ? this.part(vscode.workspace.onDidChangeConfiguration(() => (
              connection.sendNotification('workspace/didChangeConfiguration', { settings: null }))))
            : this.provide(`${method.replace('textDocument/', '')}Provider`, registerOptions ?? {});
          this.registrations.set(id, part);
        }
        return null;
      });
      for (const method of ['window/workDoneProgress/create', 'workspace/semanticTokens/refresh']) {
        connection.onRequest(method, () => { this.tokensChanged?.fire(); return null; });
      }
      connection.onNotification('window/showMessage', ({ type, message }) => {
        const { showErrorMessage, showWarningMessage, showInformationMessage } = vscode.window;
        const show = [undefined, showErrorMessage, showWarningMessage][type] ?? showInformationMessage;
        show(message);
      });
      connection.onNotification('$/logTrace', () => {});
      for (const [method, handler] of this.requestHandlers) connection.onRequest(method, handler);
      for (const [method, handler] of this.notificationHandlers) connection.onNotification(method, handler);
      connection.onUnhandledNotification(({ method }) => this.requested.push(method));
    }

    part(each) {
      if (each) this.parts.push(each);
      return each;
    }

    /** What the server has from its start, or registers later. */
    provide(capability, options) { return options && this.part(this.asked[capability]?.(options)); }

    registerCommands(commands) {
      const next = (command, args) => this.sendRequest(
        'workspace/executeCommand', { command, arguments: args });
      for (const command of commands) {
        this.parts.push(vscode.commands.registerCommand(command, (...args) => (
          this.options.middleware.executeCommand?.(command, args, next) ?? next(command, args))));
      }
    }

    synchronize() {
      const serves = (document) => vscode.languages.match(this.options.documentSelector, document) > 0;
      const on = (method, params) => this.connection.sendNotification(`textDocument/${method}`, params);
      const opened = (document) => {
        if (!serves(document)) return;
        on('didOpen', {
          textDocument: {
            uri: document.uri.toString(), languageId: document.languageId, version: document.version,
            text: document.getText(),
          },
        });
      };
      vscode.workspace.textDocuments.forEach(opened);
      this.parts.push(
        vscode.workspace.onDidOpenTextDocument(opened),
        vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
          if (!serves(document) || contentChanges.length === 0) return;
          on('didChange', {
            textDocument: { uri: document.uri.toString(), version: document.version },
            contentChanges: contentChanges.map((change) => ({
              range: asRange(change.range), rangeLength: change.rangeLength, text: change.text,
            })),
          });
        }),
        vscode.workspace.onDidCloseTextDocument((document) => {
          if (serves(document)) on('didClose', { textDocument: { uri: document.uri.toString() } });
        }),
      );
    }

    provideCompletions({ triggerCharacters = [] }) {
      const next = async (document, place, context, token) => {
        const list = await this.sendRequest('textDocument/completion', {
          textDocument: { uri: document.uri.toString() }, position: asPosition(place),
          context: {
            // The editor counts from 0, the protocol from 1.
            triggerKind: (context.triggerKind ?? 0) + 1, triggerCharacter: context.triggerCharacter,
          },
        }, token);
        return list && this.items(list);
      };
      const { provideCompletionItem, resolveCompletionItem } = this.options.middleware;
      this.parts.push(vscode.languages.registerCompletionItemProvider(this.options.documentSelector, {
        provideCompletionItems: (document, place, token, context) => (provideCompletionItem
          ? provideCompletionItem(document, place, context, token, next)
          : next(document, place, context, token)),
        resolveCompletionItem: (item, token) => (resolveCompletionItem
          ? resolveCompletionItem(item, token, (each) => this.resolveItem(each, token))
          : this.resolveItem(item, token)),
      }, ...triggerCharacters));
    }

    async resolveItem(item, token) {
      const { label, data } = item;
      const { documentation } = await this.sendRequest(
        'completionItem/resolve', { label: label.label ?? label, data }, token);
      item.documentation = documentation && new vscode.MarkdownString(documentation.value ?? documentation);
      return item;
    }

    provideHovers() {
      const next = async (document, place, token) => {
        const hover = await this.sendRequest('textDocument/hover', {
          textDocument: { uri: document.uri.toString() }, position: asPosition(place),
        }, token);
        return hover && { contents: [new vscode.MarkdownString(hover.contents.value)] };
      };
      const { provideHover } = this.options.middleware;
      this.parts.push(vscode.languages.registerHoverProvider(this.options.documentSelector, {
        provideHover: (document, place, token) => (provideHover
          ? provideHover(document, place, token, next) : next(document, place, token)),
      }));
    }

    items({ items, isIncomplete, itemDefaults }) {
      return new vscode.CompletionList(items.map((item) => {
        const label = item.labelDetails ? { label: item.label, ...item.labelDetails } : item.label;
        const made = new vscode.CompletionItem(label, item.kind === undefined ? undefined : item.kind - 1);
        const { data, detail, filterText, sortText, preselect, command } = item;
        Object.assign(made, { data, detail, filterText, sortText, preselect, command });
        made.insertText = item.textEdit?.newText ?? item.textEditText ?? item.label;
        const place = item.textEdit?.range ?? item.textEdit ?? itemDefaults?.editRange;
        if (place) {
          made.range = place.start ? range(place)
            : { inserting: range(place.insert), replacing: range(place.replace) };
        }
        made.additionalTextEdits = item.additionalTextEdits?.map(
          (edit) => new vscode.TextEdit(range(edit.range), edit.newText));
        return made;
      }), isIncomplete);
    }

    /** Full results only: the extension is not concerned with token deltas. */
    provideTokens({ legend }) {
      this.tokensChanged = new vscode.EventEmitter();
      this.parts.push(this.tokensChanged, vscode.languages.registerDocumentSemanticTokensProvider(
        this.options.documentSelector, {
          onDidChangeSemanticTokens: this.tokensChanged.event,
          provideDocumentSemanticTokens: async (document, token) => {
            const { data } = await this.sendRequest('textDocument/semanticTokens/full', {
              textDocument: { uri: document.uri.toString() },
            }, token) ?? { data: [] };
            return new vscode.SemanticTokens(new Uint32Array(data));
          },
        }, new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)));
    }

    /** As `protocolConverter.asWorkspaceEdit` has it: an edit that is to be confirmed says so. */
    edits({ documentChanges, changeAnnotations = {} }) {
      const made = new vscode.WorkspaceEdit();
      for (const { textDocument: { uri }, edits: each } of documentChanges) {
        for (const { range: place, newText, annotationId } of each) {
          made.replace(vscode.Uri.parse(uri), range(place), newText, changeAnnotations[annotationId]);
        }
      }
      return made;
    }

    /** Like the original: refused if the document has changed. */
    async apply({ documentChanges }) {
      const edit = new vscode.WorkspaceEdit();
      for (const { textDocument: { uri, version }, edits } of documentChanges) {
        const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
        if (!document || document.version !== version) return { applied: false };
        for (const each of edits) edit.replace(document.uri, range(each.range), each.newText);
      }
      return { applied: await vscode.workspace.applyEdit(edit) };
    }

    /** Like the original: the arguments are passed to the library unchanged. */
    async sendRequest(method, ...params) {
      if (this.state === State.Stopped || this.isEnding) throw new Error('Client is not running');
      return this.connection.sendRequest(method, ...params);
    }

    async sendNotification(method, params) {
      if (this.state === State.Stopped || this.isEnding) throw new Error('Client is not running');
      return this.connection.sendNotification(method, params);
    }

    onRequest(method, handler) {
      this.requestHandlers.set(method, (params, token) => {
        this.requested.push(method);
        return handler(params, token);
      });
    }

    onNotification(method, handler) { this.notificationHandlers.set(method, handler); }

    /** The connection has closed: on request, which the original reports as an error too, or unexpectedly. */
    async closed(connection) {
      if (this.state === State.Stopped || connection !== this.connection) return;
      this.starting = undefined;
      connection.dispose();
      const { action, handled } = this.isEnding ? { action: CloseAction.DoNotRestart }
        : await this.options.errorHandler.closed();
      if (action === CloseAction.DoNotRestart) {
        this.error('Connection to server got closed. Server will not be restarted.', undefined,
          handled || this.isEnding ? false : 'force');
      }
      this.cleanUp();
      if (action === CloseAction.Restart) {
        // A client that is to be restarted is reported as stopped first.
        this.become(State.Stopped);
        await this.start().catch((error) => this.error('Restarting server failed', error, 'force'));
      } else this.become(State.Stopped);
    }

    cleanUp() {
      for (const part of this.parts.splice(0)) part.dispose();
      for (const feature of this.features ?? []) feature.clear();
    }

    async dispose() {
      if (this.state !== State.Running) return;
      this.isEnding = true;
      this.cleanUp();
      const { connection, transport } = this;
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      this.status = await transport.ended;
      this.become(State.Stopped);
      this.stateEmitter.dispose();
    }
  }

  return {
    LanguageClient, State, RevealOutputChannelOn: { Never: 4 }, CloseAction,
    ErrorAction: { Continue: 1, Shutdown: 2 },
  };
}

module.exports = { languageClient };
