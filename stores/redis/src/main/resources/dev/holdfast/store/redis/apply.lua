-- Applies a batch of groups; all of it happens at one moment.
-- KEYS[1]  the hash of all records; all other keys begin with the same hash tag
-- ARGV     the least version that may not be given again, the number of fields (negative if no one who waits elsewhere is
--          concerned, so that there need be no message; followed by a claim if only its waiter is), the fields; then of each group its events, how
--          many arguments its changes are, and of each change four: where its record is in cur, the expected version, what
--          follows version and stamp ('=' for a check, nothing for a deletion), and when it is due: a time, a plus and how
--          long after now, the two together for the earlier of them, or nothing
-- Returns  the time, then of each group its version, or the current records of its changes if it was not applied.
-- Beside the records are !last, the last version; !quiet, until when nothing is changed; !ears, until when a program listens;
-- !told, how many events there were; and the newest of these in a ring of 10,000.
-- A record is its version and its stamp, sixteen digits each, its parties with \255 between them, \254, its body.
local call, argv, sub, find, format = redis.call, ARGV, string.sub, string.find, string.format
local records = KEYS[1]
local clock = call('TIME')
local now = clock[1] * 1000000 + clock[2]
local fields, meant = tonumber(argv[2]), nil
if not fields then
  local space = find(argv[2], ' ', 1, true)
  fields, meant = tonumber(sub(argv[2], 1, space - 1)), '@' .. sub(argv[2], space + 1)
end
local unannounced = fields < 0
local at, stop = (unannounced and -fields or fields) + 3, #argv
-- What is in cur[i] belongs to the field in ARGV[i - 2].
local cur = call('HMGET', records, '!last', '!quiet', '!ears', '!told', unpack(argv, 3, at - 1))
if not cur[1] then
  return redis.error_reply('HOLDFAST gone')
end
if cur[2] and tonumber(cur[2]) > now then
  return redis.error_reply('HOLDFAST quiet ' .. format('%d', cur[2] - now))
end
local base = sub(records, 1, -8)
local last, floor = tonumber(cur[1]), tonumber(argv[1])
if floor > last then
  last = floor
end
local heard, told = cur[3] and tonumber(cur[3]) > now, tonumber(cur[4] or '0')
local stamp = format('%016d', now)
local version = stamp
local function moment(due)
  local plus = find(due, '+', 1, true)
  if not plus then
    return due
  elseif plus == 1 then
    return format('%d', now + sub(due, 2))
  end
  return format('%d', math.min(sub(due, 1, plus - 1), now + sub(due, plus + 1)))
end

-- The usual batch of a caller who is alone: one group that makes or deletes one record, tells of it, and checks at most one other.
-- It needs none of the tables by which larger batches are put together. Whatever is unusual goes the way of those, further down.
local checks = stop == at + 9 and argv[at + 8] == '='
if checks or stop == at + 5 then
  local event, was, tail = argv[at], cur[5], argv[at + 4]
  local party
  if was and tail == '' then
    party = sub(was, 33, find(was, '\254', 33, true) - 1)
  elseif not was and tail ~= '' and tail ~= '=' then
    party = sub(tail, 1, find(tail, '\254', 1, true) - 1)
  end
  if party and event ~= '' and not find(event, '\n', 1, true) and not find(party, '\255', 1, true) then
    if (was and sub(was, 1, 16) or '0') ~= argv[at + 3]
        or checks and (cur[6] and sub(cur[6], 1, 16) or '0') ~= argv[at + 7] then
      return {now, {was, cur[6]}}
    end
    if last < now then
      last = now
    else
      last = last + 1
      version = format('%016d', last)
    end
    local field, due, head = argv[3], argv[at + 5], version .. stamp
    local place, count = format('!e%d', told % 10000), format('%d', told + 1)
    if was then
      if party ~= '' then
        call('ZREM', base .. party, field)
      end
      call('ZREM', base .. 'names', field)
      call('ZREM', base .. 'due:' .. sub(field, 1, 1), field)
      call('HSET', records, '!last', version, place, head .. event, '!told', count)
      call('HDEL', records, field)
    else
      if party ~= '' then
        call('ZADD', base .. party, '0', field)
      end
      call('ZADD', base .. 'names', '0', field)
      if due ~= '' then
        call('ZADD', base .. 'due:' .. sub(field, 1, 1), moment(due), field)
      end
      call('HSET', records, '!last', version, place, head .. event, '!told', count, field, head .. tail)
    end
    if heard then
      call('PUBLISH', base .. 'changes', version .. '\255' .. field)
    end
    return {now, last}
  end
