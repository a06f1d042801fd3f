'use strict';
// What the core asks about a place or a document, answered by the extension host, with VS Code's conversions
// (extHostLanguageFeatures.ts, extHostTypeConverters.ts).

/** @returns the functions of `vscode.languages` by name */
function requests(host, { Disposable, ask, position, range, monacoRange }) {
  const { window } = host;
  const { languages } = monaco;
  const documentOf = (model) => host.editors.get(model.uri.toString())?.document;
  const uriOf = (uri) => monaco.Uri.parse(uri.toString());
  const register = (name, selector, made) => {
    const registered = window.toWindow(() => languages[`register${name}Provider`]([...selector], made));
    return new Disposable(() => registered.then((each) => each.dispose()));
  };
  const location = (one) => (one.targetUri ? {
    originSelectionRange: one.originSelectionRange && monacoRange(one.originSelectionRange),
    uri: uriOf(one.targetUri), range: monacoRange(one.targetRange),
    targetSelectionRange: monacoRange(one.targetSelectionRange),
  } : { uri: uriOf(one.uri), range: monacoRange(one.range) });
  const symbol = (one) => ({
    ...one, detail: one.detail ?? '', tags: [], range: monacoRange(one.range),
    selectionRange: monacoRange(one.selectionRange), children: one.children.map(symbol),
  });
  /** From the inside out, as the core wants them. */
  const steps = (one) => (one ? [{ range: monacoRange(one.range) }, ...steps(one.parent)] : []);
  /** As in `WorkspaceEdit.from`; the core by itself asks for no confirmation. */
  const edits = (edit) => [...edit.changes].flatMap(([uri, each]) => each.map((one) => ({
    resource: monaco.Uri.parse(uri), versionId: host.editors.get(uri)?.document.version, metadata: one.metadata,
    textEdit: { range: monacoRange(one.range), text: one.newText },
  })));
  /** An event of the extension host, told to the core. */
  const event = (other) => {
    const emitter = new monaco.Emitter();
    other(() => window.toWindow(() => emitter.fire()));
    return emitter.event;
  };
  /** The values of the extension host by number: the core hands back plain ones. */
  const known = (() => {
    const all = new Map();
    return {
      keep(value, plain) {
        all.set(all.size, value);
        return { ...plain, number: all.size - 1 };
      },
      of: ({ number }) => all.get(number),
    };
  })();

  return {
    registerDefinitionProvider: (selector, provider) => register('Definition', selector, {
      provideDefinition: (model, place, token) => ask(
        token, (own) => provider.provideDefinition(documentOf(model), position(place), own),
        (found) => found.map(location)),
    }),
    registerReferenceProvider: (selector, provider) => register('Reference', selector, {
      provideReferences: (model, place, context, token) => ask(
        token, (own) => provider.provideReferences(documentOf(model), position(place), context, own),
        (found) => found.map(location)),
    }),
    registerDocumentHighlightProvider: (selector, provider) => register('DocumentHighlight', selector, {
      provideDocumentHighlights: (model, place, token) => ask(
        token, (own) => provider.provideDocumentHighlights(documentOf(model), position(place), own),
        (found) => found.map(({ kind, range: each }) => ({ kind, range: monacoRange(each) }))),
    }),
    registerDocumentSymbolProvider: (selector, provider) => register('DocumentSymbol', selector, {
      provideDocumentSymbols: (model, token) => ask(
        token, (own) => provider.provideDocumentSymbols(documentOf(model), own), (found) => found.map(symbol)),
    }),
    registerSelectionRangeProvider: (selector, provider) => register('SelectionRange', selector, {
      provideSelectionRanges: (model, places, token) => ask(
        token, (own) => provider.provideSelectionRanges(documentOf(model), places.map(position), own),
        (found) => found.map(steps)),
    }),
    registerDocumentLinkProvider: (selector, provider) => register('Link', selector, {
      provideLinks: (model, token) => ask(
        token, (own) => provider.provideDocumentLinks(documentOf(model), own),
        (found) => ({
          links: found.map((link) => known.keep(
            link, { range: monacoRange(link.range), url: link.target, tooltip: link.tooltip })),
        })),
      resolveLink: (link, token) => ask(
        token, (own) => provider.resolveDocumentLink(known.of(link), own),
        ({ target, tooltip }) => ({ ...link, url: target, tooltip })),
    }),
    registerRenameProvider: (selector, provider) => {
      // As in `RenameAdapter`: an error is the reason why nothing can be renamed.
      const refused = (more) => (error) => ({ ...more, rejectReason: error.message });
      return register('Rename', selector, {
        provideRenameEdits: (model, place, name, token) => ask(
          token, (own) => provider.provideRenameEdits(documentOf(model), position(place), name, own),
          (found) => ({ edits: edits(found) })).catch(refused({ edits: [] })),
        resolveRenameLocation: (model, place, token) => ask(
          token, (own) => provider.prepareRename(documentOf(model), position(place), own),
          (found) => ({ range: monacoRange(found.range), text: found.placeholder }))
          .catch(refused({ range: monaco.Range.fromPositions(place), text: '' })),
      });
    },
    registerFoldingRangeProvider: (selector, provider) => register('FoldingRange', selector, {
      provideFoldingRanges: (model, context, token) => ask(
        token, (own) => provider.provideFoldingRanges(documentOf(model), context, own),
        (found) => found.map(({ start, end }) => ({ start: start + 1, end: end + 1 }))),
    }),
    registerLinkedEditingRangeProvider: (selector, provider) => register('LinkedEditingRange', selector, {
      provideLinkedEditingRanges: (model, place, token) => ask(
        token, (own) => provider.provideLinkedEditingRanges(documentOf(model), position(place), own),
        (found) => found && { ranges: found.ranges.map(monacoRange) }),
    }),
    registerInlayHintsProvider: (selector, provider) => register('InlayHints', selector, {
      onDidChangeInlayHints: event(provider.onDidChangeInlayHints),
      provideInlayHints: (model, part, token) => ask(
        token, (own) => provider.provideInlayHints(documentOf(model), range(part), own),
        (found) => ({
          hints: found.map(({ label, position: place, paddingLeft, paddingRight }) => ({
            label, paddingLeft, paddingRight, position: new monaco.Position(place.line + 1, place.character + 1),
          })),
          dispose() {},
        })),
    }),
    registerCodeLensProvider: (selector, provider) => register('CodeLens', selector, {
      onDidChange: event(provider.onDidChangeCodeLenses),
      provideCodeLenses: (model, token) => ask(
        token, (own) => provider.provideCodeLenses(documentOf(model), own),
        (found) => ({
          lenses: found.map((lens) => known.keep(
            lens, { range: monacoRange(lens.range), command: plain(lens.command) })),
          dispose() {},
        })),
      resolveCodeLens: (_, lens, token) => ask(
        token, (own) => provider.resolveCodeLens(known.of(lens), own),
        ({ command }) => ({ ...lens, command: plain(command) })),
    }),
    createDiagnosticCollection(name) {
      const kept = new Map();
      const { Error: error, Warning, Info, Hint } = monaco.MarkerSeverity;
      host.diagnostics = Object.assign(new Disposable(() => kept.clear()), {
        get: (uri) => kept.get(uri.toString()) ?? [],
        set(uri, found) {
          kept.set(uri.toString(), found);
          const markers = found.map(({ range: each, message, severity, code, source }) => ({
            ...monacoRange(each), message, source, code: `${code}`, severity: [error, Warning, Info, Hint][severity],
          }));
          window.toWindow(() => {
            const model = window.models.get(uri.toString());
            if (model) monaco.editor.setModelMarkers(model, name, markers);
          });
        },
      });
      return host.diagnostics;
    },
  };

  function plain(command) {
    return command && { id: command.command, title: command.title, arguments: command.arguments };
  }
}

module.exports = { requests };
