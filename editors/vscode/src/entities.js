'use strict';
// Entities that other extensions serve: the server's source of type `client`.

const vscode = require('vscode');

/** @typedef {import('../types/mentions').EntityProvider} EntityProvider */
/** @typedef {import('../types/mentions').EntityQuery} EntityQuery */
/** @typedef {import('../types/mentions').Entity} Entity */

/**
 * What a provider returned, as batches.
 * @param {ReturnType<EntityProvider['retrieveEntities']>} returned
 */
async function* batches(returned) {
  const stream = /** @type {AsyncIterable<any>} */ (returned);
  if (typeof stream?.[Symbol.asyncIterator] === 'function') yield* stream;
  else yield await returned;
}

class EntityProviders {
  /** @param {import('./connection').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {Set<EntityProvider>} */
    this.providers = new Set();
    connection.answer('mentions/retrieveEntities', (query, token) => this.retrieve(query, token));
    connection.answer('mentions/resolveEntity', ({ entity }) => this.resolve(entity));
  }

  /** @param {EntityProvider} provider */
  register(provider) {
    if (typeof provider?.retrieveEntities !== 'function') {
      throw new TypeError('a source of entities needs a function retrieveEntities(query, token)');
    }
    this.providers.add(provider);
    this.changed();
    return new vscode.Disposable(() => {
      this.providers.delete(provider);
      this.changed();
    });
  }

  changed() {
    const serves = this.providers.size > 0;
    if (serves === this.connection.servesEntities) return;
    this.connection.servesEntities = serves;
    this.connection.settingsChanged();
  }

  /**
   * Answers with the first batch that has something; what comes later follows by itself.
   * @param {EntityQuery} query
   * @param {import('vscode').CancellationToken} token
   */
  async retrieve(query, token) {
    return new Promise((answer) => {
      let isAnswered = false;
      let open = this.providers.size;
      /** @param {(Entity | string)[]} entities */
      const deliver = (entities) => {
        const batch = { entities, dedupe: true, isComplete: open === 0 };
        if (isAnswered) this.connection.notify('mentions/entities', { queryID: query.queryID, ...batch });
        else answer(batch);
        isAnswered = true;
      };
      if (open === 0) deliver([]);
      for (const provider of this.providers) {
        this.ask(provider, query, token, deliver).finally(() => {
          open -= 1;
          if (open === 0) deliver([]);
        });
      }
    });
  }

  /**
   * @param {EntityProvider} provider
   * @param {EntityQuery} query
   * @param {import('vscode').CancellationToken} token
   * @param {(entities: (Entity | string)[]) => void} deliver
   */
  async ask(provider, query, token, deliver) {
    try {
      for await (const batch of batches(provider.retrieveEntities(query, token))) {
        // An empty batch is the last one.
        if (token.isCancellationRequested || !batch || batch.length === 0) return;
        deliver(batch);
      }
    } catch (error) {
      this.connection.log.warn(`a source of entities failed: ${error}`);
    }
  }

  /**
   * The first provider that knows more.
   * @param {Entity} entity
   */
  async resolve(entity) {
    for (const provider of this.providers) {
      try {
        const detailed = await provider.resolveEntity?.(entity);
        if (detailed) return { entity: detailed };
      } catch (error) {
        this.connection.log.warn(`a source of entities failed: ${error}`);
      }
    }
    return { entity };
  }

  dispose() {
    this.providers.clear();
    this.connection.servesEntities = false;
  }
}

module.exports = { EntityProviders };
