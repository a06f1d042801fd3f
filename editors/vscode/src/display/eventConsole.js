'use strict';
// The output channel "Mentions: Events": what the user does to the text, by `mentions/textEvent`, in the
// lines of `mentions-lsp events`.

const vscode = require('vscode');
const { own } = require('../settings');

/** Longer texts are cut, in characters as a person counts them. */
const LONGEST = 48;
const TURN_ON = 'Turn On';
/** @type {Record<string, string>} */
const ESCAPES = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

/** @typedef {import('../../types/mentions').TextEvent} TextEvent */

/**
 * A text on one line, in quotes.
 * @param {string} text
 */
function quoted(text) {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const head = characters.slice(0, LONGEST).join('').replaceAll('\r\n', '\n');
  const shown = head.replace(/[\n\r\t"\\]/g, (character) => ESCAPES[character]);
  return `"${shown}${characters.length > LONGEST ? '…' : ''}"`;
}

/** @param {TextEvent} event */
function textOf({ event, before, text }) {
  // What a committed text took the place of was told when it was marked.
  if (event === 'committed') return text === undefined ? '' : quoted(text);
  if (before !== undefined && (text !== undefined || event !== 'deleted')) {
    return `${quoted(before)} → ${quoted(text ?? '')}`;
  }
  const only = before ?? text;
  return only === undefined ? '' : quoted(only);
}

/**
 * `notes.md:3:14`, counted from 1.
 * @param {TextEvent} event
 */
function placeOf({ event, textDocument, range: { start, end } }) {
  const shown = `${textDocument.uri.split('/').at(-1)}:${start.line + 1}:${start.character + 1}`;
  return event === 'selected' ? `${shown}–${end.line + 1}:${end.character + 1}` : shown;
}

/**
 * When, where, what, which text, by which cause and how certain; two spaces apart.
 * @param {TextEvent} event
 * @param {number} seconds
 */
function line(event, seconds) {
  const certainty = event.cause ? `${event.cause}, ${event.certainty}` : event.certainty;
  const parts = [seconds.toFixed(3), placeOf(event), event.event, textOf(event), certainty];
  return parts.filter(Boolean).join('  ');
}

class EventConsole {
  /** @param {import('../connection').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.start = Date.now();
    /** @type {import('vscode').OutputChannel | undefined} */
    this.channel = undefined;
    /** @type {import('vscode').EventEmitter<TextEvent>} */
    this.emitter = new vscode.EventEmitter();
    this.onTextEvent = this.emitter.event;
    this.subscription = connection.on('mentions/textEvent', (event) => this.told(event));
  }

  /** @param {TextEvent} event */
  told(event) {
    this.opened().appendLine(line(event, (Date.now() - this.start) / 1000));
    this.emitter.fire(event);
  }

  /** The channel, which is in VS Code's list once there was something for it. */
  opened() {
    this.channel ??= vscode.window.createOutputChannel('Mentions: Events');
    return this.channel;
  }

  /** Shows the channel. The server is asked for events at its start: for that a setting must be on. */
  async show() {
    if (!own('textEvents', false)) {
      const answer = await vscode.window.showInformationMessage(
        'The server does not tell of text events. Turn on mentions.textEvents? The server is then restarted, '
        + 'which turns mentions in documents without a file into plain text.', TURN_ON);
      if (answer !== TURN_ON) return;
      await vscode.workspace.getConfiguration('mentions')
        .update('textEvents', true, vscode.ConfigurationTarget.Global);
    }
    this.opened().show(true);
  }

  dispose() {
    this.subscription.dispose();
    this.emitter.dispose();
    this.channel?.dispose();
  }
}

module.exports = { EventConsole, line };
