" Mentions in Vim or Neovim by vim-lsp, with asyncomplete.vim and asyncomplete-lsp.vim for lists that open while you type:
" source this file from your vimrc.
scriptencoding utf-8

augroup mentions
    autocmd!
    autocmd User lsp_setup call lsp#register_server({
    \   'name': 'mentions',
    \   'cmd': {info -> ['mentions-lsp']},
    \   'root_uri': {info -> lsp#utils#path_to_uri(
    \       lsp#utils#find_nearest_parent_file_directory(lsp#utils#get_buffer_path(), '.git/'))},
    \   'allowlist': ['markdown', 'gitcommit', 'text'],
    \   'initialization_options': {'tokenType': 'mention'},
    \})
augroup END

" Nothing is inserted before you choose.
set completeopt=menuone,noinsert,noselect

let g:lsp_semantic_enabled = 1
highlight default link LspSemanticMention Special
