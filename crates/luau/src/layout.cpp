// Compiled with the VM: the parts of its structs that `sys.rs` reads are where it expects them.

#include <cstddef>

#include "lobject.h"
#include "lstate.h"

static_assert(sizeof(void*) == 8, "juez reads the structs of a 64-bit VM");

static_assert(offsetof(lua_State, top) == 8, "lua_State");
static_assert(offsetof(lua_State, base) == 16, "lua_State");
static_assert(offsetof(lua_State, global) == 24, "lua_State");
static_assert(offsetof(lua_State, ci) == 32, "lua_State");
static_assert(offsetof(lua_State, stack_last) == 40, "lua_State");
static_assert(offsetof(lua_State, stack) == 48, "lua_State");

static_assert(sizeof(CallInfo) >= 24, "CallInfo");
static_assert(offsetof(CallInfo, base) == 0, "CallInfo");
static_assert(offsetof(CallInfo, func) == 8, "CallInfo");
static_assert(offsetof(CallInfo, top) == 16, "CallInfo");

static_assert(sizeof(TValue) == 16, "TValue");
static_assert(offsetof(TValue, value) == 0, "TValue");
static_assert(offsetof(TValue, tt) == 12, "TValue");

static_assert(offsetof(TString, len) == 20, "TString");
static_assert(offsetof(TString, data) == 24, "TString");

static_assert(offsetof(Udata, tag) == 3, "Udata");
static_assert(offsetof(Udata, data) == 16, "Udata");

static_assert(offsetof(Closure, isC) == 3, "Closure");
static_assert(offsetof(Closure, nupvalues) == 4, "Closure");
static_assert(offsetof(Closure, c.f) == 24, "Closure");
static_assert(offsetof(Closure, c.cont) == 32, "Closure");
static_assert(offsetof(Closure, c.debugname) == 40, "Closure");
static_assert(offsetof(Closure, c.upvals) == 48, "Closure");

static_assert(offsetof(LuaTable, lsizenode) == 6, "LuaTable");
static_assert(offsetof(LuaTable, sizearray) == 8, "LuaTable");
static_assert(offsetof(LuaTable, metatable) == 16, "LuaTable");

// Where the callbacks are in the part that all states of a VM share.
extern "C" const size_t juez_luau_callbacks;
const size_t juez_luau_callbacks = offsetof(global_State, cb);
