'use strict';
// Loads the extension into a test double of VS Code, and deactivates it after the test.

const assert = require('node:assert');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { languageClient } = require('./languageClient');
const { jsonrpc, noLibrary, processTransport, standIn } = require('./transport');
const { World, until } = require('./world');

const SOURCES = path.join(__dirname, '..', '..', 'src') + path.sep;
/** The release program, if there is one; without it the tests that need it are skipped. */
const SERVER = process.env.MENTIONS_LSP;
const needsClient = { skip: noLibrary };
const needsServer = { skip: noLibrary || (SERVER ? false : 'MENTIONS_LSP names no server') };

// The server must not read or write files of the user who runs the tests.
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'mentions-vscode-'));
Object.assign(process.env, {
  HOME: home, XDG_CONFIG_HOME: path.join(home, 'config'), XDG_STATE_HOME: path.join(home, 'state'),
  XDG_CACHE_HOME: path.join(home, 'cache'), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1',
});
process.on('exit', () => fs.rmSync(home, { recursive: true, force: true }));

let modules = {};
const load = Module._load;
Module._load = function (request, ...rest) { return modules[request] ?? load.call(this, request, ...rest); };

/** Makes `require('vscode')` in the sources return this world's module. */
function enter(world, answers) {
  const connect = answers ? () => standIn(answers) : processTransport;
  modules = {
    vscode: world.vscode,
    'vscode-languageclient/node': languageClient(
      world.vscode, jsonrpc, connect, (client) => { world.clients = [...world.clients ?? [], client]; }),
  };
  for (const file of Object.keys(require.cache)) if (file.startsWith(SOURCES)) delete require.cache[file];
}

/** Loads a source file of the extension, in its own world. */
function source(name, world = new World()) {
  enter(world);
  return require(path.join(SOURCES, name));
}

/** Starts the extension; `answers` stand in for a server. */
async function start(options) {
  const { answers, settings, message, ...others } = options;
  // With `answers` no program is started, so any path will do.
  const program = answers ? process.execPath : SERVER;
  const world = new World({ settings: { 'server.path': program, ...settings }, ...others });
  world.answers.message = message;
  enter(world, answers);
  const { activate, deactivate } = require(path.join(SOURCES, 'extension.js'));
  world.api = activate(world.context());
  world.deactivate = deactivate;
  await world.api.ready;
  return world;
}

/** Lengthens timeouts: on a busy machine a real server may be slow, and its speed is not what is tested. */
function patiently() {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (run, milliseconds, ...rest) => (
    setTimeout(run, milliseconds < 300 ? milliseconds : milliseconds * 30, ...rest));
  return () => { globalThis.setTimeout = setTimeout; };
}

/** A test with the extension running in its own world; once deactivated it must leave nothing. */
function scenario(name, options, body) {
  test(name, options.answers ? needsClient : needsServer, async () => {
    const hurry = options.answers ? () => {} : patiently();
    const world = await start(options);
    try {
      await body(world);
    } finally {
      await world.deactivate();
      hurry();
    }
    assert.deepStrictEqual(world.left, [], 'not disposed of');
    assert.deepStrictEqual([...world.registered.keys()], [], 'commands are left');
    const isLeft = ([key, value]) => key.startsWith('mentions.') && value;
    assert.deepStrictEqual(Object.entries(world.contexts).filter(isLeft), [], 'context keys are left');
  });
}

/** Creates a folder with these files. */
function folder(files = {}) {
  const place = fs.mkdtempSync(path.join(home, 'folder-'));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(place, name), text);
  return place;
}

module.exports = { World, folder, needsClient, needsServer, scenario, source, start, until };
