//! Implements the methods of scripts for every language: charges fuel, checks arguments, counts the
//! memory of worlds.

use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::api::{Api, ObjectKind, RESULT_ROWS, ViewOp, WorldOp};
use super::args::{Checked, Given, check};
use super::charges::{CALL_WORK, answer_work, list_work, world_work};
use super::language::Language;
use super::meter::{self, Stop, WORK_PER_MS};
use super::slot::{Slot, Ticket};
use super::words;
use juez_core::{
    Answer, AnyView, AnyWorld, Limits, Mark, NumberedText, Outcome, Plot, QueryError, Rng, Seed,
    Texts,
};

/// Bytes of text argument per work unit; moves and squares are shorter, so free.
const TEXT_BYTES: u64 = 16;
/// Native bytes of worlds below which a garbage collection is not worth its time.
const COLLECT_FROM: usize = 4 << 20;
/// Limit of a playout in plies; no game comes near it.
const PLAYOUT_PLIES: u32 = 1_000_000;

/// The native side of a VM.
pub struct Host {
    /// The methods of scripts.
    pub api: Rc<Api>,
    /// The view and journal lent to the running hook.
    pub slot: Slot,
    language: &'static Language,
    rng: RefCell<Rng>,
    memory: usize,
    world_bytes: Cell<usize>,
    collect_at: Cell<usize>,
    collect: RefCell<Option<Box<dyn Fn()>>>,
}

#[cold]
fn why(stop: Stop) -> String {
    stop.why().to_string()
}

