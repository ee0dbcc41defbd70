---@meta
-- Made by juez {version}; `juez new quoridor --editor .` makes it again.
-- The functions of Luau that Lua 5.4 lacks. Examples with "is" are tested.

---the type of a value; `typeof(7)` is number
---@param value any
---@return string
function typeof(value) end

---the values of a list, from one place to another; `unpack({ 7, 8 })` is 7
---@param list any[]
---@param from? integer
---@param to? integer
---@return any ...
function unpack(list, from, to) end

---where a value stands in a list, or nil; `table.find({"a", "b"}, "b")` is 2
---@param list any[]
---@param value any
---@param from? integer # where to begin
---@return integer?
function table.find(list, value, from) end

---a list of `count` times the same value; `#table.create(3, 0)` is 3
---@param count integer
---@param value any
---@return any[]
function table.create(count, value) end

---takes everything out of a table, which keeps its room
---@param list table
function table.clear(list) end

---a copy of a table; tables in it are the same ones; `table.clone({ 7, 8 })[2]` is 8
---@generic T: table
---@param original T
---@return T
function table.clone(original) end

---makes a table read-only, and gives it back; `table.isfrozen(table.freeze({}))` is true
---@generic T: table
---@param original T
---@return T
function table.freeze(original) end

---whether a table is read-only; `table.isfrozen({})` is false
---@param original table
---@return boolean
function table.isfrozen(original) end

---the parts of a text; `string.split("D7xS7", "x")[2]` is S7
---@param text string
---@param separator? string # a comma if you leave it out
---@return string[]
function string.split(text, separator) end

---the nearest number between two others; `math.clamp(12, 0, 9)` is 9
---@param number number
---@param least number
---@param most number
---@return number
function math.clamp(number, least, most) end

---the nearest whole number; `math.round(2.5)` is 3
---@param number number
---@return integer
function math.round(number) end

----1, 0 or 1; `math.sign(-4)` is -1
---@param number number
---@return integer
function math.sign(number) end

---a number on the way from one to another; `math.lerp(10, 20, 0.5)` is 15
---@param a number
---@param b number
---@param t number # 0 gives a, 1 gives b
---@return number
function math.lerp(a, b, t) end

---brings a number from one range to another; `math.map(5, 0, 10, 0, 100)` is 50
---@param number number
---@param in_least number
---@param in_most number
---@param out_least number
---@param out_most number
---@return number
function math.map(number, in_least, in_most, out_least, out_most) end

---whether it is no number at all, as 0/0; `math.isnan(0 / 0)` is true
---@param number number
---@return boolean
function math.isnan(number) end

---as number ^ exponent; `math.pow(2, 10)` is 1024
---@param number number
---@param exponent number
---@return number
function math.pow(number, exponent) end

---the logarithm to base 10; `math.log10(1000)` is 3
---@param number number
---@return number
function math.log10(number) end

---zero bits before the first one of 32; `bit32.countlz(1)` is 31
---@param number integer
---@return integer
function bit32.countlz(number) end

---zero bits after the last one of 32; `bit32.countrz(8)` is 3
---@param number integer
---@return integer
function bit32.countrz(number) end

---the four bytes in reverse; `bit32.byteswap(1)` is 16777216
---@param number integer
---@return integer
function bit32.byteswap(number) end
