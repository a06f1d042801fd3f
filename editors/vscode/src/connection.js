'use strict';
// The language client's life cycle: started, stopped, restarted; listeners and handlers survive a restart.

const vscode = require('vscode');
const {
  CloseAction, ErrorAction, LanguageClient, RevealOutputChannelOn, State,
} = require('vscode-languageclient/node');
const { findServer, outdated } = require('./server');
const { initializationOptions, own, serverSettings } = require('./settings');
const { VirtualDocuments } = require('./virtualDocuments');

/** Documents that the server is notified of. Other schemes have no folder in which to find people. */
const DOCUMENTS = [
  { scheme: 'file' }, { scheme: 'untitled' }, { scheme: 'vscode-vfs' }, { scheme: 'vscode-scm' },
  { scheme: 'comment' },
];
/** How often a server that crashed is restarted within `CALM` milliseconds. */
const RESTARTS = 4;
const CALM = 180_000;
/** How long a server may take to shut down, in milliseconds. */
const PATIENCE = 2000;
const ENDED = 'the server ended by itself';

/** @typedef {import('vscode-languageclient/node').LanguageClient} Client */
/** @typedef {import('vscode-languageclient/node').Middleware} Middleware */
/** @typedef {'off' | 'starting' | 'running' | 'missing' | 'failed'} ConnectionState */

class Connection {
  /**
   * @param {string[]} keys the server's settings
   * @param {import('vscode').LogOutputChannel} log
   */
  constructor(keys, log) {
    this.keys = keys;
    this.log = log;
    /** @type {ConnectionState} */
    this.state = 'off';
    /** A message for the user: why the server does not run. */
    this.problem = '';
    /** A message for the user: in what way the server is too old for this extension. */
    this.outdated = '';
    /** Whether other extensions provide entities. */
    this.servesEntities = false;
    /** Whether a command is searching for people itself: no chooser may open for this search. */
    this.isSearching = false;
    /** @type {Omit<Middleware, 'workspace'>} */
    this.middleware = {};
    /** @type {Client | undefined} */
    this.client = undefined;
    /** @type {import('vscode').Disposable | undefined} */
    this.watch = undefined;
    /** @type {Promise<void>} */
    this.turn = Promise.resolve();
    /** @type {Map<string, Set<(params: any) => void>>} */
    this.listeners = new Map();
    /** @type {Map<string, (params: any, token: import('vscode').CancellationToken) => unknown>} */
    this.answers = new Map();
    /** @type {import('vscode').EventEmitter<ConnectionState>} */
    this.stateChanged = new vscode.EventEmitter();
    this.onDidChangeState = this.stateChanged.event;
    /** @type {number[]} */
    this.ends = [];
    /** Whether the client has restarted its server after a crash. */
    this.isAgain = false;
  }

  get isRunning() { return this.state === 'running'; }

  /**
   * Characters at which the editor requests suggestions automatically.
   * @returns {string[]}
   */
  get triggerCharacters() {
    return this.client?.initializeResult?.capabilities.completionProvider?.triggerCharacters ?? [];
  }

  /**
   * Whether the server is notified of this document.
   * @param {import('vscode').TextDocument} document
   */
  serves(document) { return vscode.languages.match(DOCUMENTS, document) > 0; }

  // Requests and notifications

  /**
   * @param {string} method
   * @param {object} params
   * @param {import('vscode').CancellationToken} [token]
   */
  async request(method, params, token) {
    if (!this.client || !this.isRunning) throw new Error('the mentions server is not running');
    // Any argument after the parameters that is not a token is sent as another parameter, even `undefined`.
    return token ? this.client.sendRequest(method, params, token) : this.client.sendRequest(method, params);
  }

  /** @param {string} method @param {object} params */
  notify(method, params) {
    if (!this.client || !this.isRunning) return;
    this.client.sendNotification(method, params)
      .catch((error) => this.log.warn(`${method} was not sent: ${error.message}`));
  }

  /**
   * Listens for a notification from the server, across restarts.
   * @param {string} method
   * @param {(params: any) => void} listener
   */
  on(method, listener) {
    const listeners = this.listeners.get(method) ?? new Set();
    this.listeners.set(method, listeners.add(listener));
    return new vscode.Disposable(() => listeners.delete(listener));
  }

  /**
   * Answers a request from the server, across restarts. Must be called before the server is started.
   * @param {string} method
   * @param {(params: any, token: import('vscode').CancellationToken) => unknown} answer
   */
  answer(method, answer) { this.answers.set(method, answer); }

  /** @param {import('vscode').TextDocument} document */
  reference(document) {
    return { uri: this.uri(document), version: document.version };
  }

  /** @param {import('vscode').TextDocument} document */
  uri(document) { return this.client?.code2ProtocolConverter.asUri(document.uri) ?? document.uri.toString(); }

