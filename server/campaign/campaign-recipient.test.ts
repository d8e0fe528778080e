import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaignApi } from '#contract/campaign/campaign.ts'
import { type SegmentFilter, type SegmentPerson, segmentApi } from '#contract/campaign/segment.ts'
import { setStoreStatus } from '../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { claimRecipients, storeResults } from './campaign-recipient.ts'
import { enqueueSending } from './campaign-status.ts'
import type { SendResult } from './send-result.ts'

let t: TestApp
let id: string
beforeAll(async () => {
  t = await startTestApp()
  await setStoreStatus(t, 'live')
})
afterAll(() => t.close())

/** Adds a campaign that is being sent to two people, the first of whom is claimed. */
beforeEach(async () => {
  await t.inStore(tx => tx`delete from campaign`)
  const input = { name: 'Spring', subject: 'Tea', body: '<p>Hello</p>' }
  id = (await t.call('owner', campaignApi.create, { body: input })).body.data._id
  await t.inStore(async tx => {
    await tx`delete from customer`
    await tx`
      update campaign set status = 'sending', started_at = now(), chosen_at = now(), next_at = now()
      where id = ${id}`
    for (const [email, state] of Object.entries({ a: 'sending', b: 'queued' })) {
      await tx`insert into customer ${tx({ email: `${email}@example.com`, accepts_marketing: true })}`
      await tx`
        insert into campaign_recipient ${tx({ campaign_id: id, email: `${email}@example.com`, state })}`
    }
    await tx`update campaign_recipient set claimed_at = now() where state = 'sending'`
  })
})

const store = (result: Pick<SendResult, 'state' | 'reason'>) =>
  t.inStore(async tx => {
    const [row] = await tx<{ id: string }[]>`
      select id from campaign_recipient where campaign_id = ${id} and email = 'a@example.com'`
    await storeResults(tx, id, [{ id: row?.id ?? '', ...result }])
  })
const claim = () =>
  t.inStore(async tx => {
    const step = await claimRecipients(tx, id, 100_000)
    return step.kind === 'send' ? step.recipients.map(({ email }) => email) : step.kind
  })
const find = async () => {
  const [row] = await t.inStore(
    tx => tx`
      select state, reason, attempts, retry_at is not null as is_deferred from campaign_recipient
      where campaign_id = ${id} and email = 'a@example.com'`,
  )
  return row
}

test('a deferred email is sent later, without delaying others, and fails after five attempts', async () => {
  await store({ state: 'deferred', reason: '' })
  expect(await find()).toMatchObject({ state: 'queued', attempts: 1, isDeferred: true })
  expect(await claim()).toEqual(['b@example.com'])
  await t.inStore(
    tx => tx`
      update campaign_recipient set retry_at = now(), attempts = 4 where email = 'a@example.com'`,
  )
  await t.inStore(tx => tx`update campaign set next_at = now()`)
  expect(await claim()).toEqual(['a@example.com'])
  await store({ state: 'deferred', reason: '' })
  expect(await find()).toMatchObject({ state: 'failed', reason: 'refused', attempts: 5 })
})

test('a mail server that is not reachable uses no attempt, and the campaign waits', async () => {
  await store({ state: 'unsent', reason: '' })
  expect(await find()).toMatchObject({ state: 'queued', attempts: 0, isDeferred: false })
  expect(await claim()).toBe('wait')
})

test('a campaign whose sender is refused is paused until it is resumed', async () => {
  await store({ state: 'unsent', reason: 'refused' })
  expect(await find()).toMatchObject({ state: 'queued', reason: '', attempts: 0 })
  const args = { params: { id } }
  const paused = (await t.call('owner', campaignApi.get, args)).body.data
  expect(paused).toMatchObject({ status: 'paused', isSenderRefused: true })
  const resumed = await t.call('owner', campaignApi.resume, { ...args, body: {} })
  expect(resumed.body.data).toMatchObject({ status: 'sending', isSenderRefused: false })
})

