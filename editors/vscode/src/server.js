'use strict';
// Finding the language server's program.

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const NAME = 'mentions-lsp';

/** @param {string} file */
function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** @param {string} file */
function inHome(file) {
  return file === '~' || file.startsWith('~/') ? path.join(os.homedir(), file.slice(1)) : file;
}

/**
 * The program to start, or what is wrong, in a sentence for people.
 * @param {string} setting the setting `mentions.server.path`: a path or a name; empty for the usual name
 * @param {{ PATH?: string }} environment
 * @param {string} platform
 * @returns {{ command: string } | { problem: string }}
 */
function findServer(setting, environment, platform) {
  const wanted = inHome(setting.trim() || NAME);
  if (wanted.includes('/') || wanted.includes('\\')) {
    if (!path.isAbsolute(wanted)) {
      return { problem: `mentions.server.path must be a name or an absolute path, not ${wanted}` };
    }
    return isProgram(wanted)
      ? { command: wanted } : { problem: `mentions.server.path: there is no program ${wanted}` };
  }
  const endings = platform === 'win32' ? ['.exe', ''] : [''];
  for (const folder of (environment.PATH ?? '').split(path.delimiter).filter(Boolean)) {
    for (const ending of endings) {
      const file = path.join(folder, wanted + ending);
      if (isProgram(file)) return { command: file };
    }
  }
  return { problem: `${wanted} was not found on the PATH` };
}

/** The oldest server that has all that this extension asks for. */
const OLDEST = '0.1.0';

/** @param {string} version */
function parts(version) { return version.split(/[.-]/, 3).map(Number); }

/**
 * What is wrong with a server that runs, in a sentence for people; empty where nothing is.
 * @param {{ name: string, version?: string } | undefined} info what it says of itself
 */
function outdated(info) {
  if (info?.name !== NAME) return `the program that runs is ${info?.name ?? 'something else'}, not ${NAME}`;
  const [found, oldest] = [parts(info.version ?? '0'), parts(OLDEST)];
  const place = oldest.findIndex((part, index) => part !== (found[index] || 0));
  return place >= 0 && (found[place] || 0) < oldest[place]
    ? `${NAME} ${info.version ?? ''} is older than this extension, which needs ${OLDEST}` : '';
}

module.exports = { findServer, outdated };
