-- File types in which the server is used, unless the option `filetypes` names others.
local M = {
  --- Prose: names are offered with a trigger and without.
  prose = {
    'markdown', 'gitcommit', 'codeowners', 'text', 'mail', 'asciidoc', 'rst', 'tex', 'typst', 'org', 'quarto', 'rmd',
    'mdx', 'octo',
  },
  --- Source code: names are offered after a trigger in comments.
  code = {
    'ada', 'applescript', 'arduino', 'asm', 'astro', 'awk', 'bash', 'bib', 'c', 'clojure', 'cmake', 'coffee', 'cpp',
    'crystal', 'cs', 'css', 'cuda', 'dart', 'dockerfile', 'elixir', 'elm', 'erlang', 'eruby', 'fennel', 'fish',
    'fortran', 'fsharp', 'gdscript', 'glsl', 'go', 'gomod', 'graphql', 'groovy', 'haskell', 'hcl', 'html',
    'htmldjango', 'java', 'javascript', 'javascriptreact', 'json5', 'jsonc', 'julia', 'just', 'kotlin', 'less',
    'lisp', 'lua', 'luau', 'make', 'matlab', 'meson', 'mysql', 'nasm', 'nim', 'nix', 'objc', 'objcpp', 'ocaml',
    'octave', 'pascal', 'perl', 'php', 'plsql', 'postscr', 'prolog', 'proto', 'ps1', 'purescript', 'python', 'r',
    'racket', 'reason', 'ruby', 'rust', 'sass', 'scala', 'scheme', 'scss', 'sh', 'sml', 'solidity', 'sql', 'stylus',
    'svelte', 'swift', 'systemverilog', 'tcl', 'terraform', 'thrift', 'toml', 'typescript', 'typescriptreact', 'vb',
    'verilog', 'vhdl', 'vim', 'vue', 'wgsl', 'xml', 'yaml', 'zig', 'zsh',
  },
}

M.all = vim.list_extend(vim.list_slice(M.prose), M.code)

return M
