'use strict';
// The part of the manifest that is generated from the server's declared settings (`mentions-lsp schema`).

const PREFIX = 'mentions.';
const FILE_ONLY = '$schema';
/** Only the user may say which folders may start programs: never read from a workspace. */
const MACHINE = ['trustedFolders'];
/** Only the user's own: what is kept of the user, and where tokens go. */
const APPLICATION = ['forge', 'hosts', 'presets', 'learning'];

/** One setting in VS Code's form, with Markdown descriptions. */
function property(name, { description, enumDescriptions, ...rest }) {
  return {
    ...rest,
    ...description && { markdownDescription: description },
    ...enumDescriptions && { markdownEnumDescriptions: enumDescriptions },
    scope: MACHINE.includes(name) ? 'machine' : APPLICATION.includes(name) ? 'application' : 'window',
  };
}

/** @returns the properties of `contributes.configuration` for the server's settings */
function configuration(schema) {
  const names = Object.keys(schema.properties).filter((name) => name !== FILE_ONLY);
  return Object.fromEntries(names.map((name) => [PREFIX + name, property(name, schema.properties[name])]));
}

const WIDTH = 108;

/** A value on one line, with the usual spaces. */
function inline(value) {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inline(each)}`);
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

/** JSON laid out for readers: values that fit are on one line. */
function layOut(value, indent, taken) {
  const line = inline(value);
  const isLeaf = typeof value !== 'object' || value === null;
  if (isLeaf || indent.length + taken + line.length < WIDTH) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Object.entries(value).map(([name, each]) => {
    const head = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `;
    return deeper + head + layOut(each, deeper, head.length);
  });
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

function format(value) { return `${layOut(value, '', 0)}\n`; }

module.exports = { configuration, format };
