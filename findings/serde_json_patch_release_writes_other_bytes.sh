#!/bin/sh
# serde_json 1.0.146 and 1.0.147, a patch release apart, write the same f64 as other bytes from 1e16 on: 1e16 and 1e+16.
# Both are valid and read alike. Whoever hashes, signs, caches by or compares JSON text gets other results after
# `cargo update`; the release notes name another library for floats, and no change of output.
for version in 1.0.146 1.0.147; do
    dependencies="serde_json = \"=$version\""
    # Each in a shell of its own, which removes its folder.
    (. "$(dirname "$0")/rust.inc") <<'RS' >"${TMPDIR:-/tmp}/finding-$$-$version" || exit 1
fn main() {
    let values = [0.1, 1e-7, 1e15, 1e16, 1.5e300];
    println!("{}", serde_json::to_string(&values).unwrap());
}
RS
done
first=$(cat "${TMPDIR:-/tmp}/finding-$$-1.0.146")
second=$(cat "${TMPDIR:-/tmp}/finding-$$-1.0.147")
rm "${TMPDIR:-/tmp}/finding-$$-1.0.146" "${TMPDIR:-/tmp}/finding-$$-1.0.147"
echo "1.0.146: $first"
echo "1.0.147: $second"
[ "$first" = '[0.1,1e-7,1000000000000000.0,1e16,1.5e300]' ] && [ "$second" = '[0.1,1e-7,1000000000000000.0,1e+16,1.5e+300]' ]
