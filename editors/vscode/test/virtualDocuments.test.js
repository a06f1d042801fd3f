'use strict';
// What the extension adds to vscode-languageclient 9: documents that the server writes, and ghost text.

const assert = require('node:assert');
const { scenario } = require('./support/run');

const answers = {
  initialize: {
    capabilities: {
      inlineCompletionProvider: true, workspace: { textDocumentContent: { schemes: ['mentions'] } },
    },
  },
  'workspace/textDocumentContent': { text: '# Ada Lovelace\n' },
  'textDocument/inlineCompletion': [{ insertText: '@ada', range: {
    start: { line: 0, character: 0 }, end: { line: 0, character: 3 },
  } }],
};
const sent = (world, method) => world.clients[0].transport.sent.filter((each) => each.method === method);
/** Calls with a token, as VS Code does. */
async function asked(world, body) {
  const source = new world.CancellationTokenSource();
  try {
    return await body(source.token);
  } finally {
    source.dispose();
  }
}

scenario('the client says that it can show both', { answers }, async (world) => {
  const [{ params: { capabilities } }] = sent(world, 'initialize');
  assert.deepStrictEqual(capabilities.workspace.textDocumentContent, { dynamicRegistration: false });
  assert.deepStrictEqual(capabilities.textDocument.inlineCompletion, { dynamicRegistration: true });
  assert.ok(capabilities.textDocument.completion, 'the others are still there');
});

scenario('a document that the server writes', { answers }, async (world) => {
  const { Uri } = world.vscode;
  const provider = world.contentProviders.get('mentions');
  const text = await asked(world, (token) => (
    provider.provideTextDocumentContent(new Uri('mentions', '/ada.md'), token)));
  assert.strictEqual(text, '# Ada Lovelace\n');
  const [{ params }] = sent(world, 'workspace/textDocumentContent');
  assert.deepStrictEqual(params, { uri: 'mentions:/ada.md' });
});

scenario('ghost text', { answers }, async (world) => {
  const { document } = world.open('@ad');
  const [{ insertText }] = await asked(world, (token) => (
    world.ghostTextProvider.provideInlineCompletionItems(
      document, document.positionAt(3), { triggerKind: 1 }, token)));
  assert.strictEqual(insertText, '@ada');
});

scenario('nothing is registered for a server that has neither', { answers: {} }, async (world) => {
  assert.deepStrictEqual([...world.contentProviders.keys()], []);
  assert.strictEqual(world.ghostTextProvider, undefined);
});

scenario('after a restart there is one provider, of the new server', { answers }, async (world) => {
  const before = world.contentProviders.get('mentions');
  await world.vscode.commands.executeCommand('mentions.restart');
  assert.strictEqual(world.contentProviders.size, 1);
  assert.notStrictEqual(world.contentProviders.get('mentions'), before);
});
