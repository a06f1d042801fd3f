-- What vim.lsp.enable('mentions') starts; vim.lsp.config('mentions', { … }) of the user's stands above it.
return require('mentions.client').config()
