'use strict';
// The settings in the manifest and the schema of `.mentions.json` match the server's declaration.
// MENTIONS_UPDATE=1 regenerates them, and the test fails this once.

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { configuration, format } = require('./support/generated');
const { needsServer } = require('./support/run');

const top = path.join(__dirname, '..');
const manifestFile = path.join(top, 'package.json');
const schemaFile = path.join(top, 'schema', 'mentions.json');
const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const isUpdating = process.env.MENTIONS_UPDATE === '1';

const isServers = ({ title }) => title === 'Mentions: Server';
const server = ({ contributes }) => contributes.configuration.find(isServers);

test('the settings are those that the server declares', needsServer, () => {
  const schema = JSON.parse(execFileSync(process.env.MENTIONS_LSP, ['schema'], { encoding: 'utf8' }));
  const manifest = read(manifestFile);
  const known = { properties: server(manifest).properties, schema: read(schemaFile) };
  if (isUpdating) {
    server(manifest).properties = configuration(schema);
    fs.writeFileSync(manifestFile, format(manifest));
    fs.writeFileSync(schemaFile, format(schema));
  }
  assert.deepStrictEqual(known, { properties: configuration(schema), schema });
});
