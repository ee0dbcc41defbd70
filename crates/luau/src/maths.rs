//! Replaces the functions of C's `math.h` whose last bit differs between C libraries, for the whole
//! program.
//!
//! Luau calls them for `math`, for `^` and when its compiler folds constants. A symbol of the
//! program takes precedence over one of a shared library, so Luau, which is linked in, calls these.

macro_rules! of_libm {
    ($($name:ident($($x:ident),+))*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name($($x: f64),+) -> f64 {
            libm::$name($($x),+)
        }
    )*};
}

of_libm! {
    acos(x) asin(x) atan(x) atan2(y, x) cos(x) cosh(x) exp(x) log(x) log2(x) log10(x)
    pow(x, y) sin(x) sinh(x) tan(x) tanh(x)
}
