//! Members of objects, and discarded results.

use rhai::Expr;

use super::Walk;
use crate::ObjectKind;
use crate::lint::{LintRule, any_answer, object_of, thrown_away};
use crate::rhai::chains::links;

impl Walk<'_> {
    /// Visits the expressions between dots, from left to right.
    pub fn chain(&mut self, expr: &Expr) {
        let Expr::Dot(pair, ..) = expr else { return };
        if let Some((root, links)) = links(expr) {
            self.absent(root, &links);
        }
        self.expr(&pair.lhs);
        let mut object = self.object_of(&pair.lhs);
        let mut link = &pair.rhs;
        loop {
            let (first, next) = match link {
                Expr::Dot(pair, ..) => (&pair.lhs, Some(&pair.rhs)),
                Expr::Index(pair, ..) => {
                    self.expr(&pair.rhs);
                    (&pair.lhs, None)
                }
                only => (only, None),
            };
            object = self.member(object, first);
            match next {
                Some(next) => link = next,
                None => return,
            }
        }
    }

    /// Returns the kind of an expression that is certainly a view.
    fn object_of(&self, expr: &Expr) -> Option<ObjectKind> {
        let Expr::Variable(name, ..) = expr else { return None };
        (self.view.as_deref() == Some(name.1.as_str())).then_some(ObjectKind::View)
    }

    /// Checks a member of an object; returns the kind of its result, if it is certainly a view or a
    /// world.
    fn member(&mut self, object: Option<ObjectKind>, member: &Expr) -> Option<ObjectKind> {
        match member {
            Expr::Property(property, at) => {
                let name = property.2.as_str();
                let object = object?;
                if !self.api.has(object, name) {
                    let message = |walk: &Self| walk.api.no_member(object, name, '.');
                    self.tell(*at, LintRule::UnknownMember, message);
                }
                None
            }
            Expr::MethodCall(call, at) => {
                call.args.iter().for_each(|arg| self.expr(arg));
                let name = call.name.as_str();
                if self.is_own(name) {
                    return None;
                }
                let any = any_answer(self.api, name);
                let of = |object| self.api.method(object, name).map(|method| method.returns);
                if let Some(answer) = object.map_or(any, of) {
                    return object.and_then(|_| object_of(answer));
                }
                let is_known = self.has_function(name) || self.members.contains(name);
                match object {
                    Some(object) if !is_known || any.is_some() => {
                        let message = |walk: &Self| walk.api.no_member(object, name, '.');
                        self.tell(*at, LintRule::UnknownMember, message);
                    }
                    None if !is_known => {
                        self.tell(*at, LintRule::UnknownMember, |walk| walk.no_function(name));
                    }
                    _ => {}
                }
                None
            }
            Expr::Index(pair, ..) => {
                self.expr(&pair.rhs);
                self.member(object, &pair.lhs);
                None
            }
            other => {
                self.expr(other);
                None
            }
        }
    }

    /// Reports a statement that discards the result of a method without side effects.
    pub fn thrown_away(&mut self, expr: &Expr) {
        let Expr::Dot(pair, ..) = expr else { return };
        let mut last = &pair.rhs;
        while let Expr::Dot(pair, ..) = last {
            last = &pair.rhs;
        }
        let Expr::MethodCall(call, at) = last else { return };
        let name = call.name.as_str();
        if self.is_own(name) || self.members.contains(name) {
            return;
        }
        let answer = any_answer(self.api, name);
        let message = answer.and_then(|answer| thrown_away(name, answer, "let after = world."));
        if let Some(message) = message {
            self.tell(*at, LintRule::UnusedAnswer, |_| message);
        }
    }
}
