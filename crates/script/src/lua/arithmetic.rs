//! A self-test of floating point, which determinism across machines depends on.

#![allow(unsafe_code)] // the C interface of Luau

use mlua_sys as ffi;

use super::compile::{Optimization, bytecode};
use super::errors::{Raised, to_text};
use super::state::{SetUp, Vm};
use super::vm::{open_libraries, push_chunk};

/// The hash of the results of [`SOURCE`] if each operation is rounded separately, as in IEEE 754:
/// on x86-64, and on ARM without fused operations.
const EXPECTED: u32 = 0x6fa4_b712;

/// Luau operations that C++ compilers are known to fuse or C libraries to round differently, on
/// numbers of many sizes. NaN is skipped, since its bits differ between processors. The constants
/// exercise the compiler's folding.
const SOURCE: &str = r"
local state, bytes, hash = 1, buffer.create(8), 0
local function see(x)
  if x ~= x then return end
  buffer.writef64(bytes, 0, x)
  for at = 0, 4, 4 do
    hash = bit32.lrotate(bit32.bxor(hash, buffer.readu32(bytes, at)), 7)
  end
end
local function draw()
  state = state * 16807 % 2147483647
  local size = state % 61 - 30
  state = state * 16807 % 2147483647
  return (state / 2147483647 - 0.25) * 2 ^ size
end
for _ = 1, 400 do
  local a, b, c = draw(), draw(), draw()
  see(a % b); see(a // b); see(math.abs(a) ^ (c % 8)); see(math.fmod(a, b)); see(math.sqrt(math.abs(a)))
  see(math.lerp(a, b, c % 1)); see(math.map(a, -2, 3, b, c)); see(math.noise(a % 9, b % 9, c % 9))
  see(tonumber(string.format('%.17g', a)) - a); see(a * b + c); see(a - b * c)
end
for n = 1, 39 do
  local x = n * 0.37 - 5
  for _, name in { 'acos', 'asin', 'atan', 'cos', 'cosh', 'exp', 'log', 'log10', 'sin', 'sinh', 'tan', 'tanh' } do
    see(math[name](x))
  end
  see(math.acos(x / 10)); see(math.asin(x / 10)); see(math.log(x, 2)); see(math.log(x, 3)); see(math.atan2(x, n))
end
see(0.7 % 0.1); see(-5.3 % 0.3); see(7.9 // 0.3); see(1.1 ^ 33.3); see(0.1 * 3 - 0.3)
return hash
";

/// The failed self-test: this build computes differently from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "this build of juez rounds floating-point numbers differently from others, and its records \
     would differ from theirs: build it with LUAU_CXXFLAGS=-ffp-contract=off and without options \
     that trade exactness for speed"
)]
pub struct Inexact;

/// Tests floating point in this program. Takes less than a millisecond.
///
/// # Errors
/// If any result differs from other machines.
pub fn check_arithmetic() -> Result<(), Inexact> {
    let hash = hash(SOURCE).map_err(|_| Inexact)?;
    (hash == f64::from(EXPECTED)).then_some(()).ok_or(Inexact)
}

/// Returns the number that a source returns.
fn hash(source: &str) -> Result<f64, Raised> {
    // SAFETY: `evaluate` leaves the result on top of the stack.
    evaluate(source, |state| unsafe { ffi::lua_tonumber(state, -1) })
}

/// Bytes for a source of juez's own.
const MEMORY: usize = 256 << 20;

/// Runs a source in a VM with the standard library, and reads the result on top of the stack.
pub fn evaluate<R>(source: &str, read: impl FnOnce(*mut ffi::lua_State) -> R) -> Result<R, Raised> {
    let bytecode =
        bytecode(source, Optimization::Inlining, &[]).map_err(|message| Raised { message })?;
    // SAFETY: `run` protects the calls.
    Vm::new(SetUp { handler: to_text, fill: open_libraries }, MEMORY)?.run(|state| unsafe {
        push_chunk(state, "bot", &bytecode);
        ffi::lua_call(state, 0, 1);
        read(state)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_every_machine() {
        assert_eq!(check_arithmetic(), Ok(()));
    }

    #[test]
    fn a_difference_in_the_last_bit_of_one_result_shows() {
        let fused =
            SOURCE.replace("see(a % b)", "see(n == 200 and (a % b) * (1 + 2^-52) or a % b)");
        let fused = fused.replace("for _ = 1", "for n = 1");
        assert_ne!(hash(&fused).expect("it runs"), hash(SOURCE).expect("it runs"));
    }
}
