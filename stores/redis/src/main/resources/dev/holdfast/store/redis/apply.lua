-- Applies a batch of groups; all of it happens at one moment.
-- KEYS[1]  the hash of all records; all other keys begin with the same hash tag
-- ARGV     the least version that may not be given again, the number of fields, the fields, of which the first two are !ears
--          and !told; then of each group the number of its changes, its events, and of each change: field, expected version,
--          what to do, and for a put the time it is due, how long after now it is due, and what follows version and stamp
-- Returns  the time, then of each group its version, or the current records of its changes if it was not applied.
-- Beside the records are !last, the last version; !quiet, until when nothing is changed; !ears, until when somebody listens;
-- !told, how many groups of events there were; and the newest of these in a ring of 10,000.
-- A record is its version and its stamp, sixteen digits each, its parties with \255 between them, \254, its body.
local records = KEYS[1]
local call, sub, format, find, gmatch = redis.call, string.sub, string.format, string.find, string.gmatch
local base = sub(records, 1, -8)
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
local last, floor = tonumber(cur[1]), tonumber(ARGV[1])
if floor > last then
  last = floor
end
local stamp = format('%016d', now)
local out, set, touched, before, due = {now}, {'!last', stamp}, {}, {}, {}
local groups, values, changed = 1, 2, 0
local events = tonumber(cur[4] or '0')
local at, stop = fields + 3, #ARGV
while at < stop do
  local size, event, first = tonumber(ARGV[at]), ARGV[at + 1], at + 2
  local holds = true
  at = first
  for _ = 1, size do
    local value = cur[tonumber(ARGV[at])]
    if (value and sub(value, 1, 16) or '0') ~= ARGV[at + 1] then
      holds = false
    end
    at = at + (ARGV[at + 2] == 'P' and 6 or 3)
  end
  local i = first
  groups = groups + 1
  if holds then
    last = last < now and now or last + 1
    local head = format('%016d', last) .. stamp
    while i < at do
      local what = ARGV[i + 2]
      if what == 'C' then
        i = i + 3
      else
        local field = tonumber(ARGV[i])
        if before[field] == nil then
          before[field] = cur[field]
          changed = changed + 1
          touched[changed] = field
        end
        if what == 'P' then
          cur[field] = head .. ARGV[i + 5]
          local fixed, after = tonumber(ARGV[i + 3]), tonumber(ARGV[i + 4])
          after = after and now + after
          due[field] = (fixed and after) and math.min(fixed, after) or fixed or after or false
          i = i + 6
        else
          cur[field] = false
          i = i + 3
        end
      end
    end
    if event ~= '' then
      set[values + 1] = '!e' .. format('%d', events % 10000)
      set[values + 2] = head .. event
      values = values + 2
      events = events + 1
    end
    out[groups] = last
  else
    local found = {}
    for c = 1, size do
      found[c] = cur[tonumber(ARGV[i])]
      i = i + (ARGV[i + 2] == 'P' and 6 or 3)
    end
    out[groups] = found
  end
end
if changed == 0 and values == 2 then
  return out
end

-- By key what is to be added to its sorted set, as a command wants it, and what is to be removed: a batch costs few commands.
local adds, rems = {}, {}
local function add(key, score, field)
  local args = adds[key]
  if args then
    local n = #args
    args[n + 1] = score
    args[n + 2] = field
  else
    adds[key] = {score, field}
  end
end
local function rem(key, field)
  local args = rems[key]
  if args then
    args[#args + 1] = field
  else
    rems[key] = {field}
  end
end
local del = {}
set[2] = format('%016d', last)
if values > 2 then
  set[values + 1] = '!told'
  set[values + 2] = format('%d', events)
  values = values + 2
end
local names = base .. 'names'
for t = 1, changed do
  local i = touched[t]
  local field, was, is = ARGV[i], before[i], cur[i]
  local old = was and sub(was, 33, find(was, '\254', 33, true) - 1) or ''
  local new = is and sub(is, 33, find(is, '\254', 33, true) - 1) or ''
  if old ~= new then
    if old == '' then
      for party in gmatch(new, '[^\255]+') do
        add(base .. party, '0', field)
      end
    elseif new == '' then
      for party in gmatch(old, '[^\255]+') do
        rem(base .. party, field)
      end
    else
      local stays = {}
      for party in gmatch(old, '[^\255]+') do
        stays[party] = true
      end
      for party in gmatch(new, '[^\255]+') do
        if stays[party] then
          stays[party] = false
        else
          add(base .. party, '0', field)
        end
      end
      for party, gone in pairs(stays) do
        if gone then
          rem(base .. party, field)
        end
      end
    end
  end
  if is then
    set[values + 1] = field
    set[values + 2] = is
    values = values + 2
    if not was then
      add(names, '0', field)
    end
    if due[i] then
      add(base .. 'due:' .. sub(field, 1, 1), format('%d', due[i]), field)
    elseif was then
      rem(base .. 'due:' .. sub(field, 1, 1), field)
    end
  elseif was then
    del[#del + 1] = field
    rem(names, field)
    rem(base .. 'due:' .. sub(field, 1, 1), field)
  end
  touched[t] = field
end
-- The records come last: if a command before them is refused, they are as they were, and an index may be wrong about them.
for key, args in pairs(rems) do
  call('ZREM', key, unpack(args))
end
for key, args in pairs(adds) do
  call('ZADD', key, unpack(args))
end
call('HSET', records, unpack(set))
if #del > 0 then
  call('HDEL', records, unpack(del))
end
if changed > 0 and cur[3] and tonumber(cur[3]) > now then
  call('PUBLISH', base .. 'changes', set[2] .. '\255' .. table.concat(touched, '\255'))
end
return out
