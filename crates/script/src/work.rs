//! Counts the work of passes over a source in tests: it must grow no faster than the source.
//!
//! A pass counts the bytes, tokens or nodes it reads. Outside tests nothing is counted.

#[cfg(test)]
use super::Bundle;

#[cfg(test)]
thread_local! {
    static DONE: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts bytes or nodes read by a pass.
#[inline]
pub fn count(units: usize) {
    #[cfg(test)]
    DONE.set(DONE.get() + units as u64);
    #[cfg(not(test))]
    let _ = units;
}

/// A language construct that can be repeated up to any size.
#[cfg(test)]
pub struct Construct {
    /// The text before and after the repeated parts.
    pub around: [&'static str; 2],
    /// The repeated text; `@` is replaced by its index.
    pub part: &'static str,
}

#[cfg(test)]
impl Construct {
    /// Creates a construct with nothing around it.
    pub const fn of(part: &'static str) -> Construct {
        Construct { around: ["", ""], part }
    }

    /// Returns a source of about `bytes` bytes.
    pub fn source(&self, bytes: usize) -> String {
        let [before, after] = self.around;
        let mut source = before.to_string();
        for number in 0.. {
            if source.len() + self.part.len() + after.len() > bytes {
                break;
            }
            source.push_str(&self.part.replace('@', &number.to_string()));
        }
        source + after
    }

    /// Fails if a pass does more work per byte on a long source than on a short one.
    #[track_caller]
    pub fn assert_linear(&self, pass: impl Fn(&str)) {
        let per_byte = |bytes: usize| {
            let source = self.source(bytes);
            DONE.set(0);
            pass(&source);
            DONE.get() as f64 / source.len() as f64
        };
        let (short, long) = (per_byte(10_000), per_byte(Bundle::BYTES as usize));
        assert!(
            long <= short * 1.5 + 0.1,
            "{:?}: {short:.1} units for each byte of 10 kB, {long:.1} for each of 1 MiB",
            self.part
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_grows_faster_than_the_source_is_seen() {
        let squared = |source: &str| count(source.len() * source.len());
        let grows = || Construct::of("x").assert_linear(squared);
        assert!(std::panic::catch_unwind(grows).is_err());
        Construct::of("x").assert_linear(|source| count(source.len() * 3));
    }
}
