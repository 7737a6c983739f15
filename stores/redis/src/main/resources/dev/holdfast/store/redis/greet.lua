-- Makes sure that the records are in the epoch of this run of the server, and that all rights are there.
-- KEYS[1]  the hash of all records; all other keys begin with the same hash tag
-- ARGV     layout, run id, seconds the server is up, whether the caller has used the records before (1 or 0), the greatest
--          version it knows of, how many microseconds nothing is changed after a restart, and after the records vanished
-- Returns  the layout, 1 if a new epoch began and 2 if the records had vanished, else 0, for how many microseconds nothing is changed, the time.
local records = KEYS[1]
local base = string.sub(records, 1, -9)
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local known = redis.call('HMGET', records, '!layout', '!epoch', '!last', '!quiet')
if known[1] and known[1] ~= ARGV[1] then
  return {known[1], 0, 0, now}
end
local last = math.max(tonumber(known[3] or '0'), tonumber(ARGV[5]))
local quiet = tonumber(known[4] or '0')
local lost = 0
if known[2] ~= ARGV[2] then
  -- More versions than can have been lost, in case the clock does not tell them apart.
  last = last + 4294967296
  if known[2] then
    lost = 1
    quiet = now + ARGV[6]
  elseif ARGV[4] == '1' then
    lost = 2
    quiet = now + ARGV[7]
  else
    -- All may have been lost if the server has just begun.
    quiet = now + math.max(0, ARGV[6] - ARGV[3] * 1000000)
  end
end
last = math.max(last, now)
-- Every command that a change needs, on nothing: a missing right must show before there is half a change.
redis.call('ZADD', base .. ':probe', 0, 'probe')
redis.call('ZREM', base .. ':probe', 'probe')
redis.call('HSET', records, '!layout', ARGV[1], '!epoch', ARGV[2], '!last', string.format('%016d', last), '!quiet',
  string.format('%d', quiet))
redis.call('HDEL', records, '!probe')
-- An empty message is for no program; one with a version alone says that all may have changed.
redis.call('PUBLISH', base .. ':changes', known[2] ~= ARGV[2] and string.format('%016d', last) or '')
return {ARGV[1], lost, math.max(0, quiet - now), now}
