'use strict';
// Completions, code actions and semantic tokens: the core requests them, the extension host answers, with VS Code's conversions
// (extHostLanguageFeatures.ts, extHostTypeConverters.ts).

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
        const { title, kind, edit } = action;
        return { title, kind, number: last, edit: edit && edits(edit) };
      };
      const ask = async (token, body) => {
        const source = tokenOf(token);
        try {
          return await window.toHost(() => body(source.token));
        } finally {
          source.dispose();
        }
      };
      const registered = window.toWindow(() => monaco.languages.registerCodeActionProvider([...selector], {
        async provideCodeActions(model, place, { only, trigger }, token) {
          const found = await ask(token, async (own) => (await provider.provideCodeActions(
            documentOf(model), range(place), { only, triggerKind: trigger }, own)).map(plain));
          return window.toWindow(() => ({ actions: found, dispose() {} }));
        },
        async resolveCodeAction(action, token) {
          const edit = await ask(token, async (own) => edits(
            (await provider.resolveCodeAction(actions.get(action.number), own)).edit));
          return window.toWindow(() => ({ ...action, edit }));
        },
      }, { providedCodeActionKinds }));
      return new Disposable(() => registered.then((each) => each.dispose()));
    },
    registerHoverProvider(selector, provider) {
      const registered = window.toWindow(() => monaco.languages.registerHoverProvider([...selector], {
        async provideHover(model, place, token) {
          const source = tokenOf(token);
          const hover = await window.toHost(
            () => provider.provideHover(documentOf(model), position(place), source.token));
          source.dispose();
          return hover && { contents: hover.contents.map(({ value }) => ({ value })) };
        },
      }));
      return new Disposable(() => registered.then((each) => each.dispose()));
    },
    registerInlineCompletionItemProvider(selector, provider) {
      const registered = window.toWindow(() => monaco.languages.registerInlineCompletionsProvider([...selector], {
        async provideInlineCompletions(model, place, { triggerKind }, token) {
          const source = tokenOf(token);
          const items = await window.toHost(() => provider.provideInlineCompletionItems(
            documentOf(model), position(place), { triggerKind }, source.token));
          source.dispose();
          return window.toWindow(() => ({
            items: items.map((item) => ({
              insertText: item.insertText, filterText: item.filterText,
              range: item.range && monacoRange(item.range),
              command: item.command && {
                id: DELEGATE, title: '', arguments: [item.command.command, ...item.command.arguments ?? []],
              },
            })),
          }));
        },
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
