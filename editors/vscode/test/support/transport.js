'use strict';
// How the language client reaches a server: a process over its standard streams, or a test's stand-in at the
// other end of a pair of streams. Both use Microsoft's vscode-jsonrpc.

const fs = require('node:fs');
const path = require('node:path');
const { spawn } = require('node:child_process');
const { PassThrough } = require('node:stream');

/** Where the library is: in npm's node_modules, or in Debian's package, whose folder Tests/run names. */
const PLACES = [path.join(__dirname, '..', '..', 'node_modules'), process.env.MENTIONS_NODE_MODULES]
  .filter(Boolean);
const place = PLACES.map((each) => path.join(each, 'vscode-jsonrpc')).find((each) => fs.existsSync(each));
const jsonrpc = place && require(path.join(place, 'node'));
/** Why the library is missing; false if it is there. */
const noLibrary = jsonrpc ? false
  : 'no vscode-jsonrpc: npm install it, or let MENTIONS_NODE_MODULES name a folder that has it';

/** A server in its own process; `ended` resolves to its exit status. */
function processTransport({ command, args }) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => {});
  return {
    reader: new jsonrpc.StreamMessageReader(child.stdout),
    writer: new jsonrpc.StreamMessageWriter(child.stdin),
    ended: new Promise((resolve) => { child.on('exit', resolve); child.on('error', resolve); }),
    crash() { child.kill('SIGKILL'); },
  };
}

/** The default `initialize` result of a stand-in. */
const SELF = { name: 'mentions-lsp', version: '0.1.0' };

/** A test's replacement for a server: `answers` by method, values or functions of the parameters. */
function standIn(answers) {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const sent = [];
  const server = jsonrpc.createMessageConnection(
    new jsonrpc.StreamMessageReader(toServer), new jsonrpc.StreamMessageWriter(toClient));
  const close = () => { toClient.end(); };
  server.onRequest(async (method, params) => {
    sent.push({ method, params });
    const answer = answers[method] ?? null;
    const value = typeof answer === 'function' ? await answer(params) : answer;
    return method === 'initialize' ? { capabilities: {}, serverInfo: SELF, ...value } : value;
  });
  server.onNotification((method, params) => {
    sent.push({ method, params });
    if (method === 'exit') close();
  });
  server.listen();
  return {
    reader: new jsonrpc.StreamMessageReader(toClient), writer: new jsonrpc.StreamMessageWriter(toServer),
    sent, ended: new Promise((resolve) => { toClient.on('end', () => resolve(0)); }),
    crash: close,
    /** Sends the client a notification, and returns when the client has processed it. */
    async say(method, params) {
      await server.sendNotification(method, params);
      await server.sendRequest('test/reached').catch(() => {});
    },
  };
}

module.exports = { jsonrpc, noLibrary, processTransport, standIn };
