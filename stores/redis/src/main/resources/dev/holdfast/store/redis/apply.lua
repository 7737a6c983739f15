-- Applies a batch of groups; all of it happens at one moment.
-- KEYS[1]  the hash tag that all keys begin with
-- ARGV     the least version that may not be given again, the number of fields, the fields; then of each group the number of
--          its changes, its events, and of each change: field, expected version, what to do, and for a put the time it is due,
--          how long after now it is due, and what follows version and stamp in the record
-- Returns  the time, then of each group its version, or the current records of its changes if it was not applied.
-- A record is its version and its stamp, sixteen digits each, the length of its parties, a colon, its parties, its body.
local base = KEYS[1]
local records = base .. ':records'
local call, sub, format, match = redis.call, string.sub, string.format, string.match
local clock = call('TIME')
local now = clock[1] * 1000000 + clock[2]
local fields = tonumber(ARGV[2])
-- What is in cur[i] belongs to the field in ARGV[i].
local cur = call('HMGET', records, '!last', '!quiet', unpack(ARGV, 3, fields + 2))
if not cur[1] then
  return redis.error_reply('HOLDFAST gone')
end
if cur[2] and tonumber(cur[2]) > now then
  return redis.error_reply('HOLDFAST quiet ' .. format('%d', cur[2] - now))
end
local last = tonumber(cur[1])
if tonumber(ARGV[1]) > last then
  last = tonumber(ARGV[1])
end
local stamp = format('%016d', now)
local out, events, touched, before, due = {now}, {}, {}, {}, {}
local at, stop = fields + 3, #ARGV
while at < stop do
  local size, told, first = tonumber(ARGV[at]), ARGV[at + 1], at + 2
  local holds = true
  at = first
  for _ = 1, size do
    local value = cur[ARGV[at] + 0]
    if (value and sub(value, 1, 16) or '0') ~= ARGV[at + 1] then
      holds = false
    end
    at = at + (ARGV[at + 2] == 'P' and 6 or 3)
  end
  local i = first
  if holds then
    last = last < now and now or last + 1
    local version = format('%016d', last)
    for _ = 1, size do
      local field, what = ARGV[i] + 0, ARGV[i + 2]
      if what ~= 'C' and before[field] == nil then
        before[field] = cur[field]
        touched[#touched + 1] = field
      end
      if what == 'P' then
        cur[field] = version .. stamp .. ARGV[i + 5]
        local fixed, after = tonumber(ARGV[i + 3]), tonumber(ARGV[i + 4])
        after = after and now + after
        due[field] = (fixed and after) and math.min(fixed, after) or fixed or after or false
        i = i + 6
      else
        if what == 'D' then
          cur[field] = false
        end
        i = i + 3
      end
    end
    if told ~= '' then
      events[#events + 1] = version .. stamp .. told
    end
    out[#out + 1] = last
  else
    local found = {}
    for c = 1, size do
      found[c] = cur[ARGV[i] + 0]
      i = i + (ARGV[i + 2] == 'P' and 6 or 3)
    end
    out[#out + 1] = found
  end
end
if #touched == 0 and #events == 0 then
  return out
end

-- The lists of arguments of each command on each key, so that a batch costs few commands.
local lists = {}
local function list(command, key)
  local id = command .. key
  local args = lists[id]
  if not args then
    args = {command, key}
    lists[id] = args
    lists[#lists + 1] = args
  end
  return args
end
local function parties(value)
  local length, from = match(value, '^(%d+):()', 33)
  return sub(value, from, from + length - 1)
end
local function each(text, act)
  local i = 1
  while i <= #text do
    local length, from = match(text, '^(%d+):()', i)
    i = from + length
    act(sub(text, from, i - 1))
  end
end
local names = base .. ':names'
local set, del = {'!last', format('%016d', last)}, {}
local said = {set[2]}
for t = 1, #touched do
  local i = touched[t]
  local field, was, is = ARGV[i], before[i], cur[i]
  local dues = base .. ':due:' .. sub(field, 1, 1)
  said[#said + 1] = field
  local old, new = was and parties(was) or '', is and parties(is) or ''
  if old ~= new then
    local stays = {}
    each(new, function(party) stays[party] = 1 end)
    each(old, function(party)
      if stays[party] then
        stays[party] = 2
      else
        local args = list('ZREM', base .. ':' .. party)
        args[#args + 1] = field
      end
    end)
    for party, state in pairs(stays) do
      if state == 1 then
        local args = list('ZADD', base .. ':' .. party)
        args[#args + 1] = 0
        args[#args + 1] = field
      end
    end
  end
  if is then
    set[#set + 1] = field
    set[#set + 1] = is
    if not was then
      local args = list('ZADD', names)
      args[#args + 1] = 0
      args[#args + 1] = field
    end
    if due[i] then
      local args = list('ZADD', dues)
      args[#args + 1] = format('%d', due[i])
      args[#args + 1] = field
    elseif was then
      local args = list('ZREM', dues)
      args[#args + 1] = field
    end
  elseif was then
    del[#del + 1] = field
    local args = list('ZREM', names)
    args[#args + 1] = field
    args = list('ZREM', dues)
    args[#args + 1] = field
  end
end
-- The records come last: if a command before them is refused, they are as they were, and an index may be wrong about them.
for i = 1, #lists do
  call(unpack(lists[i]))
end
if #events > 0 and call('RPUSH', base .. ':history', unpack(events)) > 10100 then
  call('LTRIM', base .. ':history', -10000, -1)
end
call('HSET', records, unpack(set))
if #del > 0 then
  call('HDEL', records, unpack(del))
end
if #touched > 0 then
  -- No name has this byte.
  call('PUBLISH', base .. ':changes', table.concat(said, '\255'))
end
return out
