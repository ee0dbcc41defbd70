//! Finds keys that a map certainly lacks: in the bot's memory, the argument of `start`, and
//! constants.

use rhai::{AST, ASTFlags, ASTNode, Expr, Stmt};
use std::collections::{BTreeMap, BTreeSet};

use super::Walk;
use crate::INFO_FIELDS;
use crate::lint::LintRule;
use crate::rhai::chains::{Link, LinkKind, links};
use crate::rhai::words;
use juez_core::nearest;

/// Returns the keys of a file's constants that are maps.
pub fn constant(tree: &AST) -> BTreeMap<String, BTreeSet<String>> {
    let map = |statement: &Stmt| match statement {
        Stmt::Var(var, flags, _) if flags.contains(ASTFlags::CONSTANT) => match &var.1 {
            Expr::Map(map, _) => {
                let keys = map.0.iter().map(|(name, _)| name.name.to_string());
                Some((var.0.name.to_string(), keys.collect()))
            }
            _ => None,
        },
        _ => None,
    };
    tree.statements().iter().filter_map(map).collect()
}

/// Returns true if every key of `this` in a file is a literal name: none is computed, and `this` is
/// not passed to anything that could add one.
pub fn is_written_by_name(tree: &AST) -> bool {
    let mut by_name = true;
    tree.walk(&mut |path| {
        by_name &= match path.last() {
            Some(ASTNode::Stmt(Stmt::Assignment(parts))) => match links(&parts.1.lhs) {
                None => !matches!(parts.1.lhs, Expr::ThisPtr(_)),
                Some((Expr::ThisPtr(_), links)) => is_by_name(&links),
                Some(_) => true,
            },
            Some(
                ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Expr(Expr::MethodCall(call, _)),
            ) => !call.args.iter().any(|arg| matches!(arg, Expr::ThisPtr(_))),
            Some(ASTNode::Expr(chain @ (Expr::Dot(..) | Expr::Index(..)))) => match links(chain) {
                Some((Expr::ThisPtr(_), links)) => !matches!(
                    links.first().map(|link| link.kind),
                    Some(LinkKind::Method(call))
                        if matches!(call.name.as_str(), "mixin" | "set" | "fill_with" | "+=")
                ),
                _ => true,
            },
            _ => true,
        };
        by_name
    });
    by_name
}

fn is_by_name(links: &[Link<'_>]) -> bool {
    match links.first().map(|link| link.kind) {
        Some(LinkKind::Index(index)) => matches!(index, Expr::StringConstant(..)),
        _ => true,
    }
}

impl Walk<'_> {
    /// Reports the first member if the map certainly lacks it.
    pub fn absent(&mut self, root: &Expr, links: &[Link<'_>]) {
        let Some(Link { kind: LinkKind::Property(name), at, .. }) = links.first() else { return };
        let name = *name;
        let (map, near) = match root {
            Expr::ThisPtr(_) if self.memory && !self.keys.contains(name) => {
                // A key that is never written can be tested for; a misspelt one is a mistake.
                let Some(near) = nearest(name, self.keys.iter().copied()) else { return };
                ("this", Some(near.to_string()))
            }
            Expr::Variable(parts, ..) if self.info.as_deref() == Some(parts.1.as_str()) => {
                let known = || INFO_FIELDS.iter().map(|field| field.name);
                if known().any(|known| known == name) {
                    return;
                }
                (parts.1.as_str(), nearest(name, known()).map(str::to_string))
            }
            Expr::Variable(parts, ..) if parts.2.is_empty() => {
                let constant = parts.1.as_str();
                let Some(keys) = self.maps.get(constant) else { return };
                let shadows = self.scope.iter().filter(|known| *known == constant).count();
                if shadows > 1 || keys.contains(name) {
                    return;
                }
                (constant, nearest(name, keys.iter().map(String::as_str)).map(str::to_string))
            }
            _ => return,
        };
        self.tell(*at, LintRule::UnknownMember, |_| match &near {
            Some(near) => words::map_has_no_near(map, name, near),
            None => words::map_has_no(map, name),
        });
    }
}
