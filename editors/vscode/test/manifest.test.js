'use strict';
// Checks the manifest against VS Code's known rules and against the sources.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { needsServer, source, start, World } = require('./support/run');
const { keys } = require('./support/when');
const manifest = require('../package.json');

const top = path.join(__dirname, '..');
const { contributes } = manifest;
const commands = contributes.commands.map(({ command }) => command);
const settings = Object.assign({}, ...contributes.configuration.map(({ properties }) => properties));
/** VS Code's context keys that the manifest uses. */
const BUILT_IN = [
  'editorTextFocus', 'editorReadonly', 'editorHasSelection', 'editorHasMultipleSelections', 'editorIsOpen',
  'textInputFocus', 'suggestWidgetVisible', 'suggestWidgetHasFocusedSuggestion', 'suggestionMakesTextEdit',
  'acceptSuggestionOnEnter',
];
const OURS = ['mentions.running', 'mentions.afterMention', 'mentions.onMention', 'mentions.suggesting'];

function sources(folder = path.join(top, 'src')) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? sources(place) : [[place, fs.readFileSync(place, 'utf8')]];
  });
}

test('everything that an extension needs is there', () => {
  for (const key of ['name', 'displayName', 'description', 'version', 'publisher', 'license']) {
    assert.strictEqual(typeof manifest[key], 'string', key);
  }
  assert.match(manifest.name, /^[a-z0-9-]+$/);
  assert.match(manifest.publisher, /^[a-z0-9][a-z0-9-]*$/);
  assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
  assert.match(manifest.engines.vscode, /^\^1\.\d+\.\d+$/);
  assert.ok(manifest.keywords.length <= 30);
  assert.ok(fs.existsSync(path.join(top, manifest.main)), manifest.main);
  for (const file of ['README.md', 'CHANGELOG.md']) assert.ok(fs.existsSync(path.join(top, file)), file);
  const known = [
    'Programming Languages', 'Snippets', 'Linters', 'Themes', 'Debuggers', 'Formatters', 'Keymaps', 'Testing',
    'SCM Providers', 'Other', 'Extension Packs', 'Language Packs', 'Data Science', 'Machine Learning',
    'Visualization', 'Notebooks', 'Education',
  ];
  for (const category of manifest.categories) assert.ok(known.includes(category), category);
});

test('the language client is the only dependency, and nothing else is required', () => {
  assert.deepStrictEqual(Object.keys(manifest.dependencies), ['vscode-languageclient']);
  assert.strictEqual(manifest.devDependencies, undefined);
  for (const [file, text] of sources()) {
    for (const [, name] of text.matchAll(/require\('([^']+)'\)/g)) {
      const isKnown = name.startsWith('.') || name.startsWith('node:')
        || ['vscode', 'vscode-languageclient/node'].includes(name);
      assert.ok(isKnown, `${file} requires ${name}`);
    }
  }
});

test('the picture in the gallery is a PNG of at least 128 pixels; no licence is claimed', () => {
  const icon = fs.readFileSync(path.join(top, manifest.icon));
  assert.strictEqual(icon.toString('latin1', 1, 4), 'PNG');
  assert.ok(icon.readUInt32BE(16) >= 128 && icon.readUInt32BE(16) === icon.readUInt32BE(20));
  assert.match(manifest.galleryBanner.color, /^#[0-9a-f]{6}$/);
  assert.strictEqual(manifest.license, 'UNLICENSED');
});

test('the package is small and contains everything that the extension needs', () => {
  const pattern = (line) => line.replaceAll('.', '\\.').replace('**', '.+').replace(/(?<!\.)\*/, '[^/]*');
  const ignored = fs.readFileSync(path.join(top, '.vscodeignore'), 'utf8').split('\n').filter(Boolean)
    .map((line) => new RegExp(`^${pattern(line)}$`));
  const all = (folder) => fs.readdirSync(path.join(top, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.name === 'node_modules' || entry.name.endsWith('.vsix')) return [];
    return entry.isDirectory() ? all(file) : [file];
  });
  const isPacked = (file) => !ignored.some((each) => each.test(file));
  const packed = all('.').filter(isPacked);
  // Of the installed packages, only the code that runs and the licences.
  const installed = ['lib/main.js', 'package.json', 'License.txt', 'lib/main.d.ts', 'lib/main.js.map'];
  assert.deepStrictEqual(
    installed.filter((file) => isPacked(`node_modules/client/${file}`)), installed.slice(0, 3));
  const schemas = contributes.jsonValidation.map(({ url }) => path.posix.normalize(url));
  const needed = [
    'package.json', 'README.md', 'CHANGELOG.md', manifest.icon, 'types/mentions.d.ts', ...schemas,
    ...sources().map(([file]) => path.relative(top, file)),
    ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown)),
  ];
  for (const file of needed) assert.ok(packed.includes(file), file);
  assert.deepStrictEqual(packed.filter((file) => /^test\/|\.svg$|jsconfig/.test(file)), []);
  const size = packed.reduce((sum, file) => sum + fs.statSync(path.join(top, file)).size, 0);
  assert.ok(size < 500_000, `${size} bytes`);
});

