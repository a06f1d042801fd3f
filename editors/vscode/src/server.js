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

module.exports = { findServer };
