//! The native data of a VM.

use juez_luau::{Ref, Running};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::code::LuaCode;
use crate::host::Host;
use juez_core::Vocabulary;

/// The data of the native functions of a VM.
pub struct Native {
    /// Implements the methods of objects.
    pub host: Rc<Host>,
    /// The files of the bot.
    pub code: LuaCode,
    /// The values of required files; a file that is still running has none.
    pub modules: Rc<Modules>,
    /// The texts of each vocabulary made so far, a table by number.
    pub vocabularies: RefCell<Vec<(&'static Vocabulary, Ref)>>,
}

/// The values of required files by name.
pub type Modules = RefCell<BTreeMap<String, Option<Ref>>>;

/// Returns the data of the native functions of a bot's VM.
#[inline]
pub fn native(vm: &Running) -> &Native {
    vm.attached().expect("the VM of a bot has this data before the bot runs")
}