/// An object held by scripts, in any language.
pub trait HostObject: 'static {
    /// Its kind.
    const KIND: ObjectKind;

    /// Returns the value of a field; `None` if there is no such field.
    ///
    /// # Errors
    /// A sentence about a view used after its call.
    fn field(&self, host: &Host, name: &str) -> Result<Option<Value>, String>;

    /// Calls a method by its index.
    ///
    /// # Errors
    /// A sentence for the script's author.
    fn call(&self, host: &Rc<Host>, number: usize, given: &[Given<'_>]) -> Result<Out, String>;
}

/// A view held by a script.
#[derive(Clone)]
pub enum ViewObject {
    /// The view of one hook call.
    Turn(Ticket),
    /// The view of a seat in a world.
    Thought(Rc<dyn AnyView>),
}

/// A world held by a script; its native memory counts against the VM.
pub struct WorldObject {
    world: Box<dyn AnyWorld>,
    host: Rc<Host>,
}

impl Drop for WorldObject {
    fn drop(&mut self) {
        self.host.world_bytes.set(self.host.world_bytes.get() - self.world.bytes());
    }
}

/// Result of a call.
pub enum Out {
    /// Nothing.
    Nothing,
    /// True or false.
    Flag(bool),
    /// A whole number.
    Int(i64),
    /// Other plain data.
    Value(Value),
    /// A text with a number.
    Text(NumberedText),
    /// A list of texts.
    Texts(Texts),
    /// A world.
    World(WorldObject),
    /// A view.
    View(ViewObject),
}

impl Host {
    /// Creates the native side of a VM for a bot with this seed.
    pub fn new(language: &'static Language, api: Rc<Api>, limits: &Limits, seed: Seed) -> Rc<Host> {
        Rc::new(Host {
            api,
            slot: Slot::default(),
            language,
            rng: RefCell::new(seed.rng()),
            memory: (limits.memory_mb as usize) << 20,
            world_bytes: Cell::new(0),
            collect_at: Cell::new(COLLECT_FROM),
            collect: RefCell::new(None),
        })
    }

    /// Sets the callback that collects garbage, for a VM that collects late.
    pub fn on_pressure(&self, collect: impl Fn() + 'static) {
        *self.collect.borrow_mut() = Some(Box::new(collect));
    }

    /// Calls `f` with the view behind an object.
    ///
    /// # Errors
    /// A sentence about a view used after its call.
    pub fn with_view<R>(
        &self,
        object: &ViewObject,
        f: impl FnOnce(&dyn AnyView) -> R,
    ) -> Result<R, String> {
        match object {
            ViewObject::Thought(view) => Ok(f(&**view)),
            ViewObject::Turn(ticket) => self.slot.with_view(*ticket, f),
        }
    }

    fn answer_view(
        self: &Rc<Self>,
        view: &dyn AnyView,
        op: ViewOp,
        checked: &Checked<'_>,
    ) -> Result<Out, String> {
        let args = checked.args();
        Ok(match op {
            ViewOp::Moves => return self.texts(view.moves()),
            ViewOp::History => return self.texts(view.past_moves()),
            ViewOp::IsLegal => Out::Flag(view.is_legal(args.text(0))),
            ViewOp::WhyIllegal => Out::Value(view.why_illegal(args.text(0)).into()),
            ViewOp::Data => return self.answer(Ok(view.data().into())),
            ViewOp::Fuel => Out::Int(meter::fuel_left().try_into().unwrap_or(i64::MAX)),
            ViewOp::Random => return self.random(args.int(0)),
            ViewOp::Mark | ViewOp::Note => {
                let cut = |i| args.text(i).chars().take(80).collect::<String>();
                let colour = checked.has(2).then(|| cut(2));
                let mark = match op {
                    ViewOp::Note => Mark { place: None, label: cut(0), colour },
                    _ => Mark { place: Some(cut(0)), label: cut(1), colour },
                };
                self.slot.with_journal(|journal| journal.mark(mark));
                Out::Nothing
            }
            ViewOp::Plot => {
                let name: String = args.text(0).chars().take(Plot::NAME).collect();
                self.slot.with_journal(|journal| journal.plot(&name, args.number(1)));
                Out::Nothing
            }
            ViewOp::World => {
                let n = if checked.has(0) { args.int(0) } else { 0 };
                let n = u32::try_from(n).map_err(|_| words::is_negative())?;
                return self.world(view.world(n));
            }
            ViewOp::Query(row) => return self.answer(view.query(row, args)),
        })
    }

    /// Begins a method call: charges for it and checks its arguments.
    fn enter<'a>(
        &self,
        object: ObjectKind,
        number: usize,
        seats: u8,
        given: &[Given<'a>],
        checked: &mut Checked<'a>,
    ) -> Result<(), String> {
        let (method, object) = (&self.api.methods(object)[number], object.name());
        if self.api.is_off(method.name) {
            return Err(words::switched_off(format!("{object}{}{}", self.mark(), method.name)));
        }
        let texts = given.iter().map(|value| value.text_len() as u64).sum::<u64>();
        self.pay(CALL_WORK + u64::from(method.cost) + texts / TEXT_BYTES)?;
        check(object, self.mark(), method, seats, given, checked)
    }

    /// Returns the mark between an object and its method in this language.
    pub fn mark(&self) -> char {
        self.language.method_mark
    }

    /// Charges fuel for native work.
    #[inline]
    fn pay(&self, work: u64) -> Result<(), String> {
        let charged = meter::charge(self.language.fuel_for(work, WORK_PER_MS));
        charged.map_err(why)
    }

    fn texts(&self, texts: Texts) -> Result<Out, String> {
        self.pay(list_work(texts.len()))?;
        Ok(Out::Texts(texts))
    }

    /// Returns an answer of the game. Charges for its elements.
    fn answer(&self, answer: Result<Answer, QueryError>) -> Result<Out, String> {
        Ok(match answer.map_err(|error| error.to_string())? {
            Answer::Nothing => Out::Nothing,
            Answer::Flag(flag) => Out::Flag(flag),
            Answer::Int(number) => Out::Int(number),
            Answer::Text(text) => Out::Text(text),
            Answer::Texts(texts) => return self.texts(texts),
            Answer::Value(value) => {
                self.pay(answer_work(&value))?;
                Out::Value(value)
            }
        })
    }

    fn random(&self, n: i64) -> Result<Out, String> {
        match u32::try_from(n) {
            Ok(n) if n > 0 => Ok(Out::Int(self.rng.borrow_mut().below(n).into())),
            _ => Err(words::random_range(u32::MAX, n)),
        }
    }

    /// Counts the memory of a world, which is invisible to the VM's own limit.
    fn world(self: &Rc<Self>, world: Box<dyn AnyWorld>) -> Result<Out, String> {
        let bytes = world.bytes();
        self.pay(world_work(bytes))?;
        self.world_bytes.set(self.world_bytes.get() + bytes);
        let object = WorldObject { world, host: self.clone() };
        if self.world_bytes.get() > self.collect_at.get() {
            if let Some(collect) = &*self.collect.borrow() {
                collect();
            }
            let alive = self.world_bytes.get();
            self.collect_at.set((alive * 2).clamp(COLLECT_FROM, self.memory.max(COLLECT_FROM)));
            if alive > self.memory {
                let stop = meter::out_of_memory(alive as u64, self.memory as u64);
                return Err(stop.why().to_string());
            }
        }
        Ok(Out::World(object))
    }
}

impl HostObject for ViewObject {
    const KIND: ObjectKind = ObjectKind::View;

    fn field(&self, host: &Host, name: &str) -> Result<Option<Value>, String> {
        host.with_view(self, |view| {
            Some(match name {
                "seat" => view.seat().index().into(),
                "seats" => view.seats().into(),
                "ply" => view.ply().into(),
                "deal" => view.deal().into(),
                "game" => view.info().id.into(),
                _ => return None,
            })
        })
    }

    fn call(&self, host: &Rc<Host>, number: usize, given: &[Given<'_>]) -> Result<Out, String> {
        let mut out = Ok(Out::Nothing);
        host.with_view(self, |view| {
            let mut checked = Checked::default();
            out = match host.enter(Self::KIND, number, view.seats(), given, &mut checked) {
                Ok(()) => host.answer_view(view, ViewOp::of(number), &checked),
                Err(why) => Err(why),
            };
        })?;
        out
    }
}

impl HostObject for WorldObject {
    const KIND: ObjectKind = ObjectKind::World;

    fn field(&self, _: &Host, _: &str) -> Result<Option<Value>, String> {
        Ok(None)
    }

    fn call(&self, host: &Rc<Host>, number: usize, given: &[Given<'_>]) -> Result<Out, String> {
        let world = &*self.world;
        let mut checked = Checked::default();
        host.enter(Self::KIND, number, world.seats(), given, &mut checked)?;
        let args = checked.args();
        Ok(match WorldOp::of(number) {
            // To unwrap an answer and wrap it again would copy it.
            WorldOp::Moves => return host.texts(world.moves()),
            WorldOp::Play => {
                let after = world.play(args.text(0)).map_err(|error| error.to_string())?;
                return host.world(after);
            }
            WorldOp::ToMove => {
                world.to_move().map_or(Out::Nothing, |seat| Out::Int(seat.index() as i64))
            }
            WorldOp::IsOver => Out::Flag(world.to_move().is_none()),
            WorldOp::Points => Out::Int(world.points(args.seat(0)).into()),
            WorldOp::Rank => {
                world.rank(args.seat(0)).map_or(Out::Nothing, |rank| Out::Int(rank.into()))
            }
            WorldOp::Playout => {
                let most = if checked.has(0) { args.int(0) } else { PLAYOUT_PLIES.into() };
                let most = most.clamp(0, PLAYOUT_PLIES.into()) as u32;
                let (after, plies) = world.playout(&mut host.rng.borrow_mut(), most);
                host.pay(u64::from(plies) * u64::from(host.api.info.costs.ply))?;
                return host.world(after);
            }
            WorldOp::View => Out::View(ViewObject::Thought(world.view(args.seat(0)).into())),
            WorldOp::Query(row) => return host.answer(world.query(row, args)),
        })
    }
}

impl HostObject for Outcome {
    const KIND: ObjectKind = ObjectKind::Result;

    fn field(&self, _: &Host, name: &str) -> Result<Option<Value>, String> {
        Ok((name == "reason").then(|| self.reason.to_string().into()))
    }

    fn call(&self, host: &Rc<Host>, number: usize, given: &[Given<'_>]) -> Result<Out, String> {
        let (method, object) = (&RESULT_ROWS[number], Self::KIND.name());
        let mut checked = Checked::default();
        check(object, host.mark(), method, self.ranks.seats(), given, &mut checked)?;
        let seat = checked.args().seat(0);
        Ok(Out::Int(match method.name {
            "rank" => self.ranks[seat].into(),
            _ => self.points[seat].into(),
        }))
    }
}

impl<O: HostObject> HostObject for Rc<O> {
    const KIND: ObjectKind = O::KIND;

    fn field(&self, host: &Host, name: &str) -> Result<Option<Value>, String> {
        O::field(self, host, name)
    }

    fn call(&self, host: &Rc<Host>, number: usize, given: &[Given<'_>]) -> Result<Out, String> {
        O::call(self, host, number, given)
    }
}
