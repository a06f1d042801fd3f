'use strict';
// VS Code's window and its extension host are two processes: their messages arrive in order and never synchronously.

/** @returns a function that runs a body later, after all bodies passed before, and resolves to its value */
function boundary() {
  const queue = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = () => queue.shift()();
  return (body) => new Promise((resolve, reject) => {
    queue.push(() => {
      try {
        resolve(body());
      } catch (error) {
        reject(error);
      }
    });
    channel.port2.postMessage(null);
  });
}

module.exports = { boundary };
