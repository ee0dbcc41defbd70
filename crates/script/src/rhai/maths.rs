//! Floating point that is the same on every machine, from crate `libm` instead of the C library.

use rhai::{FLOAT, FuncRegistration, INT, Module};

use super::powers;

type One = fn(FLOAT) -> FLOAT;
type Two = fn(FLOAT, FLOAT) -> FLOAT;

/// Functions with the same name in Rhai and in `libm`.
macro_rules! of_libm {
    ($($name:ident)+) => { [$((stringify!($name), libm::$name as One)),+] };
}

/// Registers the functions in `module`, for integers too.
pub fn register(module: &mut Module) {
    let same =
        of_libm! { sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh sqrt exp round };
    let renamed: [(&str, One); 2] = [("ln", libm::log), ("log", libm::log10)];
    for (name, f) in same.into_iter().chain(renamed) {
        set(module, name, move |x: FLOAT| f(x));
        if name != "round" {
            set(module, name, move |x: INT| f(x as FLOAT));
        }
    }
    let two: [(&str, Two); 3] = [
        ("atan", libm::atan2),
        ("hypot", libm::hypot),
        ("log", |x, base| libm::log(x) / libm::log(base)),
    ];
    for (name, f) in two {
        set(module, name, move |x: FLOAT, y: FLOAT| f(x, y));
        set(module, name, move |x: INT, y: FLOAT| f(x as FLOAT, y));
        set(module, name, move |x: FLOAT, y: INT| f(x, y as FLOAT));
        set(module, name, move |x: INT, y: INT| f(x as FLOAT, y as FLOAT));
    }
    powers::register(module);
}

fn set<A: 'static, const N: usize, const X: bool, R, const F: bool, FUNC>(
    module: &mut Module,
    name: &str,
    function: FUNC,
) where
    R: rhai::Variant + Clone,
    FUNC: rhai::RhaiNativeFunc<A, N, X, R, F> + 'static,
{
    FuncRegistration::new(name).in_global_namespace().set_into_module(module, function);
}
