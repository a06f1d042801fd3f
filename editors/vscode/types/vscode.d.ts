// The part of VS Code's API that this extension uses, so that `tsc --checkJs` needs nothing from the network.
declare module 'vscode' {
  export type Thenable<T> = PromiseLike<T>;
  export interface Event<T> { (listener: (event: T) => unknown): Disposable; }
  export class EventEmitter<T> {
    readonly event: Event<T>;
    fire(event: T): void;
    dispose(): void;
  }
  export class Disposable {
    constructor(dispose: () => unknown);
    dispose(): unknown;
  }
  export interface CancellationToken { readonly isCancellationRequested: boolean; }
  export class CancellationTokenSource {
    readonly token: CancellationToken;
    cancel(): void;
    dispose(): void;
  }
  export class Uri {
    private constructor();
    readonly scheme: string;
    readonly fsPath: string;
    toString(): string;
  }
  export class Position {
    constructor(line: number, character: number);
    readonly line: number;
    readonly character: number;
    isEqual(other: Position): boolean;
    isBefore(other: Position): boolean;
    translate(lines?: number, characters?: number): Position;
  }
  export class Range {
    constructor(start: Position, end: Position);
    readonly start: Position;
    readonly end: Position;
    readonly isEmpty: boolean;
  }
  export class Selection extends Range {
    constructor(anchor: Position, active: Position);
    readonly anchor: Position;
    readonly active: Position;
  }
  export interface TextDocument {
    readonly uri: Uri;
    readonly version: number;
    readonly languageId: string;
    getText(range?: Range): string;
    getWordRangeAtPosition(position: Position): Range | undefined;
  }
  export interface TextEditorEdit { replace(range: Range, text: string): void; }
  export interface TextEditor {
    readonly document: TextDocument;
    selection: Selection;
    selections: readonly Selection[];
    edit(
      body: (builder: TextEditorEdit) => void,
      options?: { undoStopBefore: boolean; undoStopAfter: boolean }): Thenable<boolean>;
    revealRange(range: Range): void;
    readonly visibleRanges: readonly Range[];
    setDecorations(type: TextEditorDecorationType, places: readonly DecorationOptions[]): void;
  }
  export interface TextEditorDecorationType { dispose(): void; }
  export interface DecorationOptions { range: Range; hoverMessage?: string; renderOptions?: object; }
  export enum DecorationRangeBehavior { ClosedClosed = 1 }
  export enum TextEditorSelectionChangeKind { Mouse = 2 }
  export interface TextDocumentContentChangeEvent { readonly range: Range; readonly text: string; }
  export interface TextDocumentChangeEvent {
    readonly document: TextDocument;
    readonly contentChanges: readonly TextDocumentContentChangeEvent[];
  }
  export interface TextEditorSelectionChangeEvent {
    readonly textEditor: TextEditor;
    readonly kind: TextEditorSelectionChangeKind | undefined;
    readonly selections: readonly Selection[];
  }