test('emails of a canceled campaign that were not taken are skipped', async () => {
  await t.call('owner', campaignApi.cancel, { params: { id }, body: {} })
  await store({ state: 'unsent', reason: '' })
  expect(await find()).toMatchObject({ state: 'skipped', reason: 'canceled' })
})

test('nothing is sent while the store is not live', async () => {
  await setStoreStatus(t, 'paused')
  expect(await claim()).toBe('stopped')
  await t.inStore(
    tx => tx`update campaign set next_at = now() - interval '1 hour' where id = ${id}`,
  )
  const listDue = () => t.sql`select id from list_due_campaigns() where id = ${id}`
  expect(await listDue()).toHaveLength(0)
  await setStoreStatus(t, 'live')
  expect(await listDue()).toHaveLength(1)
  // A job that waits continues the campaign already.
  await t.inStore(tx => enqueueSending(tx, id, t.people.owner.storeId))
  expect(await listDue()).toHaveLength(0)
})

test('a segment has the people who bought a product, or one of a category or below it', async () => {
  const [bought] = await t.inStore(
    tx => tx<{ productId: string; topId: string; belowId: string; otherId: string }[]>`
      with other as (
        insert into category (name, slug) values ('Other', 'other') returning id
      ), top as (
        insert into category (name, slug) values ('Tea', 'tea') returning id
      ), below as (
        insert into category (name, slug, parent) select 'Green', 'green', id from top returning id
      ), product as (
        insert into product (title, slug) values ('Sencha', 'sencha') returning id
      ), product_category as (
        insert into product_category (product_id, category_id) select p.id, b.id from product p, below b
      ), buyer_order as (
        insert into "order" (number, currency, subtotal, total, customer_id, status)
        select email, 'USD', 1, 1, id, case email when 'a@example.com' then 'pending' else 'cancelled' end
        from customer returning id
      ), line as (
        insert into order_line (order_id, product_id, title, quantity, unit_price, total)
        select o.id, p.id, 'Sencha', 1, 1, 1 from buyer_order o, product p
      )
      select product.id as product_id, top.id as top_id, below.id as below_id, other.id as other_id
      from product, top, below, other`,
  )
  const listBuyers = async (filter: SegmentFilter) =>
    (await t.call('owner', segmentApi.preview, { body: filter })).body.data.people.map(
      ({ email }: SegmentPerson) => email,
    )
  for (const filter of [
    { productId: bought?.productId },
    { categoryId: bought?.topId },
    { categoryId: bought?.belowId },
  ])
    expect(await listBuyers(filter)).toEqual(['a@example.com'])
  expect(await listBuyers({ categoryId: bought?.otherId })).toEqual([])
  expect(await listBuyers({ productId: bought?.productId, categoryId: bought?.otherId })).toEqual(
    [],
  )
})

test('a campaign that cannot be started does not stop the others, and a paused one can be deleted', async () => {
  const create = async (name: string) =>
    (await t.call('owner', campaignApi.create, { body: { name } })).body.data._id
  const ids = [await create('Broken'), await create('Spring'), await create('Broken')]
  await t.inStore(
    tx => tx`
      update campaign set status = 'scheduled', send_at = now() - interval '1 second'
      where id = any (${ids}::uuid[])`,
  )
  await t.sql`
    create function fail_campaign() returns trigger language plpgsql as 'begin raise exception $$broken$$; end'`
  await t.sql`
    create trigger fail_campaign before update on campaign for each row
    when (new.name = 'Broken') execute function fail_campaign()`
  await t.runJob('campaign.start')
  await t.sql`drop function fail_campaign cascade`
  // Without a subject, it is paused before it starts.
  const rows = await t.inStore(
    tx => tx<{ name: string; status: string }[]>`
      select name, status from campaign where id = any (${ids}::uuid[]) order by name`,
  )
  expect(rows.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'Broken scheduled',
    'Broken scheduled',
    'Spring paused',
  ])
  // Nothing of it was sent, so it can be deleted.
  const removal = await t.call('owner', campaignApi.delete, { params: { id: ids[1] ?? '' } })
  expect(removal.status).toBe(200)
})
