'use strict';
// The settings: which are this extension's own, and what the server is told of the others.

const vscode = require('vscode');

/** Settings that this extension uses itself; every other `mentions.*` is the server's. */
const OWN = [
  'enable', 'server.path', 'demo', 'chooser', 'chooserWidget', 'chooserModel', 'position', 'viewport',
  'statusBar', 'avatars', 'backspace', 'textEvents', 'trace.server',
];
/** Who may start programs or reach the network is the user's to say, never a workspace's. */
const TRUST = 'trustedFolders';
/** Settings that may start programs or reach the network: not those of a workspace that is not trusted. */
const GUARDED = ['sources'];
/** The name of the source for people from other extensions. */
const EDITOR_SOURCE = 'editor';

/**
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
function own(key, fallback) { return vscode.workspace.getConfiguration('mentions').get(key, fallback); }

/**
 * How results are shown: `suggest` or `quickPick`.
 * @returns {string}
 */
function chooserKind() { return own('chooser', 'suggest'); }

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) { return typeof value === 'object' && value !== null && !Array.isArray(value); }

/** @param {any} manifest the parsed package.json @returns {string[]} */
function serverKeys(manifest) {
  return manifest.contributes.configuration
    .flatMap((/** @type {any} */ node) => Object.keys(node.properties))
    .map((/** @type {string} */ key) => key.slice('mentions.'.length))
    .filter((/** @type {string} */ key) => !OWN.includes(key));
}

/**
 * What somebody set, by hand; nothing where the default holds. The server's own layers lie below the
 * client's: a default sent as if it had been set would silence the user's file and `.mentions.json`.
 * @param {string} key
 */
function explicit(key) {
  const found = vscode.workspace.getConfiguration('mentions').inspect(key);
  const values = [found?.globalValue];
  const isHeard = key !== TRUST && (vscode.workspace.isTrusted || !GUARDED.includes(key));
  if (isHeard) values.push(found?.workspaceValue);
  const set = values.filter((value) => value !== undefined);
  if (set.length > 1 && set.every(isObject)) return Object.assign({}, ...set);
  return set.at(-1);
}

/**
 * The answer to `workspace/configuration` for the section `mentions`.
 * @param {string[]} keys
 * @param {{ servesEntities: boolean }} extras whether other extensions serve entities
 * @returns {Record<string, unknown>}
 */
function serverSettings(keys, extras) {
  /** @type {Record<string, any>} */
  const settings = {};
  for (const key of keys) {
    const value = explicit(key);
    if (value !== undefined) settings[key] = value;
  }
  if (vscode.workspace.isTrusted) {
    const folders = (vscode.workspace.workspaceFolders ?? [])
      .filter((folder) => folder.uri.scheme === 'file').map((folder) => folder.uri.fsPath);
    const named = Array.isArray(settings[TRUST]) ? settings[TRUST] : [];
    if (folders.length > 0) settings[TRUST] = [...new Set([...named, ...folders])];
  }
  if (extras.servesEntities) {
    const sources = isObject(settings.sources) ? settings.sources : {};
    const hasOne = Object.values(sources).some((source) => isObject(source) && source.type === 'client');
    if (!hasOne) settings.sources = { ...sources, [EDITOR_SOURCE]: { type: 'client' } };
  }
  return settings;
}

/**
 * What holds from the start and cannot be changed without a restart. The characters of triggers are among it:
 * the answer to `initialize` names those at which the editor asks by itself, and the settings come after it.
 */
function initializationOptions() {
  const triggers = explicit('triggers');
  return {
    notifications: true, tokenType: 'mention', demo: own('demo', false),
    textEvents: own('textEvents', false),
    // Without their sources, of which the server has not heard yet.
    ...Array.isArray(triggers) && {
      triggers: triggers.map((trigger) => (isObject(trigger) ? { ...trigger, sources: undefined } : trigger)),
    },
  };
}

module.exports = {
  OWN, TRUST, chooserKind, initializationOptions, own, serverKeys, serverSettings,
};
