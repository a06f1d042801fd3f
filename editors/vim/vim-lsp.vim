" Mentions in Vim or Neovim by vim-lsp, with asyncomplete.vim and asyncomplete-lsp.vim for lists that open while you type:
" source this file from your vimrc.
scriptencoding utf-8

let s:filetypes = ['markdown', 'gitcommit', 'text']

augroup mentions
    autocmd!
    autocmd User lsp_setup call lsp#register_server({
    \   'name': 'mentions',
    \   'cmd': {info -> ['mentions-lsp']},
    \   'root_uri': {info -> lsp#utils#path_to_uri(
    \       lsp#utils#find_nearest_parent_file_directory(lsp#utils#get_buffer_path(), '.git/'))},
    \   'allowlist': s:filetypes,
    \   'initialization_options': {'tokenType': 'mention', 'replacesWordBehind': v:true},
    \})
augroup END

" What the server found an item for: the text typed until then begins it.
function! s:IsFor(item, typed) abort
    let l:kept = lsp#omni#get_managed_user_data_from_completed_item(a:item)
    return stridx(get(get(l:kept, 'completion_item', {}), 'filterText', ''), a:typed) == 0
endfunction

" asyncomplete asks nothing while an answer is on its way: what was typed meanwhile is asked for once that came.
let s:asked = -1
function! s:AskAgain() abort
    if s:asked != b:changedtick
        let s:asked = b:changedtick
        call timer_start(0, {-> asyncomplete#_force_refresh()})
    endif
endfunction

" asyncomplete's own preprocessor drops items that are unlike what was typed, as all names are: they begin at the @. The
" server has found, ranked and limited them already, so here they stay as they are. Items of other sources are kept where
" they begin as what was typed. One list has one start: what begins behind it gets the text between.
function! s:Preprocess(options, matches) abort
    let l:start = min(map(values(a:matches), {_, match -> match['startcol']}))
    let l:items = []
    for [l:source, l:match] in items(a:matches)
        let l:base = a:options['typed'][l:match['startcol'] - 1:]
        let l:between = strpart(a:options['typed'], l:start - 1, l:match['startcol'] - l:start)
        let l:is_ours = l:source ==# 'asyncomplete_lsp_mentions'
        if l:is_ours && !empty(l:match['items']) && !s:IsFor(l:match['items'][0], l:base)
            call s:AskAgain()
            continue
        endif
        for l:item in l:match['items']
            if l:is_ours || stridx(l:item['word'], l:base) == 0
                call add(l:items, extend({'word': l:between . l:item['word']}, l:item, 'keep'))
            endif
        endfor
    endfor
    call asyncomplete#preprocess_complete(extend(a:options, {'startcol': l:start}), l:items)
endfunction
let g:asyncomplete_preprocessor = [function('s:Preprocess')]

execute 'source' fnameescape(expand('<sfile>:p:h') . '/whole-lines.vim')

" Nothing is inserted before you choose.
set completeopt=menuone,noinsert,noselect

let g:lsp_semantic_enabled = 1
highlight default link LspSemanticMention Special
