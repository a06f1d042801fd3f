'use strict';
// Documents that the server writes and no file holds, such as the card of somebody who is in no file
// (LSP 3.18: workspace/textDocumentContent). vscode-languageclient has this from version 10 on.

const vscode = require('vscode');

/** @typedef {import('vscode-languageclient/node').StaticFeature} StaticFeature */

/** @implements {StaticFeature} */
class VirtualDocuments {
  /** @param {import('vscode-languageclient/node').LanguageClient} client */
  constructor(client) {
    this.client = client;
    /** @type {import('vscode').Disposable[]} */
    this.providers = [];
  }

  /** @param {{ workspace?: { textDocumentContent?: object } }} capabilities */
  fillClientCapabilities(capabilities) {
    const textDocumentContent = { dynamicRegistration: false };
    capabilities.workspace = { ...capabilities.workspace, textDocumentContent };
  }

  /** @param {{ workspace?: { textDocumentContent?: { schemes: string[] } } }} capabilities the server's */
  initialize({ workspace }) {
    this.clear();
    this.providers = (workspace?.textDocumentContent?.schemes ?? []).map((scheme) => (
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: (uri, token) => this.content(uri, token),
      })));
  }

  /** @param {import('vscode').Uri} uri @param {import('vscode').CancellationToken} token */
  async content(uri, token) {
    const params = { uri: this.client.code2ProtocolConverter.asUri(uri) };
    const { text } = await this.client.sendRequest('workspace/textDocumentContent', params, token);
    return text;
  }

  getState() { return { kind: 'static' }; }

  clear() {
    for (const provider of this.providers) provider.dispose();
    this.providers = [];
  }
}

module.exports = { VirtualDocuments };
