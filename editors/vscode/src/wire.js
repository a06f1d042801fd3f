'use strict';
// Positions and ranges as messages have them.

/** @param {import('vscode').Position} position */
function wirePosition({ line, character }) { return { line, character }; }

/** @param {import('vscode').Range} range */
function wireRange({ start, end }) { return { start: wirePosition(start), end: wirePosition(end) }; }

module.exports = { wirePosition, wireRange };
