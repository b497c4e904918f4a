/**
 * How long a statement waits for the row of a window, in milliseconds. Other transactions hold rows for one statement
 * only.
 */
const lockTimeout = 2_500;

/**
 * The server's time in microseconds. Read again for each row: rows are handled one by one, after the wait for the row's
 * lock.
 */
export const serverTime = 'cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)';

/**
 * Returns a statement that changes a window for each row of `source`, which has `key`, `n`, `quota`, `span`, `width`
 * and `back` in the order of `key`. The arithmetic is the same as in `SlidingWindow`, and must stay inside `do update`:
 * only there, the row is locked and current. `excluded` has the request: `taken` is the number of requests to count,
 * and is negative to give back requests of the time `at`.
 */
function changeWindows(source: string): string {
  return `
insert into askwell_limits as held (key, times, counts, taken, at, quota, span, width)
select w.key, case when w.n > 0 then array[w.at] else '{}' end, case when w.n > 0 then array[w.n] else '{}' end,
  w.n, w.at, w.quota, w.span, w.width
from (
  select r.key, least(r.n, r.quota) as n, r.quota, r.span, r.width, coalesce(r.back, ${serverTime}) as at from (${source}) r
) w
on conflict (key) do update set (times, counts, taken, at, quota, span, width) = (
  select
    case when t.taken <= 0 then t.times when t.is_same then t.times[:t.size - 1] || t.now else t.times || t.now end,
    case when t.taken <= 0 then t.counts when t.is_same then t.counts[:t.size - 1] || t.counts[t.size] + t.taken
      else t.counts || t.taken end,
    t.taken, t.now, excluded.quota, excluded.span, excluded.width
  from (
    select u.*, least(excluded.taken, greatest(excluded.quota - u.used, 0)) as taken,
      coalesce(u.times[u.size] / excluded.width = u.now / excluded.width, false) as is_same
    from (
      select c.now, cast(coalesce(sum(e.n), 0) as bigint) as used, cast(count(e.n) as integer) as size,
        coalesce(array_agg(e.at order by e.at) filter (where e.n > 0), '{}') as times,
        coalesce(array_agg(e.n order by e.at) filter (where e.n > 0), '{}') as counts
      from (
        -- If the server's clock goes back, an admission must not be older than the previous one.
        select greatest(${serverTime}, coalesce(held.times[cardinality(held.times)], 0)) as now
      ) c
      left join lateral (
        select h.at, h.n + case when excluded.taken < 0 and h.at / excluded.width = excluded.at / excluded.width
          then excluded.taken else 0 end as n
        from unnest(held.times, held.counts) as h(at, n)
        where h.at > c.now - excluded.span
      ) e on e.n > 0
      group by c.now
    ) u
  ) t
)
returning key, taken, at, (select cast(coalesce(sum(n), 0) as bigint) from unnest(counts) n) as used, times[1] as oldest`;
}

/**
 * For a transaction that ends with the statement. Losing counts in a crash is harmless, and a sync would take
 * milliseconds.
 */
const settings = `select set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '${lockTimeout}', true)`;

const innerSource = `select i.* from (${settings}) s cross join unnest(
    cast($1 as bytea[]), cast($2 as bigint[]), cast($3 as bigint[]), cast($4 as bigint[]), cast($5 as bigint[]), cast($6 as bigint[])
  ) as i(key, n, quota, span, width, back) order by i.key`;

/** An outer window gets the sum of the requests that its inner windows have admitted. */
const outerSource = `select o.key, cast(coalesce(sum(i.taken), 0) as bigint) as n, o.quota, o.span, o.width, cast(null as bigint) as back
  from unnest(
    cast($7 as bytea[]), cast($8 as bytea[]), cast($9 as bigint[]), cast($10 as bigint[]), cast($11 as bigint[])
  ) as o(inner_key, key, quota, span, width) join inner_windows i on i.key = o.inner_key
  group by o.key, o.quota, o.span, o.width order by o.key`;

const states = (name: string) => `select encode(key, 'hex') as id, taken, at, used, oldest from ${name}`;

/** Changes windows without outer windows. Parameters 1 to 6. */
export const countStatement = `with inner_windows as (${changeWindows(innerSource)}) ${states('inner_windows')}`;

/** Changes windows, then their outer windows. Parameters 1 to 11. */
export const countNestedStatement = `with inner_windows as (${changeWindows(innerSource)}),
outer_windows as (${changeWindows(outerSource)}) ${states('inner_windows')} union all ${states('outer_windows')}`;

/** The number of windows that a slice reads. */
const sliceSize = 1_000;

/**
 * Deletes the windows of a slice that have no request left in them, and returns the key at which the next slice starts.
 * Skips locked rows, which are in use: a statement that does not wait cannot be part of a deadlock.
 */
export const deleteExpiredStatement = `with slice as materialized (
  select key from (${settings}) s cross join lateral (
    select key from askwell_limits where key > $1 order by key limit ${sliceSize}
  ) k
), last as (
  select key from slice order by key desc limit 1
), gone as (
  delete from askwell_limits where key in (
    select key from askwell_limits where key > $1 and key <= (select key from last) and at + span < ${serverTime}
    order by key for update skip locked
  )
)
select key from last`;
