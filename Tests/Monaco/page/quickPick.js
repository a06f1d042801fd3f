'use strict';
// `window.createQuickPick` on the core's quick input, as in the extension host and the main thread
// (extHostQuickOpen.ts, mainThreadQuickOpen.ts): properties are sent as updates, events come back.

const PROPERTIES = ['title', 'placeholder', 'value', 'busy', 'matchOnDescription', 'keepScrollPosition', 'sortByLabel'];

function quickPick(host) {
  const { window, EventEmitter } = host;
  const own = window.services.quickInput.createQuickPick();
  const [value, accept, hide, button] = [1, 2, 3, 4].map(() => new EventEmitter());
  const state = { items: [], activeItems: [], buttons: [], value: '' };
  let handles = [];
  const pick = {
    onDidChangeValue: value.event, onDidAccept: accept.event, onDidHide: hide.event,
    onDidTriggerButton: button.event,
    show: () => { window.toWindow(() => own.show()); },
    hide: () => { window.toWindow(() => own.hide()); },
    dispose() {
      [value, accept, hide, button].forEach((each) => each.dispose());
      window.toWindow(() => own.dispose());
    },
  };
  for (const name of PROPERTIES) {
    Object.defineProperty(pick, name, {
      get: () => state[name],
      set(next) {
        state[name] = next;
        window.toWindow(() => { own[name] = next; });
      },
    });
  }
  Object.defineProperties(pick, {
    items: {
      get: () => state.items,
      set(items) {
        state.items = items;
        const plain = items.map(({ label, description, detail, alwaysShow }, handle) => (
          { label, description, detail, alwaysShow, handle }));
        window.toWindow(() => {
          handles = plain;
          own.items = plain;
        });
      },
    },
    activeItems: {
      get: () => state.activeItems,
      set(items) {
        state.activeItems = items;
        const chosen = items.map((item) => state.items.indexOf(item));
        window.toWindow(() => { own.activeItems = chosen.map((handle) => handles[handle]).filter(Boolean); });
      },
    },
    buttons: { get: () => state.buttons, set(buttons) { state.buttons = buttons; } },
  });
  own.onDidChangeValue((text) => window.toHost(() => {
    state.value = text;
    value.fire(text);
  }));
  own.onDidChangeActive((items) => {
    const chosen = items.map(({ handle }) => handle);
    window.toHost(() => { state.activeItems = chosen.map((handle) => state.items[handle]).filter(Boolean); });
  });
  own.onDidAccept(() => window.toHost(() => accept.fire()));
  own.onDidHide(() => window.toHost(() => hide.fire()));
  return pick;
}

module.exports = { quickPick };
