import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const deleteExpiredRows = async () => {
  await t.runJob('retention.cleanup')
  await t.runJob('retention.cleanupDaily')
}
const createSession = async (startedAgo: string, endedAgo: string | null) => {
  const [row] = await t.sql<{ id: string }[]>`
    insert into session (person_id, created_at, last_used_at, expires_at, ended_at)
    select ${t.people.nobody.personId}::uuid, start, start, start + interval '30 days', now() - ${endedAgo}::interval
    from (select now() - ${startedAgo}::interval as start) s returning id`
  const id = row?.id ?? ''
  await t.sql`
    insert into refresh_token (hash, session_id, used_at)
    values (${randomBytes(32)}, ${id}, now()), (${randomBytes(32)}, ${id}, null)`
  return id
}
const countRemaining = async (ids: string[]) =>
  Promise.all(
    ids.map(async id => {
      const [row] = await t.sql<{ sessions: number; tokens: number }[]>`
        select (select count(*)::integer from session where id = ${id}) as sessions,
          (select count(*)::integer from refresh_token where session_id = ${id}) as tokens`
      return [row?.sessions, row?.tokens]
    }),
  )

test('deletes tokens a day after their session ended, and the session after 90 days', async () => {
  const ids = await Promise.all([
    createSession('20 days', null),
    createSession('20 days', '2 hours'),
    createSession('40 days', null),
    createSession('80 days', '75 days'),
    createSession('130 days', null),
    createSession('100 days', '91 days'),
  ])
  await deleteExpiredRows()
  expect(await countRemaining(ids)).toEqual([
    [1, 2],
    [1, 2],
    [1, 0],
    [1, 0],
    [0, 0],
    [0, 0],
  ])
})

test('reads tokens of sessions only once a day', async () => {
  const id = await createSession('40 days', null)
  await t.runJob('retention.cleanup')
  expect(await countRemaining([id])).toEqual([[1, 2]])
  await t.runJob('retention.cleanupDaily')
  expect(await countRemaining([id])).toEqual([[1, 0]])
})

test('ends the session when a token is reused after a long time', async () => {
  const refresh = (refreshToken: string) =>
    t.call(undefined, accountApi.refresh, { body: { refreshToken } })
  const {
    body: {
      data: { refreshToken: first },
    },
  } = await t.call(undefined, accountApi.signup, {
    body: {
      fullName: 'Ann',
      email: 'ann@example.org',
      password: 'kiln-and-glaze',
      businessName: 'Pots',
    },
  })
  const {
    body: {
      data: { refreshToken: next },
    },
  } = await refresh(first)
  await t.sql`
    update refresh_token
    set used_at = now() - interval '20 days', created_at = now() - interval '20 days'
    where used_at is not null`
  await deleteExpiredRows()
  expect((await refresh(first)).status).toBe(401)
  expect((await refresh(next)).status).toBe(401)
})

test('deletes email links a week after they expired', async () => {
  for (const days of [6, 8])
    await t.sql`
      insert into mail_link (hash, person_id, purpose, email, expires_at)
      values (${randomBytes(32)}, ${t.people.owner.personId}, 'verify_email',
        ${`${days}@example.org`}, now() - make_interval(days => ${days}))`
  await deleteExpiredRows()
  expect(
    await t.sql`select email from mail_link where person_id = ${t.people.owner.personId}`,
  ).toEqual([{ email: '6@example.org' }])
})

test('deletes old idempotency keys and invitations of every store', async () => {
  for (const { storeId, personId } of [t.people.owner, t.people.stranger]) {
    for (const days of [1, 40]) {
      await t.sql.begin(async tx => {
        await tx`select set_config('app.store_id', ${storeId}, true)`
        await tx`
          insert into idempotency (person_id, route, key, body_hash, created_at)
          values (${personId}, 'order.create', ${`${days}`}, '', now() - make_interval(days => ${days}))`
        await tx`
          insert into invitation (email, role, expires_at)
          values (${`${days}@example.org`}, 'user', now() - make_interval(days => ${days}))`
      })
    }
  }
  const listRemaining = () =>
    Promise.all(
      [t.people.owner, t.people.stranger].map(({ storeId }) =>
        t.sql.begin(async tx => {
          await tx`select set_config('app.store_id', ${storeId}, true)`
          return [
            await tx`select key from idempotency where store_id = ${storeId}`.then(rows =>
              rows.map(row => row['key']),
            ),
            await tx`select email from invitation where store_id = ${storeId}`.then(rows =>
              rows.map(row => row['email']),
            ),
          ]
        }),
      ),
    )
  await deleteExpiredRows()
  expect(await listRemaining()).toEqual([
    [['1'], ['1@example.org']],
    [['1'], ['1@example.org']],
  ])
})
