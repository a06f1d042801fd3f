'use strict';
// What the double of vscode-languageclient 9 asks the server about a document, like the original's files of
// these names (client/src/common/definition.ts, rename.ts, diagnostic.ts, ...): a provider for each,
// registered with the editor when the server announces it. Answers become what protocolConverter.ts makes of
// them, as plain values.

const dynamic = (properties) => ({ dynamicRegistration: true, ...properties });

/** By `fillClientCapabilities` of version 9.0.1. */
const TEXT_DOCUMENT = {
  definition: dynamic({ linkSupport: true }), references: dynamic(), documentHighlight: dynamic(),
  documentSymbol: dynamic({ hierarchicalDocumentSymbolSupport: true, labelSupport: true }),
  selectionRange: dynamic(), documentLink: dynamic({ tooltipSupport: true }),
  rename: dynamic({ prepareSupport: true, prepareSupportDefaultBehavior: 1, honorsChangeAnnotations: true }),
  foldingRange: dynamic({
    rangeLimit: 5000, lineFoldingOnly: true, foldingRange: { collapsedText: false },
  }),
  linkedEditingRange: dynamic(), codeLens: dynamic(),
  inlayHint: dynamic({
    resolveSupport: {
      properties: ['tooltip', 'textEdits', 'label.tooltip', 'label.location', 'label.command'],
    },
  }),
  diagnostic: dynamic({ relatedDocumentSupport: false }),
};
const REFRESHED = ['inlayHint', 'codeLens', 'diagnostics'];

function fillCapabilities(capabilities) {
  Object.assign(capabilities.textDocument, TEXT_DOCUMENT);
  for (const name of REFRESHED) capabilities.workspace[name] = { refreshSupport: true };
  Object.assign(capabilities.workspace.workspaceEdit, { changeAnnotationSupport: { groupsOnLabel: true } });
}

/**
 * @param {any} vscode
 * @param {any} client the double
 * @param {any} connection
 * @param {{ position: any, range: any, asPosition: any, asRange: any }} convert
 */
