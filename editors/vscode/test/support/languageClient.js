'use strict';
// A double of vscode-languageclient that really speaks to a server: a process over its standard streams, or a
// stand-in that a test gives. It does what the original does of what this extension relies on.

const { Position, Range } = require('./values');
const { RPC } = require('./rpc');

const State = { Stopped: 1, Running: 2, Starting: 3 };
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
    },
    publishDiagnostics: { versionSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
  },
  window: { workDoneProgress: true },
};

const range = ({ start, end }) => new Range(
  new Position(start.line, start.character), new Position(end.line, end.character));

/** What a test gives in the place of a server: `answers` by method. */
class StandIn {
  constructor(answers) { Object.assign(this, { answers, sent: [], ended: Promise.resolve(0) }); }
  notify(method, params) { this.sent.push({ method, params }); }
  async request(method, params) {
    this.sent.push({ method, params });
    const answer = this.answers[method] ?? null;
    return typeof answer === 'function' ? answer(params) : answer;
  }
}

function languageClient(world, answers) {
  class LanguageClient {
    constructor(id, name, server, options) {
      Object.assign(this, { id, name, server, options, handlers: new Map(), requested: [], parts: [] });
      this.stateEmitter = new world.EventEmitter();
      this.onDidChangeState = this.stateEmitter.event;
      this.state = State.Stopped;
      const asPosition = ({ line, character }) => ({ line, character });
      this.code2ProtocolConverter = {
        asUri: (uri) => uri.toString(), asPosition,
        asRange: ({ start, end }) => ({ start: asPosition(start), end: asPosition(end) }),
      };
      world.clients = [...world.clients ?? [], this];
    }

    become(newState) {
      const oldState = this.state;
      this.state = newState;
      this.stateEmitter.fire({ oldState, newState });
    }

    /** As the original: `force` shows it, whatever the options say. */
    error(message, data, showNotification = true) {
      if (showNotification === 'force') world.messages.push(['popup', message]);
    }

    async start() {
      try {
        await this.begin();
      } catch (error) {
        this.error(`${this.name} client: couldn't create connection to server.`, error, 'force');
        throw error;
      }
    }

    async begin() {
      this.become(State.Starting);
      this.rpc = answers ? new StandIn(answers)
        : new RPC(this.server.command, this.server.args, (message) => this.receive(message));
      const { capabilities = {} } = await this.rpc.request('initialize', {
        processId: process.pid, clientInfo: { name: 'Visual Studio Code' }, capabilities: CAPABILITIES,
        initializationOptions: this.options.initializationOptions(),
        rootUri: world.folders[0] ? `file://${world.folders[0]}` : null,
        workspaceFolders: world.folders.map((folder) => ({ uri: `file://${folder}`, name: folder })),
      }) ?? {};
      this.capabilities = capabilities;
      this.initializeResult = { capabilities };
      // The original says so before its features are there.
      this.become(State.Running);
      this.rpc.notify('initialized', {});
      this.registerCommands(capabilities.executeCommandProvider?.commands ?? []);
      this.synchronize();
      this.provideCompletions(capabilities.completionProvider?.triggerCharacters ?? []);
    }

    registerCommands(commands) {
      const next = (command, args) => this.sendRequest(
        'workspace/executeCommand', { command, arguments: args });
      for (const command of commands) {
        this.parts.push(world.vscode.commands.registerCommand(command, (...args) => (
          this.options.middleware.executeCommand?.(command, args, next) ?? next(command, args))));
      }
    }

    synchronize() {
      const opened = (document) => {
        if (world.vscode.languages.match(this.options.documentSelector, document) === 0) return;
        this.rpc.notify('textDocument/didOpen', {
          textDocument: {
            uri: document.uri.toString(), languageId: document.languageId, version: document.version,
            text: document.text,
          },
        });
      };
      world.documents.forEach(opened);
      this.parts.push(
        world.events.open.event(opened),
        world.events.change.event(({ document, contentChanges }) => {
          this.rpc.notify('textDocument/didChange', {
            textDocument: { uri: document.uri.toString(), version: document.version },
            contentChanges: contentChanges.map((change) => ({
              range: this.code2ProtocolConverter.asRange(change.range), text: change.text,
            })),
          });
        }),
        world.events.close.event((document) => this.rpc.notify('textDocument/didClose', {
          textDocument: { uri: document.uri.toString() },
        })),
      );
    }

    provideCompletions(triggerCharacters) {
      const next = async (document, position) => {
        const list = await this.sendRequest('textDocument/completion', {
          textDocument: { uri: document.uri.toString() },
          position: this.code2ProtocolConverter.asPosition(position), context: { triggerKind: 1 },
        });
        return list && this.items(list);
      };
      const { provideCompletionItem } = this.options.middleware;
      world.completionProvider = {
        triggerCharacters,
        provide: async (document, position) => {
          const list = provideCompletionItem
            ? await provideCompletionItem(document, position, {}, {}, next) : await next(document, position);
          return list?.items ?? [];
        },
      };
    }

    items(list) {
      const { insert, ...plain } = list.itemDefaults?.editRange ?? {};
      const common = insert ?? (plain.start ? plain : undefined);
      return {
        items: list.items.map((item) => ({
          label: { label: item.label, ...item.labelDetails }, detail: item.detail, data: item.data,
          command: item.command,
          edit: {
            range: range(item.textEdit?.insert ?? item.textEdit?.range ?? common),
            text: item.textEdit?.newText ?? item.textEditText ?? item.label,
          },
          additional: (item.additionalTextEdits ?? []).map(
            (edit) => ({ range: range(edit.range), text: edit.newText })),
        })),
      };
    }

    receive({ method, params }) {
      this.requested.push(method);
      const handler = this.handlers.get(method);
      if (handler) return handler(params, { isCancellationRequested: false });
      switch (method) {
        case 'workspace/configuration':
          return this.options.middleware.workspace.configuration(params, {}, () => []);
        case 'workspace/applyEdit': return { applied: this.apply(params.edit) };
        case 'client/registerCapability': {
          const methods = params.registrations.map((each) => each.method);
          if (methods.includes('workspace/didChangeConfiguration') && !this.isEnding) {
            this.parts.push(world.events.configuration.event(
              () => this.rpc.notify('workspace/didChangeConfiguration', { settings: null })));
          }
          return null;
        }
        case 'window/showMessage':
          world.messages.push(['popup', params.message]);
          return null;
        default: return null;
      }
    }

    apply({ documentChanges }) {
      const [{ textDocument, edits }] = documentChanges;
      const { document } = world.editor;
      if (document.version !== textDocument.version) return false;
      world.editor.apply(edits.map((edit) => ({ range: range(edit.range), text: edit.newText })));
      return true;
    }

    async sendRequest(method, params) { return this.rpc.request(method, params); }

    async sendNotification(method, params) { this.rpc.notify(method, params); }

    onRequest(method, handler) { return this.onNotification(method, handler); }
    onNotification(method, handler) {
      this.handlers.set(method, handler);
      return { dispose: () => this.handlers.delete(method) };
    }

    /** As when the process dies: the client asks its error handler what to do. */
    async crash() {
      this.stop();
      this.become(State.Stopped);
      const { action } = this.options.errorHandler.closed();
      if (action === 2) await this.start();
      return action;
    }

    stop() {
      for (const part of this.parts.splice(0)) part.dispose();
      world.completionProvider = undefined;
    }

    async dispose() {
      this.isEnding = true;
      this.stop();
      if (this.state === State.Running) {
        await this.rpc.request('shutdown', null);
        this.rpc.notify('exit', null);
        this.status = await this.rpc.ended;
      }
      this.become(State.Stopped);
      this.stateEmitter.dispose();
    }
  }

  return {
    LanguageClient, State, RevealOutputChannelOn: { Never: 4 }, CloseAction: { DoNotRestart: 1, Restart: 2 },
    ErrorAction: { Continue: 1, Shutdown: 2 },
  };
}

module.exports = { languageClient };
