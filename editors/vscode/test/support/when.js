'use strict';
// `when` clauses, as far as the manifest uses them: `&&`, `||`, `!`, keys and comparisons with `==`.

/** @returns the names of the context keys in a clause */
function keys(clause) {
  return clause.split(/&&|\|\|/).map((part) => part.trim().replace(/^!/, '').split(/\s*==\s*/)[0])
    .filter((key) => key !== 'true' && key !== 'false');
}

function holds(clause, contexts) {
  return clause.split('||').some((alternative) => alternative.split('&&').every((part) => {
    const [, not, key, value] = /^(!?)([\w.]+)(?:\s*==\s*(.+))?$/.exec(part.trim());
    const known = key === 'true' || (key !== 'false' && contexts[key]);
    return (value === undefined ? Boolean(known) : String(known) === value) !== (not === '!');
  }));
}

module.exports = { holds, keys };
