// Our own messages, and what this extension offers to others.
import * as vscode from 'vscode';
import { WirePosition, WireRange } from 'vscode-languageclient/node';

export interface Entity {
  id?: string;
  name: string;
  uniqueID?: string;
  handle?: string;
  aliases?: string[];
  email?: string;
  detail?: string;
  kind?: string;
  url?: string;
  avatar?: string;
  shortName?: string;
  canTrim?: boolean;
  weight?: number;
  gone?: boolean;
  metadata?: object;
  source?: string;
}
export interface WireEdit { range: WireRange; newText: string; }
export interface TextDocumentReference { uri: string; version?: number; }
export interface Mention {
  range: WireRange;
  text: string;
  state: 'whole' | 'trimmed';
  litUp: boolean;
  styles?: string[];
  entity: Entity & { id: string; source: string };
}
export interface BackspaceAnswer {
  action: 'none' | 'lightUp' | 'trim' | 'delete';
  edit?: WireEdit;
  position?: WirePosition;
  version: number;
}
export interface StateAnswer {
  state: 'ready' | 'stalled' | 'creating';
  kind?: 'explicit' | 'implicit';
  controlCharacter?: string;
  keyString?: string;
  range?: WireRange;
  chooser: { visible: boolean; loading: boolean; count: number };
}
export interface StateChange {
  textDocument: TextDocumentReference;
  state: 'quiescent' | 'creating';
  kind?: 'explicit' | 'implicit';
  controlCharacter?: string;
}
export interface ChooserChange {
  textDocument: TextDocumentReference;
  event: 'willShow' | 'shown' | 'changed' | 'hidden';
  generation: number;
  count: number;
  loading: boolean;
  borderMode: 'top' | 'bottom' | 'none';
  background?: string;
}
/** What the user did to the text, as `mentions/textEvent` tells it. */
export interface TextEvent {
  textDocument: TextDocumentReference;
  event: 'inserted' | 'deleted' | 'replaced' | 'selected' | 'moved' | 'marked' | 'committed' | 'undone';
  range: WireRange;
  text?: string;
  before?: string;
  cause?: 'typing' | 'autocorrect' | 'inputMethod' | 'paste' | 'undo' | 'server';
  certainty: 'certain' | 'likely' | 'guess';
}
export interface ChooserItem {
  entity: Entity;
  label: string;
  detail?: string;
  matches: [number, number][];
  /** Where the key matched in the handle. */
  handleMatches?: [number, number][];
}
export interface ChooserItems { generation: number; items: ChooserItem[]; total: number; loading: boolean; }

/** What the server asks of a source of entities in the editor. */
export interface EntityQuery {
  queryID: number;
  keyString: string;
  searchType: 'explicit' | 'implicit';
  invoked: boolean;
  controlCharacter?: string;
  uri: string;
  languageId: string;
}
type Batch = (Entity | string)[] | null | undefined;
/** Entities served by another extension: at once, later, or in batches. */
export interface EntityProvider {
  retrieveEntities(
    query: EntityQuery, token: vscode.CancellationToken): Batch | PromiseLike<Batch> | AsyncIterable<Batch>;
  resolveEntity?(entity: Entity): Entity | PromiseLike<Entity> | undefined;
}

// Styles and attributes
export interface StyleInfo {
  name: string;
  modifier?: string;
  highlight?: string;
  face?: string;
  rounded?: boolean;
  decoration?: Record<string, string>;
}
export interface Attribute { range: WireRange; name: string; value?: unknown; styles?: string[]; }
export interface AttributeAddition {
  range: vscode.Range;
  name: string;
  value?: unknown;
  whenTypedAt?: 'grow' | 'keep';
  whenChanged?: 'keep' | 'strip';
}
export interface AttributeChanges {
  add?: AttributeAddition[];
  strip?: { ranges?: vscode.Range[]; names?: string[] };
}
export interface AttributeAnswer {
  attributes: Attribute[];
  styles: StyleInfo[];
  refused: { index: number; reason: string }[];
}
/** A place, or each mention of the document. */
export type AccessoryAnchor = vscode.Position | vscode.Range | 'mention';
export interface Accessory {
  id: string;
  at: AccessoryAnchor;
  /** Of each mention a format with the placeholders of its entity. */
  label: string;
  tooltip?: string;
  command?: { command: string; arguments?: unknown[] };
  place: 'after' | 'above';
}
export interface AccessoryChanges {
  add?: Accessory[];
  move?: { id: string; at: AccessoryAnchor }[];
  remove?: string[];
}
export interface AccessoryAnswer {
  accessories: (Omit<Accessory, 'at'> & { at: WirePosition | WireRange | 'mention' })[];
}
/** Decorations for one place; none where the function has drawn by itself. */
export type DrawFunction = (
  editor: vscode.TextEditor,
  place: { range: vscode.Range; style: StyleInfo; mention?: Mention; attribute?: Attribute },
) => vscode.DecorationOptions | vscode.DecorationOptions[] | undefined;

