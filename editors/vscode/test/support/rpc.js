'use strict';
// JSON-RPC over a process's standard streams, as small as it can be.

const { spawn } = require('node:child_process');

class RPC {
  /** `receive` gets { method, params } and, for a request, returns or throws its answer. */
  constructor(command, args, receive) {
    this.receive = receive;
    this.waiting = new Map();
    this.next = 1;
    this.rest = Buffer.alloc(0);
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    this.process.stdout.on('data', (bytes) => this.read(bytes));
    this.process.stdin.on('error', () => {});
    this.ended = new Promise((resolve) => {
      this.process.on('exit', (status) => {
        for (const { reject } of this.waiting.values()) reject(new Error('the server has ended'));
        this.waiting.clear();
        resolve(status);
      });
    });
  }

  read(bytes) {
    this.rest = Buffer.concat([this.rest, bytes]);
    for (;;) {
      const end = this.rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.rest.subarray(0, end).toString())[1]);
      if (this.rest.length < end + 4 + length) return;
      const message = JSON.parse(this.rest.subarray(end + 4, end + 4 + length).toString());
      this.rest = this.rest.subarray(end + 4 + length);
      this.take(message);
    }
  }

  async take(message) {
    if (message.method === undefined) {
      const { resolve, reject } = this.waiting.get(message.id) ?? {};
      this.waiting.delete(message.id);
      if (message.error) reject?.(Object.assign(new Error(message.error.message), message.error));
      else resolve?.(message.result);
      return;
    }
    if (message.id === undefined) return void this.receive(message);
    try {
      this.send({ id: message.id, result: (await this.receive(message)) ?? null });
    } catch (error) {
      this.send({ id: message.id, error: { code: -32603, message: error.message } });
    }
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) { this.send({ method, params }); }

  request(method, params) {
    const id = this.next;
    this.next += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }
}

module.exports = { RPC };
