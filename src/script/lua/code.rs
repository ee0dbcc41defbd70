//! The bytecode of a bot.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Bytecode of every file of a bundle, by name.
pub struct LuaCode {
    /// The file with the hooks.
    pub main: String,
    /// Bytecode by file name.
    pub chunks: BTreeMap<String, Vec<u8>>,
    /// Source by file name, for what errors name.
    pub sources: Arc<BTreeMap<String, String>>,
}
