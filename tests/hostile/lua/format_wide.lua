-- Formats with widths and precisions that are too large.
-- expect: script
return function(arg)
  for _, f in { "%99999d", "%.99999f", "%0999999999d", "%-+ #0-+ #0-+ #0d", "%", "%p", "%n", "%ll", "%1$d", "%.*f" } do
    pcall(string.format, f, 1, 2)
  end
  string.format("%1000d", 1)
end
