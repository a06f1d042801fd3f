'use strict';
// The commands of the palette. Some are the server's own: the language client registers those under the
// server's names, and what they need is filled in here when a person, and not another program, runs them.

const { execFile } = require('node:child_process');
const vscode = require('vscode');
const { chooserKind } = require('./settings');
const { wireRange } = require('./wire');

/** Milliseconds for which an answer is shown in the status bar. */
const SHOWN = 5000;
const WALKTHROUGH = 'start';
/** People offered for a selection. */
const OFFERED = 50;
/** While sources are searching and have found nobody yet, ask again after so many milliseconds. */
const PAUSE = 100;
/** So often. */
const TURNS = 20;
const TRANSFORM = 'mentions.transform';
const ANOTHER = '$(edit) Another name…';

/** @typedef {import('../types/mentions').Mention} Mention */

/** @param {string} message */
function say(message) { vscode.window.setStatusBarMessage(`$(mention) ${message}`, SHOWN); }

/** @param {number} count */
function mentions(count) { return count === 1 ? '1 mention' : `${count} mentions`; }

class Commands {
  /**
   * @param {import('./connection').Connection} connection
   * @param {string} extensionID
   * @param {import('./display/eventConsole').EventConsole} console
   */
  constructor(connection, extensionID, console) {
    this.connection = connection;
    this.extensionID = extensionID;
    connection.middleware.executeCommand = (command, args, next) => this.run(command, args, next);
    /** @type {Record<string, () => unknown>} */
    const own = {
      list: () => this.list(),
      add: () => this.add(),
      remove: () => this.remove(),
      toggle: () => (connection.state === 'off' ? connection.start() : connection.stop()),
      restart: () => connection.restart(),
      showLog: () => connection.log.show(true),
      showEvents: () => console.show(),
      install: () => this.install(),
      doctor: () => this.doctor(),
    };
    this.subscriptions = Object.entries(own).map(
      ([name, body]) => vscode.commands.registerCommand(`mentions.${name}`, () => this.attempt(body)));
  }

  /**
   * An error in a command is shown in one line, and interrupts nothing.
   * @param {() => unknown} body
   */
  async attempt(body) {
    try {
      await body();
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      this.connection.log.warn(message);
      say(message);
    }
  }

