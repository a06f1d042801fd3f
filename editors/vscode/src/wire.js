'use strict';
// Ranges as messages have them.

/** @param {import('vscode').Range} range */
function wireRange({ start, end }) {
  return {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
}

module.exports = { wireRange };