  /** @param {{ line: number, character: number }} position */
  position(position) { return new vscode.Position(position.line, position.character); }

  /** @param {import('vscode-languageclient/node').WireRange} range */
  range(range) { return new vscode.Range(this.position(range.start), this.position(range.end)); }

  /** Tells the server to ask for the settings again. */
  settingsChanged() { this.notify('workspace/didChangeConfiguration', { settings: null }); }

  // Starting and stopping, strictly in sequence

  start() { return this.inTurn(() => this.begin()); }
  stop() { return this.inTurn(() => this.end('off')); }
  restart() {
    return this.inTurn(async () => {
      await this.end('off');
      await this.begin();
    });
  }

  /** @param {() => Promise<void>} body */
  inTurn(body) {
    this.turn = this.turn.then(body).catch((error) => this.end('failed', error.message));
    return this.turn;
  }

  program() { return findServer(own('server.path', ''), process.env, process.platform); }

  async begin() {
    if (this.client) return;
    const found = this.program();
    if ('problem' in found) return this.become('missing', found.problem);
    this.isAgain = false;
    this.become('starting');
    this.log.info(`starting ${found.command}`);
    const client = new LanguageClient(
      'mentions', 'Mentions', { command: found.command, args: ['serve'] }, this.clientOptions());
    this.client = client;
    // Ghost text (`textDocument/inlineCompletion`) is among these.
    client.registerProposedFeatures();
    client.registerFeature(new VirtualDocuments(client));
    // The client's own implementation shows a popup if the server cannot be started, whatever
    // `revealOutputChannelOn` says, and reports even a requested shutdown as an error.
    client.error = (message, data) => {
      const text = data instanceof Error ? `${message} ${data.message}` : message;
      if (client === this.client) this.log.error(text);
      else this.log.debug(text);
    };
    for (const method of this.listeners.keys()) {
      client.onNotification(method, (params) => this.tell(method, params));
    }
    for (const [method, answer] of this.answers) client.onRequest(method, answer);
    this.watch = client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        this.outdated = outdated(client.initializeResult?.serverInfo);
        if (this.outdated) this.log.warn(this.outdated);
        this.become('running');
      }
      if (newState === State.Starting) this.become('starting');
      if (newState === State.Stopped && this.isRunning) this.become('failed', ENDED);
    });
    // Called twice: if the server ends during its start, the promise of the first call loses the error. The
    // second call waits for the same start and keeps it.
    await Promise.all([client.start(), client.start()]).catch((error) => {
      throw new Error(`${found.command} could not be started: ${error.message}`);
    });
  }

  /** @param {string} method @param {any} params */
  tell(method, params) {
    for (const listener of this.listeners.get(method) ?? []) listener(params);
  }

  /** @param {ConnectionState} state @param {string} [problem] */
  async end(state, problem = '') {
    const { client } = this;
    this.client = undefined;
    this.watch?.dispose();
    this.become(state, problem);
    // A client that never ran cannot be stopped: its process has ended, or ends with the connection.
    await client?.dispose(PATIENCE).catch((error) => this.log.debug(`the server did not end well: ${error}`));
  }

  /** @param {ConnectionState} state @param {string} [problem] */
  become(state, problem = '') {
    if (state === this.state && problem === this.problem) return;
    this.state = state;
    this.problem = problem;
    if (problem) this.log.error(problem);
    this.stateChanged.fire(state);
  }

  /** @returns {import('vscode-languageclient/node').LanguageClientOptions} */
  clientOptions() {
    return {
      documentSelector: DOCUMENTS,
      initializationOptions,
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticCollectionName: 'mentions',
      // Version 10 of the client asks only when a document is opened unless it is told to.
      diagnosticPullOptions: { onChange: true },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.closed(),
      },
      middleware: {
        ...this.middleware,
        workspace: {
          configuration: (params) => params.items.map(
            ({ section }) => section === 'mentions'
              ? serverSettings(this.keys, { servesEntities: this.servesEntities }) : null),
        },
      },
    };
  }

  /** The server ended unexpectedly. One that ends before it runs is not restarted: it would end again. */
  closed() {
    if (!this.isRunning) {
      // The caller of `begin` reports the failure of a first start.
      if (this.isAgain) this.become('failed', ENDED);
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    const now = Date.now();
    this.ends = [...this.ends.filter((end) => now - end < CALM), now];
    const again = this.ends.length <= RESTARTS;
    this.log.warn(again ? 'the server ended; it is started again' : 'the server ends again and again');
    this.isAgain = again;
    // Until the server runs again, the client reports that it is stopped: this state hides that.
    if (again) this.become('starting');
    return { action: again ? CloseAction.Restart : CloseAction.DoNotRestart, handled: true };
  }

  dispose() {
    this.stateChanged.dispose();
    this.listeners.clear();
    this.answers.clear();
  }
}

module.exports = { Connection };
