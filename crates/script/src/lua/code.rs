//! The bytecode of a bot.

use juez_luau::Bytecode;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Bundle;

/// Bytecode of every file of a bundle, by name.
#[derive(Clone)]
pub struct LuaCode {
    /// The source, for error messages.
    pub bundle: Arc<Bundle>,
    /// Bytecode by file name.
    pub chunks: Arc<BTreeMap<String, Bytecode>>,
}
