'use strict';
// How the language client reaches a server: a process over its standard streams, or a stand-in that a test
// gives, at the other end of a pair of streams. Microsoft's own vscode-jsonrpc is at work in both.

const fs = require('node:fs');
const path = require('node:path');
const { spawn } = require('node:child_process');
const { PassThrough } = require('node:stream');

/** Where the library is: in what npm has installed, or Debian's package, whose folder Tests/run names. */
const PLACES = [path.join(__dirname, '..', '..', 'node_modules'), process.env.MENTIONS_NODE_MODULES]
  .filter(Boolean);
const place = PLACES.map((each) => path.join(each, 'vscode-jsonrpc')).find((each) => fs.existsSync(each));
const jsonrpc = place && require(path.join(place, 'node'));
/** Why there is no library; false where there is one. */
const noLibrary = jsonrpc ? false
  : 'no vscode-jsonrpc: npm install it, or let MENTIONS_NODE_MODULES name a folder that has it';

/** A server of its own process; `ended` resolves to its exit status. */
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

/** What a stand-in says of itself. */
const SELF = { name: 'mentions-lsp', version: '0.1.0' };

/** What a test gives in the place of a server: `answers` by method, values or functions of the parameters. */
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
    /** Tells the client something, and returns when it has taken that in. */
    async say(method, params) {
      await server.sendNotification(method, params);
      await server.sendRequest('test/reached').catch(() => {});
    },
  };
}

module.exports = { jsonrpc, noLibrary, processTransport, standIn };
