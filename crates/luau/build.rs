//! Compiles the VM and the compiler of Luau.
//!
//! The package `luau0-src` brings the sources. Its own build compiles twice as much: also tools for
//! bytecode, configuration files and `require`, and each file of the compiler on its own, which
//! reads the same large headers again.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compiler and its parser, compiled as one file.
const COMPILER: [&str; 19] = [
    "Ast/src/Allocator.cpp",
    "Ast/src/Ast.cpp",
    "Ast/src/Confusables.cpp",
    "Ast/src/Cst.cpp",
    "Ast/src/Lexer.cpp",
    "Ast/src/Location.cpp",
    "Ast/src/Parser.cpp",
    "Bytecode/src/BytecodeBuilder.cpp",
    "Common/src/BytecodeWire.cpp",
    "Common/src/StringUtils.cpp",
    "Compiler/src/BuiltinFolding.cpp",
    "Compiler/src/Builtins.cpp",
    "Compiler/src/Compiler.cpp",
    "Compiler/src/ConstantFolding.cpp",
    "Compiler/src/CostModel.cpp",
    "Compiler/src/TableShape.cpp",
    "Compiler/src/Types.cpp",
    "Compiler/src/ValueTracking.cpp",
    "Compiler/src/lcode.cpp",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/layout.cpp");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let luau = sources(&out);
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .warnings(false)
        // At level 2 the build takes half as much time again, and bots run no faster.
        .opt_level(1)
        // On ARM, a compiler may fuse `a % b` into one rounding, so that its last bit, and the moves
        // of a bot, differ from other processors.
        .flag_if_supported("-ffp-contract=off")
        // `sqrt` is one instruction.
        .flag_if_supported("-fno-math-errno")
        .define("LUA_API", "extern \"C\"")
        .define("LUACODE_API", "extern \"C\"")
        .define("LUAI_MAXCSTACK", "1000000")
        // Without it, the VM checks itself at every step.
        .define("NDEBUG", None);
    if env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_some() {
        build.define("LUAU_ENABLE_ASSERT", None);
    }
    for part in ["Ast", "Bytecode", "Common", "Compiler", "VM"] {
        build.include(luau.join(part).join("include"));
    }
    build.include(luau.join("VM/src"));
    let mut compiler = String::new();
    for file in COMPILER {
        writeln!(compiler, "#include {:?}", luau.join(file)).expect("a string");
    }
    let one = out.join("compiler.cpp");
    fs::write(&one, compiler).expect("OUT_DIR can be written");
    // Two thirds of the time of level 1; a source is compiled once.
    build.clone().flag_if_supported("-Og").file(one).compile("luau_compiler");
    let files = fs::read_dir(luau.join("VM/src")).expect("the VM has sources");
    let mut vm: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    vm.retain(|file| file.extension().is_some_and(|end| end == "cpp"));
    vm.sort();
    build.files(vm).file("src/layout.cpp").compile("luau_vm");
}

/// Returns the folder of Luau in the sources of `luau0-src`, wherever cargo keeps them: cargo tells
/// it about a package that depends on them.
fn sources(out: &Path) -> PathBuf {
    let asking = out.join("asking");
    fs::create_dir_all(&asking).expect("OUT_DIR can be written");
    let manifest = "[package]\nname = \"asking\"\n[lib]\npath = \"lib.rs\"\n[dependencies]\n\
        luau0-src = \"*\"\n[workspace]\n";
    fs::write(asking.join("lib.rs"), "").expect("OUT_DIR can be written");
    fs::write(asking.join("Cargo.toml"), manifest).expect("OUT_DIR can be written");
    // With the versions of the workspace.
    fs::copy("../../Cargo.lock", asking.join("Cargo.lock")).expect("the workspace has a lock file");
    let output = Command::new(env::var_os("CARGO").expect("cargo sets it"))
        .args(["metadata", "--format-version=1", "--offline", "--filter-platform"])
        .arg(env::var_os("HOST").expect("cargo sets it"))
        .arg("--manifest-path")
        .arg(asking.join("Cargo.toml"))
        .output()
        .expect("cargo runs");
    let answer = String::from_utf8_lossy(&output.stdout);
    let paths =
        answer.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let manifest =
        paths.map(|path| path.replace("\\\\", "\\")).find(|path| path.contains("luau0-src"));
    let manifest = manifest.unwrap_or_else(|| {
        panic!(
            "cargo does not tell where luau0-src is: {}",
            String::from_utf8_lossy(&output.stderr)
        )
    });
    Path::new(&manifest).with_file_name("luau")
}