test('pictures in the README exist and are PNG', () => {
  const text = fs.readFileSync(path.join(top, 'README.md'), 'utf8');
  const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file]) => file);
  assert.ok(pictures.length >= 3);
  for (const file of pictures) assert.ok(file.endsWith('.png') && fs.existsSync(path.join(top, file)), file);
  // vsce refuses relative links if the manifest names no repository, unless told to leave them unchanged.
  assert.match(manifest.scripts.package, /--no-rewrite-relative-links/);
  for (const [, target] of text.matchAll(/\]\(([^)]+)\)/g)) assert.match(target, /^(https?:|#|media\/)/);
});

test('activation: events that VS Code knows; commands need none since 1.74', () => {
  for (const event of manifest.activationEvents) {
    assert.match(event, /^(onStartupFinished|onLanguage:[\w-]+)$/);
  }
  const [, minor] = manifest.engines.vscode.split('.').map(Number);
  assert.ok(minor >= 82, 'vscode-languageclient 9 needs 1.82');
});

test('trust and virtual workspaces are declared; restricted configurations are settings', () => {
  const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
  for (const capability of [untrustedWorkspaces, virtualWorkspaces]) {
    assert.strictEqual(capability.supported, 'limited');
    assert.ok(capability.description.length > 20);
  }
  for (const key of untrustedWorkspaces.restrictedConfigurations) assert.ok(settings[key], key);
});

test('every command declared is registered, and every one registered is declared', needsServer, async () => {
  const world = await start({});
  const registered = [...world.registered.keys()];
  await world.deactivate();
  // The client runs them for an accepted item and for code actions; users have no use for them.
  const unseen = ['mentions.accept', 'mentions.write'];
  assert.deepStrictEqual(registered.filter((id) => !unseen.includes(id)).sort(), [...commands].sort());
});