  /** The editor that a command is about. */
  get editor() {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !this.connection.serves(editor.document)) throw new Error('no text is being edited');
    return editor;
  }

  // The server's commands

  /**
   * @param {string} command
   * @param {any[]} args
   * @param {(command: string, args: any[]) => Promise<any>} next
   */
  async run(command, args, next) {
    // The context menu hands over the address of the document, a key perhaps a name: a person ran it.
    const isOurs = args[0] instanceof vscode.Uri || (command === TRANSFORM && !args[0]?.textDocument);
    if (args.length > 0 && !isOurs) return next(command, args);
    return this.attempt(async () => {
      switch (command) {
        case 'mentions.reloadSources':
          await next(command, []);
          return say('The sources are read again');
        case 'mentions.forget': {
          const text = await vscode.window.showInputBox({
            title: 'Forget Whom You Chose',
            prompt: 'A name, a handle or an e-mail address; empty: everybody',
            value: '',
          });
          if (text === undefined) return undefined;
          await next(command, text ? [text] : []);
          return say(text ? `That you chose ${text} is forgotten` : 'All choices are forgotten');
        }
        case 'mentions.toPlainText': {
          const { removed } = await next(command, [await this.chosen()]);
          return say(`${mentions(removed)} turned into plain text`);
        }
        case 'mentions.explain': {
          const { reason } = await next(command, [this.place()]);
          return vscode.window.showInformationMessage(reason);
        }
        case 'mentions.complete':
          await next(command, [this.place()]);
          if (chooserKind() !== 'suggest') return undefined;
          return vscode.commands.executeCommand('editor.action.triggerSuggest');
        case TRANSFORM:
          return this.transform(args[0]?.name, next);
        default:
          return next(command, [this.place()]);
      }
    });
  }

  place() {
    const { document, selection: { active } } = this.editor;
    return {
      textDocument: this.connection.reference(document),
      position: { line: active.line, character: active.character },
    };
  }

  /**
   * The selections; for a cursor the mention that it is in, or right after, or right before.
   * @returns {Promise<object>}
   */
  async chosen() {
    const { document, selections } = this.editor;
    const all = (await this.mentionsOf(document)).map(({ range }) => this.connection.range(range));
    const ranges = selections.map((selection) => {
      const { active, isEmpty } = selection;
      const [touched] = all.filter(({ start, end }) => !active.isBefore(start) && !end.isBefore(active));
      return wireRange(isEmpty && touched ? touched : selection);
    });
    return { ...this.document(document), ranges };
  }

  /**
   * Transforms the selection, or the mention at the cursor, and keeps the mentions in it.
   * @param {string | undefined} name one of the transforms; without it, the user picks one
   * @param {(command: string, args: any[]) => Promise<any>} next
   */
  async transform(name, next) {
    const { document, selection } = this.editor;
    const textDocument = this.connection.reference(document);
    const chosen = name ?? await this.pickTransform(document, selection.isEmpty);
    if (!chosen) return undefined;
    const { mentions: fates } = await next(
      TRANSFORM, [{ textDocument, range: wireRange(selection), name: chosen }]);
    const lost = fates.filter((/** @type {{ fate: string }} */ { fate }) => fate !== 'moved').length;
    return lost > 0 ? say(`${mentions(lost)} turned into plain text`) : undefined;
  }

  /**
   * @param {import('vscode').TextDocument} document
   * @param {boolean} isCursor whether there is nothing but a mention to transform
   * @returns {Promise<string | undefined>}
   */
  async pickTransform(document, isCursor) {
    const { transforms } = await this.connection.request('mentions/transforms', this.document(document));
    const rows = transforms
      .filter((/** @type {{ of: string }} */ { of }) => of === 'mentions' || !isCursor)
      .map((/** @type {{ title: string, name: string }} */ { title, name }) => (
        { label: title, description: name }));
    const title = isCursor ? 'Transform the mention' : 'Transform the selection';
    const picked = await vscode.window.showQuickPick(rows, { title, matchOnDescription: true });
    return picked?.description;
  }

  // Our own

  /** Shows the mentions of the document, and jumps to the one that is picked. */
  async list() {
    const { editor } = this;
    const found = await this.mentionsOf(editor.document);
    if (found.length === 0) return say('There are no mentions here');
    const rows = found.map((mention) => ({
      label: `$(mention) ${mention.text}`,
      description: `${mention.entity.name}, ${mention.entity.source}`,
      detail: `line ${mention.range.start.line + 1}${mention.state === 'trimmed' ? ', trimmed' : ''}`,
      mention,
    }));
    const picked = await vscode.window.showQuickPick(
      rows, { title: `${mentions(rows.length)} in this document`, matchOnDescription: true });
    if (!picked) return undefined;
    const range = this.connection.range(picked.mention.range);
    editor.selection = new vscode.Selection(range.start, range.end);
    return editor.revealRange(range);
  }

  /** Makes the selected text a mention of a person. */
  async add() {
    const { editor, editor: { document, selection } } = this;
    if (selection.isEmpty) return say('Select the text that is to be a mention');
    const text = document.getText(selection);
    const entity = await this.who(text, await this.found(document, selection.end));
    if (!entity) return undefined;
    const { added, refused } = await this.addMentions(document, [{ range: selection, text, entity }]);
    if (editor === vscode.window.activeTextEditor && added > 0) return say(`${text} is a mention now`);
    return say(`Not made a mention: ${refused[0]?.reason ?? 'the document was closed'}`);
  }

  /**
   * Whom the sources find for the text before a place.
   * @param {import('vscode').TextDocument} document
   * @param {import('vscode').Position} place
   * @returns {Promise<import('../types/mentions').ChooserItem[]>}
   */
  async found(document, { line, character }) {
    const { connection } = this;
    connection.isSearching = true;
    try {
      const textDocument = connection.reference(document);
      await connection.request('workspace/executeCommand', {
        command: 'mentions.complete', arguments: [{ textDocument, position: { line, character } }],
      });
      for (let turn = 1; ; turn += 1) {
        const { items, loading } = await connection.request(
          'mentions/chooserItems', { ...this.document(document), start: 0, count: OFFERED });
        if (items.length > 0 || !loading || turn === TURNS) return items;
        await new Promise((resolve) => { setTimeout(() => resolve(undefined), PAUSE); });
      }
    } catch (error) {
      // Nobody can be found here, but a name can be typed.
      connection.log.info(`the people for a selection: ${/** @type {Error} */ (error).message}`);
      return [];
    } finally {
      connection.notify('mentions/cancel', this.document(document));
      connection.isSearching = false;
    }
  }

  /**
   * A person who was found, or a name that is typed.
   * @param {string} text
   * @param {import('../types/mentions').ChooserItem[]} found
   * @returns {Promise<import('../types/mentions').Entity | undefined>}
   */
  async who(text, found) {
    const title = `Who is “${text}”?`;
    if (found.length > 0) {
      const rows = found.map(({ label, detail, entity }) => ({ label, detail, entity }));
      const picked = await vscode.window.showQuickPick(
        [...rows, { label: ANOTHER, detail: '', entity: undefined }], { title, matchOnDescription: true });
      if (!picked || picked.entity) return picked?.entity;
    }
    const name = await vscode.window.showInputBox({ title, prompt: 'The full name', value: text });
    return name ? { name } : undefined;
  }

  /** Turns all mentions of the document into plain text. */
  async remove() {
    const removed = await this.removeMentions(this.editor.document);
    return say(`${mentions(removed)} turned into plain text`);
  }

  install() {
    return vscode.commands.executeCommand(
      'workbench.action.openWalkthrough', `${this.extensionID}#${WALKTHROUGH}`, false);
  }

  /**
   * Writes to the log what `mentions-lsp doctor` says of the first workspace folder. It goes by the files'
   * settings alone, so that it starts no program that the server would not start.
   */
  async doctor() {
    const { log } = this.connection;
    const found = this.connection.program();
    if ('problem' in found) throw new Error(found.problem);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const args = ['doctor', ...folder?.uri.scheme === 'file' ? ['--root', folder.uri.fsPath] : []];
    log.show(true);
    log.info(await new Promise((resolve, reject) => {
      // Its exit status says whether anything is wrong, its output what.
      execFile(found.command, args, (error, text, complaint) => {
        if (text || complaint) resolve(`what is in force\n${text}${complaint}`);
        else reject(error ?? new Error('doctor says nothing'));
      });
    }));
  }

  /** @param {import('vscode').TextDocument} document @returns {Promise<Mention[]>} */
  async mentionsOf(document) {
    const { mentions: found } = await this.connection.request('mentions/list', this.document(document));
    return found;
  }

  /**
   * @param {import('vscode').TextDocument} document
   * @param {import('../types/mentions').WantedMention[]} wanted
   * @returns {Promise<{ added: number, refused: { index: number, reason: string }[] }>}
   */
  addMentions(document, wanted) {
    return this.connection.request('mentions/add', {
      ...this.document(document),
      mentions: wanted.map(({ range, text, entity }) => (
        { range: wireRange(range), text: text ?? document.getText(range), entity })),
    });
  }

  /**
   * @param {import('vscode').TextDocument} document
   * @param {import('vscode').Range[]} [ranges] all of them, if there are none
   * @returns {Promise<number>}
   */
  async removeMentions(document, ranges) {
    const { removed } = await this.connection.request('mentions/remove', {
      ...this.document(document), ...ranges && { ranges: ranges.map(wireRange) },
    });
    return removed;
  }

  /** @param {import('vscode').TextDocument} document */
  document(document) { return { textDocument: { uri: this.connection.uri(document) } }; }

  dispose() { for (const subscription of this.subscriptions) subscription.dispose(); }
}

module.exports = { Commands };
