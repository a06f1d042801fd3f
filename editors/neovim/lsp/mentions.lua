-- What vim.lsp.enable('mentions') starts; the user's vim.lsp.config('mentions', { … }) overrides it.
return require('mentions.client').config()
