-- Each request comes from another address, as behind a proxy.
local calls = 0

request = function()
  calls = calls + 1
  wrk.headers["X-Forwarded-For"] =
    string.format("10.%d.%d.%d", math.floor(calls / 65536) % 256, math.floor(calls / 256) % 256, calls % 256)
  return wrk.format()
end
