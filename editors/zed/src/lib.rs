//! Starts `mentions-lsp` for the languages that extension.toml names, and passes on what the settings say of it.

use zed_extension_api::{self as zed, serde_json, settings::LspSettings, LanguageServerId, Result, Worktree};

struct Mentions;

impl zed::Extension for Mentions {
    fn new() -> Self {
        Mentions
    }

    fn language_server_command(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<zed::Command> {
        let chosen = LspSettings::for_worktree(server.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary);
        let path = chosen.as_ref().and_then(|binary| binary.path.clone());
        let command = path
            .or_else(|| worktree.which("mentions-lsp"))
            .ok_or("mentions-lsp is not on the PATH; see lsp.mentions-lsp.binary.path in the settings")?;
        Ok(zed::Command {
            command,
            args: chosen.and_then(|binary| binary.arguments).unwrap_or_default(),
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree).ok();
        Ok(settings.and_then(|settings| settings.initialization_options))
    }

    fn language_server_workspace_configuration(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree).ok();
        Ok(settings.and_then(|settings| settings.settings))
    }
}

zed::register_extension!(Mentions);
