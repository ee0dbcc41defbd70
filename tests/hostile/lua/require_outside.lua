-- Requires files outside of its folder.
-- expect: none
return function(arg)
  for _, name in { "/etc/passwd", "../main", "./../main", "./../../etc/passwd", "./sub/../attack", "./attack/../main",
    "file:///etc/passwd", "./\0", "", ".", "./", "@self", "@self/attack", "./.", "\xff", string.rep("./a", 1e4),
    "C:\\x", "./main.rhai", "./nul" } do
    assert(not pcall(require, name), name)
  end
  pcall(require)
  pcall(require, {})
  pcall(require, 1)
  pcall(require, "./attack", 1)
end