function languageFeatures(vscode, client, connection, { position, range, asPosition, asRange }) {
  const { languages } = vscode;
  const { documentSelector: selector } = client.options;
  const whole = (document) => ({ textDocument: { uri: document.uri.toString() } });
  const at = (document, place) => ({ ...whole(document), position: asPosition(place) });
  const ask = (method, params, token) => client.sendRequest(method, params, ...token ? [token] : []);
  const many = async (method, params, token, made) => (await ask(method, params, token) ?? []).map(made);
  const location = ({ uri, range: place }) => ({ uri: vscode.Uri.parse(uri), range: range(place) });
  const symbol = ({ children = [], kind, ...more }) => ({
    ...more, kind: kind - 1, range: range(more.range), selectionRange: range(more.selectionRange),
    children: children.map(symbol),
  });
  const steps = (wire) => wire && { range: range(wire.range), parent: steps(wire.parent) };
  const changed = Object.fromEntries(REFRESHED.map((name) => [name, new vscode.EventEmitter()]));
  for (const [name, emitter] of Object.entries(changed)) {
    client.parts.push(emitter);
    connection.onRequest(`workspace/${name.replace(/s$/, '')}/refresh`, () => {
      emitter.fire();
      return null;
    });
  }

  const action = (wire) => Object.assign(
    new vscode.CodeAction(wire.title, wire.kind), { wire, edit: wire.edit && client.edits(wire.edit) });

  /** By the server's capability: what is registered where it has it. */
  const features = {
    codeActionProvider: ({ codeActionKinds = [] }) => languages.registerCodeActionsProvider(selector, {
      provideCodeActions: (document, place, { only, triggerKind, diagnostics = [] }, token) => many(
        'textDocument/codeAction', {
          ...whole(document), range: asRange(place),
          context: { diagnostics: diagnostics.map(({ wire }) => wire), only: only && [only], triggerKind },
        }, token, action),
      // The edit of an action is asked for when it is chosen.
      resolveCodeAction: async ({ wire }, token) => action(await ask('codeAction/resolve', wire, token)),
    }, { providedCodeActionKinds: codeActionKinds }),
    definitionProvider: () => languages.registerDefinitionProvider(selector, {
      provideDefinition: (document, place, token) => many(
        'textDocument/definition', at(document, place), token, (wire) => (wire.uri ? location(wire) : {
          originSelectionRange: wire.originSelectionRange && range(wire.originSelectionRange),
          targetUri: vscode.Uri.parse(wire.targetUri), targetRange: range(wire.targetRange),
          targetSelectionRange: range(wire.targetSelectionRange),
        })),
    }),
    referencesProvider: () => languages.registerReferenceProvider(selector, {
      provideReferences: (document, place, { includeDeclaration }, token) => many(
        'textDocument/references', { ...at(document, place), context: { includeDeclaration } }, token,
        location),
    }),
    documentHighlightProvider: () => languages.registerDocumentHighlightProvider(selector, {
      provideDocumentHighlights: (document, place, token) => many(
        'textDocument/documentHighlight', at(document, place), token,
        (wire) => ({ range: range(wire.range), kind: (wire.kind ?? 1) - 1 })),
    }),
    documentSymbolProvider: () => languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: (document, token) => many(
        'textDocument/documentSymbol', whole(document), token, symbol),
    }),
    selectionRangeProvider: () => languages.registerSelectionRangeProvider(selector, {
      provideSelectionRanges: (document, places, token) => many(
        'textDocument/selectionRange', { ...whole(document), positions: places.map(asPosition) }, token,
        steps),
    }),
    documentLinkProvider: () => languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks: (document, token) => many(
        'textDocument/documentLink', whole(document), token,
        (wire) => ({ wire, range: range(wire.range), target: wire.target, tooltip: wire.tooltip })),
      resolveDocumentLink: async ({ wire }, token) => {
        const { target, tooltip } = await ask('documentLink/resolve', wire, token);
        return { wire, range: range(wire.range), target, tooltip };
      },
    }),
    renameProvider: () => languages.registerRenameProvider(selector, {
      // The message of an error is shown to the user.
      provideRenameEdits: async (document, place, newName, token) => {
        const edit = await ask('textDocument/rename', { ...at(document, place), newName }, token);
        return edit && client.edits(edit);
      },
      prepareRename: async (document, place, token) => {
        const found = await ask('textDocument/prepareRename', at(document, place), token);
        if (!found) throw new Error("The element can't be renamed.");
        return { range: range(found.range), placeholder: found.placeholder };
      },
    }),
    foldingRangeProvider: () => languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: (document, _, token) => many(
        'textDocument/foldingRange', whole(document), token,
        ({ startLine: start, endLine: end }) => ({ start, end })),
    }),
    linkedEditingRangeProvider: () => languages.registerLinkedEditingRangeProvider(selector, {
      provideLinkedEditingRanges: async (document, place, token) => {
        const found = await ask('textDocument/linkedEditingRange', at(document, place), token);
        return found && { ranges: found.ranges.map(range), wordPattern: new RegExp(found.wordPattern) };
      },
    }),
    inlayHintProvider: () => languages.registerInlayHintsProvider(selector, {
      onDidChangeInlayHints: changed.inlayHint.event,
      provideInlayHints: (document, place, token) => many(
        'textDocument/inlayHint', { ...whole(document), range: asRange(place) }, token,
        (wire) => ({ ...wire, position: position(wire.position) })),
    }),
    codeLensProvider: () => {
      const lens = (wire) => ({ wire, range: range(wire.range), command: wire.command });
      return languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: changed.codeLens.event,
        provideCodeLenses: (document, token) => many('textDocument/codeLens', whole(document), token, lens),
        resolveCodeLens: async ({ wire }, token) => lens(await ask('codeLens/resolve', wire, token)),
      });
    },
    diagnosticProvider: ({ identifier }) => pulled(identifier),
  };

  /** Pulled when a document is opened or (if the extension wants it) changes, and when the server says so. */
  function pulled(identifier) {
    const { onChange = false } = client.options.diagnosticPullOptions ?? {};
    const collection = languages.createDiagnosticCollection(client.options.diagnosticCollectionName);
    const results = new Map();
    const pull = async (document) => {
      if (languages.match(selector, document) === 0) return;
      const uri = document.uri.toString();
      const report = await ask('textDocument/diagnostic', {
        ...whole(document), identifier, previousResultId: results.get(uri),
      });
      results.set(uri, report.resultId);
      if (report.kind === 'unchanged') return;
      collection.set(document.uri, report.items.map((wire) => ({
        ...wire, range: range(wire.range), severity: (wire.severity ?? 1) - 1, wire,
      })));
    };
    const all = () => vscode.workspace.textDocuments.forEach(pull);
    client.parts.push(
      collection, vscode.workspace.onDidOpenTextDocument(pull), changed.diagnostics.event(all),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (onChange && contentChanges.length > 0) pull(document);
      }),
    );
    client.diagnostics = collection;
    all();
    return undefined;
  }

  return features;
}

module.exports = { fillCapabilities, languageFeatures };
