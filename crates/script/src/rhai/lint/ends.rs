//! The variables that a body sets, and its last statement.

use rhai::{AST, ASTFlags, ASTNode, Expr, Module, Position, Stmt};

/// Returns true if a body declares or assigns a variable of this name.
pub fn sets(statements: &[Stmt], name: &str) -> bool {
    let mut sets = false;
    walk_all(statements, &mut |node| {
        sets |= match node {
            ASTNode::Stmt(Stmt::Var(var, ..)) => var.0.name == name,
            ASTNode::Stmt(Stmt::For(each, _)) => {
                each.0.name == name || each.1.as_ref().is_some_and(|counter| counter.name == name)
            }
            ASTNode::Stmt(Stmt::TryCatch(attempt, _)) => {
                matches!(&attempt.expr, Expr::Variable(caught, ..) if caught.1 == name)
            }
            ASTNode::Stmt(Stmt::Assignment(assignment)) => {
                matches!(&assignment.1.lhs, Expr::Variable(set, ..) if set.1 == name)
            }
            _ => false,
        };
    });
    sets
}

fn walk_all(statements: &[Stmt], see: &mut dyn FnMut(&ASTNode<'_>)) {
    let body = AST::new(statements.iter().cloned(), Module::new());
    body.walk(&mut |path| {
        path.iter().last().into_iter().for_each(&mut *see);
        true
    });
}

/// Returns the position at which the body of `next_move` ends without a value, if no `return` in it
/// has one.
pub fn nothing_at_the_end(statements: &[Stmt]) -> Option<Position> {
    let (mut gives, mut leaves) = (false, false);
    walk_all(statements, &mut |node| match node {
        ASTNode::Stmt(Stmt::Return(value, flags, _)) => {
            gives |= value.is_some() || flags.contains(ASTFlags::BREAK);
        }
        // A loop can have a value.
        ASTNode::Stmt(Stmt::BreakLoop(value, ..)) => leaves |= value.is_some(),
        _ => {}
    });
    if gives {
        return None;
    }
    match statements.last() {
        None => Some(Position::NONE),
        Some(Stmt::Var(_, _, at)) => Some(*at),
        Some(Stmt::Assignment(assignment)) => Some(assignment.1.lhs.start_position()),
        Some(Stmt::For(_, at)) if !leaves => Some(*at),
        Some(Stmt::While(repeat, at)) if !leaves && !matches!(repeat.expr, Expr::Unit(_)) => {
            Some(*at)
        }
        _ => None,
    }
}
