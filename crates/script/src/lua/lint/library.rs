//! The names of the standard library for bots.

/// The globals of a VM.
pub const GLOBALS: &str = "\
    _G _VERSION assert bit32 buffer coroutine error getmetatable ipairs math next pairs pcall \
    print rawequal rawget rawlen rawset require select setmetatable string table tonumber \
    tostring type typeof unpack utf8 xpcall";

/// Returns true for the name of a global of a VM.
pub fn is_global(name: &str) -> bool {
    GLOBALS.split_whitespace().any(|known| known == name)
}

/// The globals, under an empty name, and the tables among them, each with its members separated by
/// blanks.
pub const TABLES: &[(&str, &str)] = &[
    ("", GLOBALS),
    (
        "bit32",
        "arshift band bnot bor btest bxor byteswap countlz countrz extract lrotate lshift replace \
         rrotate rshift",
    ),
    (
        "buffer",
        "copy create fill fromstring len readbits readf32 readf64 readi16 readi32 readi8 \
         readstring readu16 readu32 readu8 tostring writebits writef32 writef64 writei16 writei32 \
         writei8 writestring writeu16 writeu32 writeu8",
    ),
    ("coroutine", "close create isyieldable resume running status wrap yield"),
    (
        "math",
        "abs acos asin atan atan2 ceil clamp cos cosh deg e exp floor fmod frexp huge isfinite \
         isinf isnan ldexp lerp log log10 map max min modf nan noise phi pi pow rad random \
         randomseed round sign sin sinh sqrt sqrt2 tan tanh tau",
    ),
    (
        "string",
        "byte char find format gmatch gsub len lower match pack packsize rep reverse split sub \
         unpack upper",
    ),
    (
        "table",
        "clear clone concat create find freeze getn insert isfrozen move pack remove sort unpack",
    ),
    ("utf8", "char charpattern codepoint codes len offset"),
];

/// Returns the members of a library table; `None` if there is no such table.
pub fn held_by(table: &str) -> Option<impl Iterator<Item = &'static str> + Clone> {
    let (_, names) = TABLES.iter().find(|(name, _)| *name == table)?;
    Some(names.split_whitespace())
}

/// Returns the methods of texts.
pub fn of_texts() -> impl Iterator<Item = &'static str> + Clone {
    held_by("string").into_iter().flatten()
}