// Chooser widgets (seeds 000 and 002 of the project; sizes are in character cells)
export interface Size { width: number; height: number; }
export interface Frame extends Size { x: number; y: number; }
/** Rows of a chooser; one without `select` says something and cannot be chosen. */
export interface ChooserRow extends vscode.QuickPickItem { select?: () => void; }
export interface ChooserButton extends vscode.QuickInputButton { press: () => void; }
export interface ChooserView { title?: string; rows: ChooserRow[]; buttons?: ChooserButton[]; }
/** What a cell of a Type A chooser shows. */
export type CellFunction = (entity: Entity, item: ChooserItem, trigger: string) => vscode.QuickPickItem;
/** Type A: cells, drawn by the user's function. */
export interface CellSource {
  readonly shouldDisplayLoadingIndicator: boolean;
  readonly numberOfCells: number;
  cell(index: number): ChooserRow;
}
/** Type B: what the chooser is about; the widget draws it. */
export interface ChooserDelegate {
  readonly shouldDisplayLoadingIndicator: boolean;
  readonly numberOfModelObjects: number;
  modelObject(index: number): Entity;
  modelObjectSelected(index: number): void;
}
export interface EventDelegate { raise(event: string, ...values: unknown[]): void; }
export interface WidgetModel { get(key: string): any; set(key: string, value: unknown): void; }
export interface WidgetEnvironment {
  readonly model: WidgetModel;
  forceLayout(): void;
  setNonModelState(value: unknown, key: string): void;
  nonModelState(key: string): any;
}
export interface ChooserWidget {
  readonly view: ChooserView;
  preferredSize(givenSize: Size): Size;
  setFrame(frame: Frame): void;
  becomeVisible(): void;
  resetScrollPositionAndHide(): void;
  reloadData(): void;
  modelUpdated?(property: string, oldValue: unknown, newValue: unknown): void;
  willBeginLayout?(): void;
  didEndLayout?(): void;
  didCreate?(): void;
  willDestroy?(): void;
  borderMode?: 'top' | 'bottom' | 'none';
  background?: string;
}
/** A class of widgets offers one of these ways to be made, or both. */
export interface ChooserWidgetClass {
  withDataSource?(
    eventDelegate: EventDelegate, environment: WidgetEnvironment, cells: CellSource): ChooserWidget;
  withChooserDelegate?(
    eventDelegate: EventDelegate, environment: WidgetEnvironment, chooser: ChooserDelegate): ChooserWidget;
}
/** Handlers of a widget's events, by the names that it raises. */
export type ChooserEvents = Record<string, (...values: any[]) => void>;
export interface ChooserRegistration {
  events?: ChooserEvents;
  model?: Record<string, unknown>;
  /** The trigger whose mentions it is for, whatever `mentions.chooserWidget` says. */
  trigger?: string;
}
/** Refused where the range does not have this text; without one, what stands there is taken. */
export interface WantedMention { range: vscode.Range; text?: string; entity: Entity; }
export interface MentionsAPI {
  /** Resolves once the first attempt to start the server has ended, well or not. */
  readonly ready: Promise<void>;
  registerEntitySource(provider: EntityProvider): vscode.Disposable;
  registerChooser(
    name: string, widget: ChooserWidgetClass, registration?: ChooserRegistration): vscode.Disposable;
  /** Handles the events of a registered chooser, such as `updatedMinAndMaxValue` of the slider. */
  events(name: string, handlers: ChooserEvents): vscode.Disposable;
  /** For one trigger, or for all that have none of their own. */
  registerCells(cell: CellFunction, trigger?: string): vscode.Disposable;
  /** Draws a style or an attribute of this name, in place of its decoration. */
  registerDrawing(name: string, draw: DrawFunction): vscode.Disposable;
  /** Adds and strips attributes; with neither, lists them. */
  attributes(document: vscode.TextDocument, changes?: AttributeChanges): Promise<AttributeAnswer>;
  /** Adds, moves and removes what is shown beside the text; with none of these, lists it. */
  accessories(document: vscode.TextDocument, changes?: AccessoryChanges): Promise<AccessoryAnswer>;
  /** Where spell checking must stay off: mentions, and what is typed to make one. */
  spelling(document: vscode.TextDocument): Promise<vscode.Range[]>;
  list(document: vscode.TextDocument): Promise<Mention[]>;
  add(
    document: vscode.TextDocument, mentions: WantedMention[],
  ): Promise<{ added: number; refused: { index: number; reason: string }[] }>;
  remove(document: vscode.TextDocument, ranges?: vscode.Range[]): Promise<number>;
  /** What the user does to the text, where `mentions.textEvents` is on. */
  readonly onTextEvent: vscode.Event<TextEvent>;
  readonly onDidCreate: vscode.Event<{ uri: string; mention: Mention }>;
  readonly onDidTrim: vscode.Event<{ uri: string; mention: Mention }>;
  readonly onDidDelete: vscode.Event<{ uri: string; mention: Mention }>;
}
