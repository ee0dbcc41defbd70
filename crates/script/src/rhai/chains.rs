//! Chains of members and indexes: `a.b[c].d(e)`.
//!
//! Rhai nests them to the right, and the meaning of a part depends on the previous one.

use rhai::{ASTFlags, Expr, FnCallExpr, Position};

use crate::work::count;

/// A part of a chain after its root.
#[derive(Clone, Copy)]
pub struct Link<'a> {
    /// The kind.
    pub kind: LinkKind<'a>,
    /// Its position.
    pub at: Position,
    /// The position of its dot or bracket.
    pub sign: Position,
}

/// A part of a chain.
#[derive(Clone, Copy)]
pub enum LinkKind<'a> {
    Property(&'a str),
    Method(&'a FnCallExpr),
    Index(&'a Expr),
}

/// Returns the root of a chain and its parts from left to right; `None` for any other expression.
pub fn links(chain: &Expr) -> Option<(&Expr, Vec<Link<'_>>)> {
    let mut links = Vec::new();
    let (Expr::Dot(pair, ..) | Expr::Index(pair, ..)) = chain else { return None };
    let mut around = chain;
    let mut part = &pair.rhs;
    loop {
        let (element, next) = match part {
            Expr::Dot(pair, ..) | Expr::Index(pair, ..) if goes_on(around) => {
                (&pair.lhs, Some(&pair.rhs))
            }
            _ => (part, None),
        };
        let (kind, at) = match element {
            Expr::Property(name, at) => (LinkKind::Property(name.2.as_str()), *at),
            Expr::MethodCall(call, at) => (LinkKind::Method(call), *at),
            index => (LinkKind::Index(index), index.start_position()),
        };
        links.push(Link { kind, at, sign: around.position() });
        count(1);
        let Some(next) = next else { return Some((&pair.lhs, links)) };
        around = part;
        part = next;
    }
}

/// Changes the expressions in a chain: its root, its indexes and the arguments of its methods.
pub fn each_inside(chain: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    let mut goes = goes_on(chain);
    let (Expr::Dot(pair, ..) | Expr::Index(pair, ..)) = chain else { return };
    change(&mut pair.lhs);
    let mut part = &mut pair.rhs;
    loop {
        let more = goes && matches!(part, Expr::Dot(..) | Expr::Index(..));
        goes = goes_on(part);
        if !more {
            return change_part(part, change);
        }
        let (Expr::Dot(pair, ..) | Expr::Index(pair, ..)) = part else { return };
        change_part(&mut pair.lhs, change);
        part = &mut pair.rhs;
    }
}

fn change_part(part: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    match part {
        Expr::Property(..) => {}
        Expr::MethodCall(call, _) => call.args.iter_mut().for_each(&mut *change),
        index => change(index),
    }
}

/// Returns true if the right side continues the chain, false if it is a complete index.
pub fn goes_on(part: &Expr) -> bool {
    match part {
        Expr::Dot(_, flags, _) | Expr::Index(_, flags, _) => !flags.contains(ASTFlags::BREAK),
        _ => false,
    }
}
