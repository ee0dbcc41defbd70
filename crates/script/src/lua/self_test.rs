//! A self-test of determinism across machines: floating point, and the order of tables.

use juez_luau::{Lua, Native, Optimization, Raised, SetUp, Vm, compile};

use super::errors::to_text;

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

/// The value of [`ORDER_SOURCE`] on every machine. It changes with the version of Luau.
const EXPECTED_ORDER: u32 = 0xee81_cd2a;

/// Hashes the order of tables, functions and coroutines as keys, some of them removed, with garbage
/// between them.
const ORDER_SOURCE: &str = r"
local keys, hash = {}, 0
for n = 1, 300 do
  local key = if n % 3 == 0 then {} elseif n % 3 == 1 then function() return n end else coroutine.create(print)
  keys[key] = n
  keys[{}] = string.rep('x', n) .. n
end
for key, value in keys do
  if type(value) == 'string' then keys[key] = nil end
end
for n = 301, 320 do keys[{ n }] = n end
for key, n in keys do hash = bit32.lrotate(bit32.bxor(hash, n), 7) end
return hash
";

/// A failed self-test: in this build, matches differ from those in others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Difference {
    #[error(
        "this build of juez rounds floating-point numbers differently from others, and its records \
         would differ from theirs: build it without CXXFLAGS that trade exactness for speed"
    )]
    Arithmetic,
    #[error(
        "this build of juez iterates over the keys of tables in another order than others, and its \
         records would differ from theirs: build it for a 64-bit system"
    )]
    Order,
}

/// Tests this program. Takes less than a millisecond.
///
/// # Errors
/// The first difference from other machines.
pub fn self_test() -> Result<(), Difference> {
    for (source, expected, difference) in [
        (SOURCE, EXPECTED, Difference::Arithmetic),
        (ORDER_SOURCE, EXPECTED_ORDER, Difference::Order),
    ] {
        if hash(source).ok() != Some(expected.into()) {
            return Err(difference);
        }
    }
    Ok(())
}

/// Returns the number that a source returns.
fn hash(source: &str) -> Result<f64, Raised> {
    evaluate(source, |lua| lua.to_number(-1))
}

/// Bytes for a source of juez's own.
const MEMORY: usize = 64 << 20;

/// Runs a source in a VM with the standard library, and reads the result on top of the stack.
pub fn evaluate<R>(source: &str, read: impl FnOnce(&mut Lua) -> R) -> Result<R, Raised> {
    let bytecode =
        compile(source, Optimization::Inlining, &[]).map_err(|message| Raised { message })?;
    let set_up = SetUp { handler: Native::of(to_text), fill: Lua::open_libraries };
    Vm::new(set_up, MEMORY)?.run(|lua| {
        lua.push_chunk("bot", &bytecode);
        lua.call(0, Some(1));
        read(lua)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_orders_are_those_of_every_machine() {
        assert_eq!(hash(ORDER_SOURCE).map(|hash| hash as u32).ok(), Some(EXPECTED_ORDER));
        assert_eq!(self_test(), Ok(()));
    }

    #[test]
    fn keys_have_the_same_order_in_vms_of_several_threads_at_once() {
        let orders = || [(); 4].map(|()| hash(ORDER_SOURCE).ok());
        let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(orders)).collect();
        for thread in threads {
            let orders = thread.join().expect("no panic");
            assert_eq!(orders, [Some(f64::from(EXPECTED_ORDER)); 4]);
        }
    }

    #[test]
    fn a_difference_in_the_last_bit_of_one_result_shows() {
        let fused =
            SOURCE.replace("see(a % b)", "see(n == 200 and (a % b) * (1 + 2^-52) or a % b)");
        let fused = fused.replace("for _ = 1", "for n = 1");
        assert_ne!(hash(&fused).expect("it runs"), hash(SOURCE).expect("it runs"));
    }
}
