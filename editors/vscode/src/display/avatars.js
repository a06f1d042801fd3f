'use strict';
// Pictures of people, where a card about them is about to be shown: beside a suggestion, and under the mouse.
// VS Code loads them from the web, so that they are off unless the user wants them.

const vscode = require('vscode');
const { own } = require('../settings');

/** Pixels. */
const HEIGHT = 64;

/** @typedef {import('../../types/mentions').Entity} Entity */
/** @typedef {import('vscode').MarkdownString} Markdown */

/**
 * The picture as Markdown; nothing where there is none on the web, or its address could end the link early.
 * @param {Entity | undefined} entity
 */
function picture(entity) {
  const address = entity?.avatar ?? '';
  return /^https:\/\/[^\s<>|()[\]\\]{1,2000}$/.test(address) ? `![](${address}|height=${HEIGHT})\n\n` : '';
}

class Avatars {
  /** @param {import('../connection').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    const { middleware } = connection;
    middleware.resolveCompletionItem = async (item, token, next) => {
      const resolved = await next(item, token);
      const found = own('avatars', false) && resolved ? await this.offered(item) : undefined;
      const before = picture(found);
      if (!resolved || !before) return resolved;
      const { documentation } = resolved;
      const text = typeof documentation === 'string' ? documentation : documentation?.value ?? '';
      resolved.documentation = new vscode.MarkdownString(before + text);
      return resolved;
    };
    middleware.provideHover = async (document, position, token, next) => {
      const hover = await next(document, position, token);
      if (!hover || !own('avatars', false)) return hover;
      const before = picture(await this.mentioned(document, position));
      if (before) hover.contents.unshift(new vscode.MarkdownString(before));
      return hover;
    };
  }

  /**
   * Whom a suggestion is for.
   * @param {{ data?: [document: number, generation: number, index: number] }} item
   * @returns {Promise<Entity | undefined>}
   */
  async offered({ data }) {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !data) return undefined;
    const textDocument = { uri: this.connection.uri(document) };
    /** @type {import('../../types/mentions').ChooserItems | undefined} */
    const rows = await this.connection.request(
      'mentions/chooserItems', { textDocument, start: data[2], count: 1 }).catch(() => undefined);
    return rows?.generation === data[1] ? rows.items[0]?.entity : undefined;
  }

  /**
   * Who is mentioned at a place.
   * @param {import('vscode').TextDocument} document
   * @param {import('vscode').Position} position
   * @returns {Promise<Entity | undefined>}
   */
  async mentioned(document, position) {
    const textDocument = { uri: this.connection.uri(document) };
    /** @type {{ mentions: import('../../types/mentions').Mention[] }} */
    const { mentions } = await this.connection.request('mentions/list', { textDocument })
      .catch(() => ({ mentions: [] }));
    return mentions.find(({ range }) => {
      const { start, end } = this.connection.range(range);
      return !position.isBefore(start) && !end.isBefore(position);
    })?.entity;
  }
}

module.exports = { Avatars, picture };
