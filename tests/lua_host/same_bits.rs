//! All properties of numbers that a script can see are the same on every machine.

use super::*;

#[test]
fn what_is_no_number_has_one_pattern_of_bits() {
    let body = "local b = buffer.create(16)\n\
        local function hex(text) return (text:gsub('.', function(c) return ('%02x'):format(c:byte()) end)) end\n\
        local zero, huge = #bot, math.huge\n\
        for _, x in { 0 / 0, zero / zero, -(zero / zero), huge - huge, -(huge - huge), math.sqrt(-1), huge % 2, tonumber('nan') } do\n\
        buffer.writef64(b, 0, x) buffer.writef32(b, 8, x)\n\
        assert(hex(buffer.tostring(b)) == '000000000000f87f0000c07f00000000', hex(buffer.tostring(b)))\n\
        assert(hex(string.pack('<dfn', x, x, x)) == '000000000000f87f0000c07f000000000000f87f', hex(string.pack('<dfn', x, x, x)))\n\
        assert(string.format('%f %g %*', x, x, x) == 'nan nan nan' and tostring(x) == 'nan')\n\
        end\n\
        buffer.writeu32(b, 0, 7) buffer.writeu32(b, 4, 0xfff80000)\n\
        local odd = buffer.readf64(b, 0)\n\
        buffer.writef64(b, 8, odd)\n\
        assert(buffer.readu32(b, 8) == 0 and buffer.readu32(b, 12) == 0x7ff80000)";
    assert!(fuel_of(body) > 0);
}

#[test]
fn numbers_keep_their_bits() {
    let body = "local b = buffer.create(8)\n\
        for _, x in { 0, -0, 1, -1.5, 5e-324, 1.7976931348623157e308, math.huge, -math.huge, 2^53 } do\n\
        buffer.writef64(b, 0, x)\n\
        local back = buffer.readf64(b, 0)\n\
        assert(back == x and 1 / back == 1 / x and buffer.tostring(b) == string.pack('<d', x))\n\
        end";
    assert!(fuel_of(body) > 0);
}