end

local out, set, before, touched, dues = {now}, {'!last', version}, {}, {}, {}
local groups, values, changed = 1, 2, 0
while at < stop do
  local event, first = argv[at], at + 2
  at = first + argv[at + 1]
  local holds = true
  for i = first, at - 1, 4 do
    local value = cur[tonumber(argv[i])]
    if (value and sub(value, 1, 16) or '0') ~= argv[i + 1] then
      holds = false
      break
    end
  end
  groups = groups + 1
  if holds then
    if last < now then
      last = now
    else
      last = last + 1
      version = format('%016d', last)
    end
    local head = version .. stamp
    for i = first, at - 1, 4 do
      local tail = argv[i + 2]
      if tail ~= '=' then
        local place = tonumber(argv[i])
        if before[place] == nil then
          before[place] = cur[place]
          changed = changed + 1
          touched[changed] = place
        end
        cur[place] = tail ~= '' and head .. tail
        dues[place] = argv[i + 3]
      end
    end
    for one in string.gmatch(event, '[^\n]+') do
      set[values + 1] = format('!e%d', told % 10000)
      set[values + 2] = head .. one
      values = values + 2
      told = told + 1
    end
    out[groups] = last
  else
    local found = {}
    for i = first, at - 1, 4 do
      found[#found + 1] = cur[tonumber(argv[i])]
    end
    out[groups] = found
  end
end
if changed == 0 and values == 2 then
  return out
end
set[2] = version
if values > 2 then
  set[values + 1] = '!told'
  set[values + 2] = format('%d', told)
  values = values + 2
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
local made, gone = {}, {}
for t = 1, changed do
  local place = touched[t]
  local field, was, is, due = argv[place - 2], before[place], cur[place], dues[place]
  local old = was and sub(was, 33, find(was, '\254', 33, true) - 1) or ''
  local new = is and sub(is, 33, find(is, '\254', 33, true) - 1) or ''
  if old == new then
    -- Listed already where it belongs.
  elseif find(old, '\255', 1, true) or find(new, '\255', 1, true) then
    local stays = {}
    for party in string.gmatch(old, '[^\255]+') do
      stays[party] = true
    end
    for party in string.gmatch(new, '[^\255]+') do
      if stays[party] then
        stays[party] = false
      else
        add(party, '0', field)
      end
    end
    for party, leaves in pairs(stays) do
      if leaves then
        rem(party, field)
      end
    end
  else
    if old ~= '' then
      rem(old, field)
    end
    if new ~= '' then
      add(new, '0', field)
    end
  end
  if is then
    set[values + 1] = field
    set[values + 2] = is
    values = values + 2
    if not was then
      local n = #made
      made[n + 1] = '0'
      made[n + 2] = field
    end
    if due ~= '' then
      add('due:' .. sub(field, 1, 1), moment(due), field)
    elseif was then
      rem('due:' .. sub(field, 1, 1), field)
    end
  elseif was then
    gone[#gone + 1] = field
    rem('due:' .. sub(field, 1, 1), field)
  end
  touched[t] = field
end
-- The records come last: if a command before them is refused, they are as they were, and an index may be wrong about them.
for key, args in pairs(rems) do
  call('ZREM', base .. key, unpack(args))
end
for key, args in pairs(adds) do
  call('ZADD', base .. key, unpack(args))
end
if #gone > 0 then
  call('ZREM', base .. 'names', unpack(gone))
end
if #made > 0 then
  call('ZADD', base .. 'names', unpack(made))
end
call('HSET', records, unpack(set))
if #gone > 0 then
  call('HDEL', records, unpack(gone))
end
if changed > 0 and heard and unannounced then
  -- Those who listen look here once a second, and leave nothing to be kept for longer than a minute.
  local noted = {}
  for t = 1, changed do
    noted[2 * t - 1] = version
    noted[2 * t] = touched[t]
  end
  call('ZADD', base .. 'unannounced', unpack(noted))
  if last % 64 == 0 then
    local old = call('ZRANGEBYSCORE', base .. 'unannounced', '-inf', format('%d', now - 60000000), 'LIMIT', '0', '128')
    if #old > 0 then
      call('ZREM', base .. 'unannounced', unpack(old))
    end
  end
elseif changed > 0 and heard then
  if meant then
    table.insert(touched, 1, meant)
  end
  call('PUBLISH', base .. 'changes', version .. '\255' .. table.concat(touched, '\255'))
end
return out
