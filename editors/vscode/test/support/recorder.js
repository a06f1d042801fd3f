'use strict';
// People, and a chooser widget that records every call.

const people = ['Ada', 'Grace', 'Barbara'].map(
  (name) => ({ entity: { id: name.toLowerCase(), name }, label: name, matches: [] }));

/** A widget that records every call. */
function recorder(made = 'withChooserDelegate') {
  const notes = [];
  class Recorder {
    constructor(eventDelegate, environment, data) {
      Object.assign(this, { eventDelegate, environment, data, borderMode: 'none', background: undefined });
      notes.push('init');
    }
    get view() { return { title: 'all', rows: [] }; }
    preferredSize(givenSize) {
      notes.push(['preferredSize', givenSize]);
      return { width: 200, height: 3 };
    }
    setFrame(frame) { notes.push(['setFrame', frame]); }
    modelUpdated(property, oldValue, newValue) { notes.push(['modelUpdated', property, oldValue, newValue]); }
  }
  for (const name of [
    'becomeVisible', 'resetScrollPositionAndHide', 'reloadData', 'willBeginLayout', 'didEndLayout',
    'didCreate', 'willDestroy',
  ]) Recorder.prototype[name] = () => { notes.push(name); };
  Recorder[made] = (...parts) => {
    Recorder.last = new Recorder(...parts);
    return Recorder.last;
  };
  return { Recorder, notes };
}

module.exports = { people, recorder };
