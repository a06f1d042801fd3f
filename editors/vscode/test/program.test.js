'use strict';
// The server program's life cycle, and what the user is told when it does not run.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { folder, needsClient, scenario, source, start, until } = require('./support/run');
const manifest = require('../package.json');

const answers = {};

test('the program: by name on the PATH, by path, in the home folder, and the problem otherwise', () => {
  const { findServer } = source('server.js');
  const place = folder({ 'mentions-lsp': '#!/bin/sh\n', 'not-a-program': '' });
  const program = path.join(place, 'mentions-lsp');
  fs.chmodSync(program, 0o755);
  const PATH = `/nowhere:${place}`;
  assert.deepStrictEqual(findServer('', { PATH }, 'linux'), { command: program });
  assert.deepStrictEqual(findServer(` ${program} `, {}, 'linux'), { command: program });
  const inHome = `~/${path.relative(process.env.HOME, program)}`;
  assert.deepStrictEqual(findServer(inHome, {}, 'linux'), { command: program });
  assert.match(findServer('', { PATH: '/nowhere' }, 'linux').problem, /mentions-lsp was not found on/);
  assert.match(findServer('', {}, 'linux').problem, /not found on the PATH/);
  assert.match(findServer('not-a-program', { PATH }, 'linux').problem, /not-a-program was not found/);
  assert.match(findServer('/nowhere/x', {}, 'linux').problem, /there is no program \/nowhere\/x/);
  assert.match(findServer('bin/x', {}, 'linux').problem, /absolute path, not bin\/x/);
});

test('no program: reported once, with a button that helps', needsClient, async () => {
  const path = '/nowhere/mentions-lsp';
  const world = await start({ settings: { 'server.path': path }, message: 'Open Settings' });
  assert.match(world.status.tooltip.value, /no program \/nowhere\/mentions-lsp/);
  assert.match(world.status.text, /warning/);
  assert.strictEqual(world.status.command, 'mentions.install');
  await world.vscode.commands.executeCommand('mentions.restart');
  assert.deepStrictEqual(world.messages, [
    ['warning', `Mentions: mentions.server.path: there is no program ${path}`, 'Open Settings'],
  ]);
  const opened = world.record.find(([id]) => id === 'workbench.action.openSettings');
  assert.strictEqual(opened[1], 'mentions.server.path');
  await world.vscode.commands.executeCommand('mentions.install');
  assert.deepStrictEqual(world.record.at(-1), [
    'workbench.action.openWalkthrough', `${manifest.publisher}.${manifest.name}#start`, false,
  ]);
  await world.vscode.commands.executeCommand('mentions.list');
  assert.match(world.statusMessages.at(-1), /no text is being edited/);
  world.configure('server.path', process.execPath);
  await world.deactivate();
  assert.deepStrictEqual(world.left, []);
});

test('a program that ends at once is not started again and again', needsClient, async () => {
  const program = path.join(folder({ dies: '#!/bin/sh\nhead -c 300 >/dev/null\nexit 1\n' }), 'dies');
  fs.chmodSync(program, 0o755);
  const world = await start({ settings: { 'server.path': program }, message: 'Show Log' });
  await until('it is said', () => world.messages.length > 0);
  assert.strictEqual(world.messages.length, 1);
  assert.strictEqual(world.messages[0][2], 'Show Log');
  assert.ok(world.record.includes('mentions.showLog'));
  assert.strictEqual(world.clients.length, 1);
  assert.strictEqual(world.logged.filter((line) => line.includes('started again')).length, 0);
  await world.deactivate();
  assert.deepStrictEqual(world.left, []);
});

for (const [name, version, told] of [
  ['mentions-lsp', '0.0.9', /mentions-lsp 0\.0\.9 is older than this extension, which needs/],
  ['clangd', '19.1.0', /the program that runs is clangd, not mentions-lsp/],
]) {
  scenario(`${name} ${version}: reported once, with a button that helps`, {
    answers: { initialize: { capabilities: {}, serverInfo: { name, version } } },
  }, async (world) => {
    assert.strictEqual(world.messages.length, 1);
    assert.match(world.messages[0][1], told);
    assert.strictEqual(world.messages[0][2], 'How to Install');
  });
}

test('versions are compared by their numbers', () => {
  const { outdated } = source('server.js');
  for (const version of ['0.1.0', '0.1.1', '0.10.0', '1.0.0-beta', '0.1.0-dev']) {
    assert.strictEqual(outdated({ name: 'mentions-lsp', version }), '', version);
  }
  for (const version of ['0.0.10', '0', undefined]) {
    assert.match(outdated({ name: 'mentions-lsp', version }), /older/, version);
  }
  assert.match(outdated(undefined), /something else/);
});

scenario('a server that crashes is restarted, but not forever', { answers }, async (world) => {
  const [client] = world.clients;
  const isRunning = () => world.contexts['mentions.running'];
  const starts = () => world.record.filter(([, key, value]) => key === 'mentions.running' && value).length;
  for (let turn = 0; turn < 4; turn += 1) {
    const before = starts();
    client.transport.crash();
    await until('it is up again', () => starts() > before);
    assert.deepStrictEqual(world.messages, []);
  }
  client.transport.crash();
  await until('it stays down', () => /error/.test(world.status.text));
  assert.strictEqual(isRunning(), false);
  assert.match(world.status.text, /error/);
  assert.strictEqual(world.messages.length, 1);
  assert.strictEqual(world.messages[0][2], 'Show Log');
});

const dying = { dies: false };

scenario('a server that crashes during a restart: reported once, with a button that helps', {
  answers: { initialize: () => (dying.dies ? new Promise(() => {}) : {}) },
}, async (world) => {
  dying.dies = true;
  const [client] = world.clients;
  const { transport } = client;
  transport.crash();
  await until('it is started again', () => client.transport !== transport);
  assert.match(world.status.text, /loading/);
  assert.deepStrictEqual(world.messages, []);
  client.transport.crash();
  await until('it stays down', () => /error/.test(world.status.text));
  assert.deepStrictEqual(
    world.messages, [['warning', 'Mentions: the server ended by itself', 'Show Log']]);
});

test('an unusable server is reported in the status bar', needsClient, async () => {
  const world = await start({ answers: { initialize() { throw new Error('no such protocol'); } } });
  assert.match(world.status.tooltip.value, /no such protocol/);
  assert.deepStrictEqual(world.messages.map(([, , button]) => button), ['Show Log']);
  assert.match(world.logged.join(), /couldn't create connection to server\. .*no such protocol/);
  await world.deactivate();
  assert.deepStrictEqual(world.left, []);
});

test('switched off by the setting, and on again', needsClient, async () => {
  const world = await start({ answers, settings: { enable: false } });
  assert.strictEqual(world.clients, undefined);
  assert.strictEqual(world.status.command, 'mentions.toggle');
  world.configure('enable', true);
  await until('it runs', () => world.contexts['mentions.running']);
  world.configure('enable', false);
  await until('it is off', () => !world.contexts['mentions.running']);
  await world.deactivate();
  assert.deepStrictEqual(world.left, []);
});

