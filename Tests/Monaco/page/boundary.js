'use strict';
// VS Code's window and its extension host are two processes: what they say to each other arrives in order, and never
// at once.

/** @returns a function that runs a body later, after all that were handed over before, and resolves to its value */
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
