//! Members of objects, and answers that are thrown away.

use rhai::Expr;

use super::Walk;
use crate::core::Returns;
use crate::script::VIEW_FIELDS;
use crate::script::lint::LintRule;

impl Walk<'_> {
    /// The expressions between dots, from left to right.
    pub fn chain(&mut self, expr: &Expr) {
        let Expr::Dot(pair, ..) = expr else { return };
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

    /// The kind that an expression certainly has: a view, a world.
    fn object_of(&self, expr: &Expr) -> Option<&'static str> {
        match expr {
            Expr::Variable(name, ..) if self.view.as_deref() == Some(name.1.as_str()) => {
                Some("view")
            }
            _ => None,
        }
    }

    /// Looks at a member of an object; what it answers, if that is certainly a view or a world.
    fn member(&mut self, object: Option<&'static str>, member: &Expr) -> Option<&'static str> {
        match member {
            Expr::Property(property, at) => {
                let name = property.2.as_str();
                let object = object?;
                let is_field =
                    object == "view" && VIEW_FIELDS.iter().any(|field| field.name == name);
                if !is_field && self.answer(Some(object), name).is_none() {
                    let message = self.api.no_member(object, name, '.');
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
                match (object, self.answer(object, name)) {
                    (Some(_), Some(Returns::View)) => Some("view"),
                    (Some(_), Some(Returns::World)) => Some("world"),
                    (_, Some(_)) => None,
                    (Some(known), None) => {
                        let of_other = self.answer(None, name).is_some();
                        let known_name = self.has_function(name) || self.members.contains(name);
                        if of_other || !known_name {
                            let message = self.api.no_member(known, name, '.');
                            self.tell(*at, LintRule::UnknownMember, message);
                        }
                        None
                    }
                    (None, None) => {
                        if !self.has_function(name) && !self.members.contains(name) {
                            let message = self.no_function(name);
                            self.tell(*at, LintRule::UnknownMember, message);
                        }
                        None
                    }
                }
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

    /// The kind of a method's answer: of this object, or of a view or a world.
    fn answer(&self, object: Option<&str>, name: &str) -> Option<Returns> {
        let view = || self.api.view.iter().find(|m| m.row.name == name).map(|m| m.row.returns);
        let world = || self.api.world.iter().find(|m| m.row.name == name).map(|m| m.row.returns);
        match object {
            Some("view") => view(),
            Some(_) => world(),
            None => view().or_else(world),
        }
    }

    /// Tells of a statement that is a method which does nothing but answer.
    pub fn thrown_away(&mut self, expr: &Expr) {
        let Expr::Dot(pair, ..) = expr else { return };
        let mut last = &pair.rhs;
        while let Expr::Dot(pair, ..) = last {
            last = &pair.rhs;
        }
        let Expr::MethodCall(call, at) = last else { return };
        let name = call.name.as_str();
        if self.is_own(name) || self.members.contains(name) || name == "random" {
            return;
        }
        let message = match self.answer(None, name) {
            None | Some(Returns::Nothing) => return,
            Some(Returns::World) => format!(
                "{name} changes nothing, it gives another world, and nothing is done with that: \
                 write let after = world.{name}(...)"
            ),
            Some(_) => {
                format!("{name} does nothing but answer, and nothing is done with its answer")
            }
        };
        self.tell(*at, LintRule::UnusedAnswer, message);
    }
}
