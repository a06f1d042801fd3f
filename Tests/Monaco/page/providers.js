'use strict';
// Completions, code actions and semantic tokens: the core requests them, the extension host answers, with VS Code's conversions
// (extHostLanguageFeatures.ts, extHostTypeConverters.ts).

const { requests } = require('./requests');

/** The core's command through which an accepted item runs a command of the extension. */
const DELEGATE = 'mentions-test.delegate';

/** `vscode.CompletionItemKind`, whose numbers differ from the core's. */
const KINDS = [
  'Text', 'Method', 'Function', 'Constructor', 'Field', 'Variable', 'Class', 'Interface', 'Module', 'Property', 'Unit',
  'Value', 'Enum', 'Keyword', 'Snippet', 'Color', 'File', 'Reference', 'Folder', 'EnumMember', 'Constant', 'Struct',
  'Event', 'Operator', 'TypeParameter',
];

function providers(host, { Disposable, CancellationTokenSource, monacoRange, position, range }) {
  const { window } = host;
  const documentOf = (model) => host.editors.get(model.uri.toString())?.document;

  /** The core's token in the extension host: its cancellation arrives later, like every message. */
  function tokenOf(token) {
    const source = new CancellationTokenSource();
    token.onCancellationRequested(() => window.toHost(() => source.cancel()));
    return source;
  }

  /** The answer of the extension host to the core, which arrives later, too. */
  async function ask(token, body, made = (found) => found) {
    const source = tokenOf(token);
    try {
      const found = await window.toHost(() => body(source.token));
      return await window.toWindow(() => found && made(found));
    } finally {
      source.dispose();
    }
  }

  function suggestion(item, fallback) {
    const place = item.range;
    const inserting = place?.inserting ?? place;
    const spot = place && {
      insert: monacoRange(inserting), replace: monacoRange(place.replacing ?? place),
    };
    return {
      label: item.label, kind: monaco.languages.CompletionItemKind[KINDS[item.kind]], detail: item.detail,
      filterText: item.filterText, sortText: item.sortText, preselect: item.preselect,
      insertText: item.insertText, range: spot ?? fallback,
      additionalTextEdits: item.additionalTextEdits?.map(
        (edit) => ({ range: monacoRange(edit.range), text: edit.newText })),
      command: item.command && {
        id: DELEGATE, title: '', arguments: [item.command.command, ...item.command.arguments ?? []],
      },
    };
  }

  monaco.editor.registerCommand(
    DELEGATE, (_, id, ...args) => window.toHost(() => host.vscode.commands.executeCommand(id, ...args)));

  return {
    ...requests(host, { Disposable, ask, position, range, monacoRange }),
    match: (selector, { uri }) => (selector.some(({ scheme }) => scheme === uri.scheme) ? 10 : 0),
    registerCompletionItemProvider(selector, provider, ...triggerCharacters) {
      const registered = window.toWindow(() => monaco.languages.registerCompletionItemProvider([...selector], {
        triggerCharacters,
        async provideCompletionItems(model, place, context, token) {
          const source = tokenOf(token);
          try {
            const list = await window.toHost(() => provider.provideCompletionItems(
              documentOf(model), position(place), source.token,
              { triggerKind: context.triggerKind, triggerCharacter: context.triggerCharacter }));
            const items = Array.isArray(list) ? list : list?.items ?? [];
            const word = model.getWordUntilPosition(place);
            const fallback = new monaco.Range(place.lineNumber, word.startColumn, place.lineNumber, place.column);
            // The answer crosses the boundary, too.
            return await window.toWindow(() => {
              window.answered = model.getValueInRange(model.getFullModelRange().setEndPosition(
                place.lineNumber, place.column));
              return {
                suggestions: items.map((item) => suggestion(item, fallback)),
                incomplete: list?.isIncomplete && !window.isComplete,
              };
            });
          } finally {
            source.dispose();
          }
        },
      }));
      return new Disposable(() => registered.then((each) => each.dispose()));
    },
    registerCodeActionsProvider(selector, provider, { providedCodeActionKinds }) {
      const actions = new Map();
      let last = 0;
      // As in `WorkspaceEdit.from`: each edit is for the document's version that the extension host knows.
      const edits = (edit) => ({
        edits: [...edit?.changes ?? []].flatMap(([uri, each]) => each.map((one) => ({
          resource: monaco.Uri.parse(uri), versionId: host.editors.get(uri).document.version,
          textEdit: { range: monacoRange(one.range), text: one.newText },
        }))),
      });
      const plain = (action) => {
        last += 1;
        actions.set(last, action);
        const { title, kind, edit, wire: { isPreferred } } = action;
        return { title, kind, isPreferred, number: last, edit: edit && edits(edit) };
      };
      const registered = window.toWindow(() => monaco.languages.registerCodeActionProvider([...selector], {
        provideCodeActions: (model, place, { only, trigger }, token) => ask(token, async (own) => {
          const document = documentOf(model);
          const part = range(place);
          const diagnostics = (host.diagnostics?.get(document.uri) ?? []).filter(
            (each) => !each.range.end.isBefore(part.start) && !part.end.isBefore(each.range.start));
          const context = { only, triggerKind: trigger, diagnostics };
          return (await provider.provideCodeActions(document, part, context, own)).map(plain);
        }, (found) => ({ actions: found, dispose() {} })),
        resolveCodeAction: (action, token) => ask(
          token, async (own) => edits((await provider.resolveCodeAction(actions.get(action.number), own)).edit),
          (edit) => ({ ...action, edit })),
      }, { providedCodeActionKinds }));
      return new Disposable(() => registered.then((each) => each.dispose()));
    },
    registerHoverProvider(selector, provider) {
      const registered = window.toWindow(() => monaco.languages.registerHoverProvider([...selector], {
        provideHover: (model, place, token) => ask(
          token, (own) => provider.provideHover(documentOf(model), position(place), own),
          ({ contents }) => ({ contents: contents.map(({ value }) => ({ value })) })),
      }));
      return new Disposable(() => registered.then((each) => each.dispose()));
    },
    registerInlineCompletionItemProvider(selector, provider) {
      const registered = window.toWindow(() => monaco.languages.registerInlineCompletionsProvider([...selector], {
        provideInlineCompletions: (model, place, { triggerKind }, token) => ask(
          token, (own) => provider.provideInlineCompletionItems(
            documentOf(model), position(place), { triggerKind }, own),
          (items) => ({
            items: items.map((item) => ({
              insertText: item.insertText, filterText: item.filterText,
              range: item.range && monacoRange(item.range),
              command: item.command && {
                id: DELEGATE, title: '', arguments: [item.command.command, ...item.command.arguments ?? []],
              },
            })),
          })),
        disposeInlineCompletions() {},
      }));
      return new Disposable(() => registered.then((each) => each.dispose()));
    },
    registerDocumentSemanticTokensProvider(selector, provider, legend) {
      const registered = window.toWindow(() => monaco.languages.registerDocumentSemanticTokensProvider([...selector], {
        onDidChange: provider.onDidChangeSemanticTokens,
        getLegend: () => legend,
        async provideDocumentSemanticTokens(model, _, token) {
          const source = tokenOf(token);
          const tokens = await window.toHost(
            () => provider.provideDocumentSemanticTokens(documentOf(model), source.token));
          source.dispose();
          return { data: tokens.data };
        },
        releaseDocumentSemanticTokens() {},
      }));
      return new Disposable(() => registered.then((each) => each.dispose()));
    },
  };
}

module.exports = { providers };
