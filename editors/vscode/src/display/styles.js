'use strict';
// Draws the styles of the settings, and the attributes of other extensions: decorations with a
// border and round corners, or functions of other extensions.

const vscode = require('vscode');
const { wireRange } = require('../wire');

/** Milliseconds in which several changes become one question. */
const PAUSE = 100;
/** What a rounded style looks like where the settings give it no decoration. */
const ROUNDED = { borderRadius: '4px' };
const ROUNDED_COLOR = 'editor.wordHighlightBackground';
/** The members of a decoration that VS Code takes. */
const MEMBERS = [
  'color', 'backgroundColor', 'border', 'borderRadius', 'fontStyle', 'fontWeight', 'textDecoration',
];

/**
 * A value of one member. VS Code puts it into its style sheet as it is, and a folder's settings may come from
 * anybody: what would end the declaration, or load something, is left out.
 */
const VALUE = /^(?!.*url)[\w\s#%.,()-]{1,100}$/i;

/** @typedef {import('../../types/mentions').StyleInfo} StyleInfo */
/** @typedef {import('../../types/mentions').Attribute} Attribute */
/** @typedef {import('../../types/mentions').Mention} Mention */
/** @typedef {import('../../types/mentions').DrawFunction} DrawFunction */
/** @typedef {{ range: import('vscode').Range, mention?: Mention, attribute?: Attribute }} Drawn */

/** @param {StyleInfo} style */
function options({ rounded, decoration }) {
  /** @type {Record<string, string>} */
  const wanted = { ...rounded && ROUNDED, ...decoration };
  const background = new vscode.ThemeColor(ROUNDED_COLOR);
  /** @type {Record<string, unknown>} */
  const made = {
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed, ...rounded && { backgroundColor: background },
  };
  for (const member of MEMBERS) if (VALUE.test(wanted[member] ?? '')) made[member] = wanted[member];
  return made;
}

class Styles {
  /** @param {import('../connection').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {Map<string, { wanted: string, type: import('vscode').TextEditorDecorationType }>} */
    this.types = new Map();
    /** @type {Map<string, DrawFunction>} */
    this.functions = new Map();
    /**
     * The documents that have attributes.
     * @type {Set<string>}
     */
    this.attributed = new Set();
    /** Whether the last answer had styles. */
    this.isStyled = false;
    /** @type {Timer | undefined} */
    this.timer = undefined;
    const later = () => this.later();
    const ifStyled = () => { if (this.isStyled || this.attributed.size > 0) this.later(); };
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(later),
      vscode.workspace.onDidChangeTextDocument(ifStyled),
      vscode.window.onDidChangeTextEditorSelection(ifStyled),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mentions')) this.later();
      }),
      connection.onDidChangeState((state) => {
        if (state === 'running') this.later();
        else this.clear();
      }),
      ...['mentions/didCreate', 'mentions/didTrim', 'mentions/didDelete'].map(
        (method) => connection.on(method, later)),
    ];
  }

  later() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.draw().catch((error) => this.connection.log.debug(`the styles: ${error.message}`));
    }, PAUSE);
  }

  /** Asks for what there is in the active editor, and draws it. */
  async draw() {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !this.connection.isRunning || !this.connection.serves(editor.document)) return;
    const { document, document: { version } } = editor;
    const uri = this.connection.uri(document);
    const params = { textDocument: { uri } };
    const list = await this.connection.request('mentions/list', params);
    const own = this.attributed.has(uri)
      ? await this.connection.request('mentions/attributes', params) : undefined;
    /** @type {StyleInfo[]} */
    const styles = own?.styles ?? list.styles ?? [];
    this.isStyled = (list.styles ?? []).length > 0;
    if (document.version !== version || editor !== vscode.window.activeTextEditor) return this.later();
    /** @type {Map<string, Drawn[]>} */
    const drawn = new Map(styles.map(({ name }) => [name, []]));
    for (const mention of /** @type {Mention[]} */ (list.mentions)) {
      const range = this.connection.range(mention.range);
      for (const name of mention.styles ?? []) drawn.get(name)?.push({ range, mention });
    }
    for (const attribute of /** @type {Attribute[]} */ (own?.attributes ?? [])) {
      const range = this.connection.range(attribute.range);
      for (const name of attribute.styles ?? [attribute.name]) drawn.get(name)?.push({ range, attribute });
    }
    this.show(editor, styles, drawn);
  }

  /**
   * @param {import('vscode').TextEditor} editor
   * @param {StyleInfo[]} styles
   * @param {Map<string, Drawn[]>} drawn
   */
  show(editor, styles, drawn) {
    for (const [name, { type }] of this.types) {
      if (styles.some((style) => style.name === name)) continue;
      type.dispose();
      this.types.delete(name);
    }
    for (const style of styles) {
      const places = drawn.get(style.name) ?? [];
      const byFunction = this.drawn(editor, style, places);
      const shown = byFunction ?? places.map(({ range }) => ({ range }));
      const isPlain = !byFunction && !style.decoration && !style.rounded;
      // Nothing to add to the colours of the semantic tokens.
      editor.setDecorations(this.type(style), isPlain ? [] : shown);
    }
  }

  /**
   * What the function of another extension makes of the places; undefined where there is none, or it fails.
   * @param {import('vscode').TextEditor} editor
   * @param {StyleInfo} style
   * @param {Drawn[]} places
   */
  drawn(editor, style, places) {
    const draw = this.functions.get(style.name);
    if (!draw) return undefined;
    try {
      return places.flatMap((place) => draw(editor, { ...place, style }) ?? []);
    } catch (error) {
      this.connection.log.warn(`the function that draws "${style.name}": ${error}`);
      this.functions.delete(style.name);
      return undefined;
    }
  }

  /** @param {StyleInfo} style */
  type(style) {
    const wanted = JSON.stringify([style.rounded, style.decoration]);
    const known = this.types.get(style.name);
    if (known?.wanted === wanted) return known.type;
    known?.type.dispose();
    const type = vscode.window.createTextEditorDecorationType(options(style));
    this.types.set(style.name, { wanted, type });
    return type;
  }

  clear() {
    for (const { type } of this.types.values()) type.dispose();
    this.types.clear();
    this.attributed.clear();
    this.isStyled = false;
  }

  // For other extensions

  /** @param {string} name @param {DrawFunction} draw */
  register(name, draw) {
    if (typeof draw !== 'function') throw new TypeError(`"${name}" is drawn by a function`);
    this.functions.set(name, draw);
    this.later();
    return new vscode.Disposable(() => {
      if (this.functions.get(name) === draw) this.functions.delete(name);
      this.later();
    });
  }

  /**
   * Adds and strips attributes; with neither, lists them.
   * @param {import('vscode').TextDocument} document
   * @param {import('../../types/mentions').AttributeChanges} [changes]
   * @returns {Promise<import('../../types/mentions').AttributeAnswer>}
   */
  async attributes(document, changes = {}) {
    const { add, strip } = changes;
    const uri = this.connection.uri(document);
    const answer = await this.connection.request('mentions/attributes', {
      textDocument: { uri },
      ...add && { add: add.map((each) => ({ ...each, range: wireRange(each.range) })) },
      ...strip && { strip: { ...strip, ...strip.ranges && { ranges: strip.ranges.map(wireRange) } } },
    });
    if (answer.attributes.length > 0) this.attributed.add(uri);
    this.later();
    return answer;
  }

  dispose() {
    clearTimeout(this.timer);
    this.clear();
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

module.exports = { Styles, options };