test('commands have a title and a category; menus, keys and walkthrough name existing commands', () => {
  assert.strictEqual(new Set(commands).size, commands.length);
  for (const { command, title, category, enablement } of contributes.commands) {
    assert.match(command, /^mentions\.\w+$/);
    assert.ok(title && category === 'Mentions', command);
    // While the user types in the palette, the palette has the focus.
    assert.doesNotMatch(enablement ?? '', /focus/i, command);
  }
  const named = [
    ...Object.values(contributes.menus).flat(), ...contributes.keybindings,
  ].map(({ command }) => command);
  const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  const links = steps.flatMap(({ description }) => [...description.matchAll(/\(command:([\w.]+)/g)])
    .map(([, id]) => id);
  const events = steps.flatMap(({ completionEvents }) => completionEvents)
    .filter((event) => event.startsWith('onCommand:')).map((event) => event.slice('onCommand:'.length));
  for (const id of [...named, ...links, ...events]) {
    assert.ok(commands.includes(id) || id.startsWith('workbench.action.'), id);
  }
});

test('context keys: VS Code\'s own, or set by the sources', () => {
  const clauses = [
    ...contributes.commands.map(({ enablement }) => enablement),
    ...contributes.keybindings.map(({ when }) => when),
    ...Object.values(contributes.menus).flat().map(({ when }) => when),
  ].filter(Boolean);
  assert.ok(clauses.length > 10);
  for (const key of clauses.flatMap(keys)) assert.ok([...BUILT_IN, ...OURS].includes(key), key);
  const text = sources().map(([, each]) => each).join('\n');
  for (const key of OURS) {
    const [, name] = new RegExp(`const (\\w+) = '${key}'`).exec(text) ?? [];
    assert.ok(text.includes(`executeCommand('setContext', ${name}, `), key);
  }
});

const bindings = (command) => contributes.keybindings.filter((each) => each.command === command);

test('the keys that accept a suggestion are bound where the editor binds them, in a mention', () => {
  const keys = bindings('mentions.takeSuggestion');
  assert.deepStrictEqual(keys.map(({ key }) => key), ['enter', 'tab']);
  for (const { when } of keys) {
    const parts = when.split(/ && /);
    for (const part of [
      'mentions.suggesting', 'suggestWidgetVisible', 'suggestWidgetHasFocusedSuggestion', 'textInputFocus',
    ]) assert.ok(parts.includes(part), part);
  }
});

test('Escape is bound where the editor closes its list, in a mention', () => {
  const [{ key, when }, ...others] = bindings('mentions.closeSuggestions');
  assert.deepStrictEqual([key, others.length], ['escape', 0]);
  assert.strictEqual(when, 'mentions.suggesting && suggestWidgetVisible && textInputFocus');
});

test('the backspace keys are bound only right after a mention, where there is only one cursor', () => {
  const keys = bindings('mentions.deleteLeft');
  assert.deepStrictEqual(keys.map(({ key }) => key), ['backspace', 'shift+backspace']);
  for (const { when } of keys) {
    const parts = when.split(/ && /);
    for (const part of [
      'mentions.afterMention', 'editorTextFocus', '!editorReadonly', '!editorHasSelection',
      '!editorHasMultipleSelections',
    ]) assert.ok(parts.includes(part), part);
  }
});

test('semantic tokens: names by VS Code\'s pattern, as the server sends them', needsServer, async () => {
  const pattern = /^\w+[-_\w+]*$/;
  const types = contributes.semanticTokenTypes.map(({ id }) => id);
  const modifiers = contributes.semanticTokenModifiers.map(({ id }) => id);
  const named = [...contributes.semanticTokenTypes, ...contributes.semanticTokenModifiers];
  for (const { id, description } of named) {
    assert.match(id, pattern);
    assert.ok(description, id);
  }
  const selector = /^(\w+[-_\w+]*|\*)(\.\w+[-_\w+]*)*(:\w+[-_\w+]*)?$/;
  const { rules } = contributes.configurationDefaults['editor.semanticTokenColorCustomizations'];
  const { scopes } = contributes.semanticTokenScopes[0];
  for (const rule of [...Object.keys(rules), ...Object.keys(scopes)]) {
    assert.match(rule, selector);
    const [type, modifier] = rule.split('.');
    assert.ok(types.includes(type) && (modifier === undefined || modifiers.includes(modifier)), rule);
  }
  // Fixed colours would be wrong in some theme: the theme's scopes give colours, the rules font styles.
  for (const rule of Object.values(rules)) {
    for (const property of Object.keys(rule)) {
      assert.ok(['bold', 'italic', 'underline', 'strikethrough'].includes(property), property);
    }
  }
  const world = await start({});
  const { legend } = world.clients[0].initializeResult.capabilities.semanticTokensProvider;
  await world.deactivate();
  assert.deepStrictEqual([legend.tokenTypes, legend.tokenModifiers], [types, modifiers]);
});

test('settings: prefixed, described, with a default, and none a prefix of another', () => {
  const names = Object.keys(settings);
  for (const [name, setting] of Object.entries(settings)) {
    assert.match(name, /^mentions\./);
    assert.ok(setting.description ?? setting.markdownDescription, name);
    assert.ok('default' in setting, `${name} has no default`);
    assert.ok(setting.type ?? setting.enum, `${name} has no type`);
    assert.ok(['window', 'machine', 'machine-overridable', 'application'].includes(setting.scope), name);
    const described = setting.enumDescriptions ?? setting.markdownEnumDescriptions;
    assert.strictEqual(described?.length, setting.enum?.length, name);
    // `a` and `a.b` cannot both be set: VS Code would drop one of them.
    for (const other of names) assert.ok(!other.startsWith(`${name}.`), `${other} hides behind ${name}`);
  }
  const { OWN, TRUST, serverKeys } = source('settings.js', new World());
  const [own, server] = contributes.configuration.map(
    ({ properties }) => Object.keys(properties).map((name) => name.slice('mentions.'.length)));
  assert.deepStrictEqual([...OWN].sort(), own.sort());
  assert.deepStrictEqual(serverKeys(manifest).sort(), server.sort());
  assert.strictEqual(settings[`mentions.${TRUST}`].scope, 'machine');
});

test('settings that the sources read are declared', () => {
  for (const [file, text] of sources()) {
    for (const [, key] of text.matchAll(/\bown\('([^']+)'/g)) {
      assert.ok(settings[`mentions.${key}`], `${file} reads mentions.${key}`);
    }
  }
});

test('configuration defaults are for VS Code\'s settings or for a language', () => {
  for (const [name, value] of Object.entries(contributes.configurationDefaults)) {
    assert.match(name, /^(\[[\w-]+\]|editor\.semanticTokenColorCustomizations)$/);
    if (!name.startsWith('[')) continue;
    assert.deepStrictEqual(
      Object.keys(value), ['editor.inlayHints.maximumLength', 'editor.semanticHighlighting.enabled']);
  }
});

test('the walkthrough: steps have existing pictures and reachable completion events', () => {
  for (const { id, title, description, steps } of contributes.walkthroughs) {
    assert.ok(id && title && description);
    assert.strictEqual(new Set(steps.map((step) => step.id)).size, steps.length);
    for (const step of steps) {
      assert.ok(step.title && step.description, step.id);
      assert.ok(fs.existsSync(path.join(top, step.media.markdown)), step.media.markdown);
      for (const event of step.completionEvents) {
        const [, kind, what] = /^(onCommand|onContext|onSettingChanged):(.+)$/.exec(event);
        const known = { onCommand: commands, onContext: OURS, onSettingChanged: Object.keys(settings) }[kind];
        assert.ok(known.includes(what), event);
      }
    }
  }
  const [, walkthrough] = /const WALKTHROUGH = '(\w+)'/.exec(
    fs.readFileSync(path.join(top, 'src', 'commands.js'), 'utf8'));
  assert.ok(contributes.walkthroughs.some(({ id }) => id === walkthrough));
});

test('every file is short enough to be read', () => {
  const folders = ['src', 'src/chooser', 'src/display', 'test', 'test/support', 'types'];
  for (const folder of folders) {
    for (const name of fs.readdirSync(path.join(top, folder)).filter((each) => /\.(js|ts)$/.test(each))) {
      const lines = fs.readFileSync(path.join(top, folder, name), 'utf8').split('\n');
      assert.ok(lines.length <= 401, `${name}: ${lines.length} lines`);
      for (const [index, line] of lines.entries()) {
        assert.ok(line.length <= 110, `${folder}/${name}:${index + 1} has ${line.length} columns`);
      }
    }
  }
});

test('every doubled VS Code API is in doubles.md, with its documentation', () => {
  const text = fs.readFileSync(path.join(__dirname, 'support', 'doubles.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `')).map((line) => line.split('|'));
  const told = rows.flatMap(([, calls]) => [...calls.matchAll(/`([\w.]+)`/g)].map(([, name]) => name));
  assert.ok(rows.every(([, , documentation, what]) => documentation.trim() && what.trim()));
  const { vscode } = new World();
  const doubled = Object.keys(vscode).filter((name) => name !== 'disposables').flatMap((name) => (
    /^[a-z]/.test(name) ? Object.keys(vscode[name]).map((each) => `${name}.${each}`) : [name]));
  assert.deepStrictEqual([...told].sort(), [...doubled].sort());
});