  export class ThemeIcon { constructor(id: string); }
  export class ThemeColor { constructor(id: string); }
  export class MarkdownString {
    constructor(value?: string, supportThemeIcons?: boolean);
    readonly value: string;
  }
  export interface Hover { contents: MarkdownString[]; }
  export interface QuickInputButton { readonly iconPath: ThemeIcon; readonly tooltip?: string; }
  export interface QuickPickItem {
    label: string;
    description?: string;
    detail?: string;
    alwaysShow?: boolean;
  }
  export interface QuickPick<T extends QuickPickItem> {
    value: string;
    title: string | undefined;
    placeholder: string | undefined;
    busy: boolean;
    keepScrollPosition?: boolean;
    matchOnDescription: boolean;
    items: readonly T[];
    activeItems: readonly T[];
    buttons: readonly QuickInputButton[];
    readonly onDidChangeValue: Event<string>;
    readonly onDidAccept: Event<void>;
    readonly onDidHide: Event<void>;
    readonly onDidTriggerButton: Event<QuickInputButton>;
    show(): void;
    hide(): void;
    dispose(): void;
  }
  export enum StatusBarAlignment { Left = 1, Right = 2 }
  export interface StatusBarItem {
    text: string;
    name: string | undefined;
    tooltip: string | MarkdownString | undefined;
    command: string | undefined;
    backgroundColor: ThemeColor | undefined;
    show(): void;
    hide(): void;
    dispose(): void;
  }
  export interface LogOutputChannel {
    debug(message: string): void;
    info(message: string): void;
    warn(message: string): void;
    error(message: string): void;
    show(preserveFocus?: boolean): void;
    dispose(): void;
  }
  export interface OutputChannel {
    appendLine(line: string): void;
    show(preserveFocus?: boolean): void;
    dispose(): void;
  }
  export namespace window {
    const activeTextEditor: TextEditor | undefined;
    const onDidChangeActiveTextEditor: Event<TextEditor | undefined>;
    const onDidChangeTextEditorSelection: Event<TextEditorSelectionChangeEvent>;
    function createOutputChannel(name: string, options: { log: true }): LogOutputChannel;
    function createOutputChannel(name: string): OutputChannel;
    function createTextEditorDecorationType(options: object): TextEditorDecorationType;
    function createQuickPick<T extends QuickPickItem>(): QuickPick<T>;
    function createStatusBarItem(id: string, alignment: StatusBarAlignment, priority: number): StatusBarItem;
    function setStatusBarMessage(text: string, milliseconds: number): Disposable;
    function showInformationMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showWarningMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showErrorMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showInputBox(options: {
      title: string; prompt: string; value: string;
    }): Thenable<string | undefined>;
    function showQuickPick<T extends QuickPickItem>(
      items: T[], options: { title: string; placeHolder?: string; matchOnDescription?: boolean;
      }): Thenable<T | undefined>;
  }

  export interface ConfigurationChangeEvent { affectsConfiguration(section: string): boolean; }
  export enum ConfigurationTarget { Global = 1 }
  export interface WorkspaceConfiguration {
    get<T>(key: string, fallback: T): T;
    update(key: string, value: unknown, target: ConfigurationTarget): Thenable<void>;
    inspect(key: string): {
      globalValue?: unknown; workspaceValue?: unknown; workspaceFolderValue?: unknown;
    } | undefined;
  }
  export interface WorkspaceFolder { readonly uri: Uri; }
  export namespace workspace {
    const isTrusted: boolean;
    const workspaceFolders: readonly WorkspaceFolder[] | undefined;
    const onDidGrantWorkspaceTrust: Event<void>;
    const onDidChangeWorkspaceFolders: Event<unknown>;
    const onDidChangeConfiguration: Event<ConfigurationChangeEvent>;
    const onDidChangeTextDocument: Event<TextDocumentChangeEvent>;
    function getConfiguration(section: string): WorkspaceConfiguration;
    function registerTextDocumentContentProvider(scheme: string, provider: {
      provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string>;
    }): Disposable;
  }
  export interface DocumentFilter { readonly scheme: string; }
  export namespace languages {
    function match(selector: readonly DocumentFilter[], document: TextDocument): number;
  }
  export namespace commands {
    function registerCommand(id: string, run: (...args: any[]) => unknown): Disposable;
    function executeCommand<T>(id: string, ...args: unknown[]): Thenable<T>;
  }
  export interface CompletionItemLabel { label: string; detail?: string; description?: string; }
  export interface CompletionItem { label: string | CompletionItemLabel; detail?: string; }
  export interface CompletionList { items: CompletionItem[]; isIncomplete?: boolean; }
  export interface Memento {
    get<T>(key: string, fallback: T): T;
    update(key: string, value: unknown): Thenable<void>;
  }
  export interface ExtensionContext {
    readonly subscriptions: { dispose(): unknown }[];
    readonly workspaceState: Memento;
    readonly extension: { readonly id: string; readonly packageJSON: any };
  }
}
