import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Campaign, campaignApi } from '#contract/campaign/campaign.ts'
import { segmentApi } from '#contract/campaign/segment.ts'
import { SuppressionListQuery, suppressionApi } from '#contract/campaign/suppression.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { storeApi } from '#contract/store/store.ts'
import { withStoreTransaction } from '../lib/db/db.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { setStoreStatus, visit } from '../testing/subject/storefront-testing.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { chooseRecipients, claimRecipients } from './campaign-recipient.ts'
import { markRecipientBounced } from './rule/mark-recipient-bounced.ts'
import { previewSegment } from './segment-store.ts'
import { listSuppressions } from './suppression-store.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '10', CAMPAIGN_EMAILS_PER_MINUTE: '100000' })
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: {
      data: {
        status: 'live',
        languages: ['de'],
        address: { line1: '1 Road', city: 'Leeds', postalCode: 'LS1', country: 'GB' },
      },
    },
  })
})
afterAll(() => t.close())
beforeEach(() =>
  t.inStore(async tx => {
    await tx`delete from campaign`
    await tx`delete from segment`
    await tx`delete from email_suppression`
    await tx`delete from subscriber`
    await tx`delete from customer`
  }),
)

const addSubscriber = (email: string, state = 'confirmed', language = '') =>
  t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`
      insert into subscriber (store_id, email, state, language, consent_text, confirmed_at)
      values (${t.people.owner.storeId}, ${email}, ${state}, ${language}, 'Yes', now() - interval '1 day')`
  })
const addCustomer = (email: string, accepts: boolean, values: object = {}) =>
  t.inStore(async tx => {
    const [row] = await tx<{ id: string }[]>`
      insert into customer ${tx({ email, name: email, accepts_marketing: accepts, ...values })} returning id`
    return row?.id ?? ''
  })
const create = async (body: object = {}): Promise<Campaign> =>
  (
    await t.call('owner', campaignApi.create, {
      body: { name: 'Spring', subject: 'Tea is here', body: '<p>Hello</p>', ...body },
    })
  ).body.data
const start = async (campaign: Campaign, body: object = {}) =>
  t.call('owner', campaignApi.send, { params: { id: campaign._id }, body })
const send = async (body: object = {}) => {
  const campaign = await create(body)
  const reply = await start(campaign)
  expect(reply.body).toMatchObject({ data: { status: 'sending' } })
  await t.runJobs()
  return campaign._id
}
const getStatus = async (id: string) =>
  (await t.call('owner', campaignApi.get, { params: { id } })).body.data.status
const getResult = async (id: string) =>
  (await t.call('owner', campaignApi.getResult, { params: { id } })).body.data
const listRecipients = async () =>
  t.inStore(
    tx => tx<{ email: string; state: string; reason: string }[]>`
      select email, state, reason from campaign_recipient order by email`,
  )
const preview = async (filter: object) =>
  (await t.call('owner', segmentApi.preview, { body: filter })).body.data

test('only people who agreed are chosen, each address once', async () => {
  await addSubscriber('both@example.com')
  await addCustomer('Both@example.com', true)
  await addSubscriber('sub@example.com')
  await addCustomer('yes@example.com', true)
  await addSubscriber('pending@example.com', 'pending')
  await addSubscriber('left@example.com', 'unsubscribed')
  await addCustomer('left@example.com', true)
  await addCustomer('no@example.com', false)
  await addCustomer('', true)
  await addSubscriber('blocked@example.com')
  await addCustomer('blocked2@example.com', true)
  for (const email of ['blocked@example.com', 'Blocked2@example.com'])
    await t.call('owner', suppressionApi.create, { body: { email } })
  // A request that is not confirmed does not undo an earlier end.
  await addCustomer('again@example.com', true)
  await addSubscriber('again@example.com', 'pending')
  await t.inStore(
    tx => tx`update subscriber set unsubscribed_at = now() where email = 'again@example.com'`,
  )
  // The customer withdrew the consent after the subscription, then got another email.
  await addSubscriber('withdrawn@example.com')
  const withdrawn = await addCustomer('withdrawn@example.com', true)
  await t.inStore(tx => tx`update customer set accepts_marketing = false where id = ${withdrawn}`)
  await t.inStore(tx => tx`update customer set email = 'new@example.com' where id = ${withdrawn}`)
  await send()
  expect((await listRecipients()).map(({ email, state }) => [email, state])).toEqual([
    ['both@example.com', 'sent'],
    ['sub@example.com', 'sent'],
    ['yes@example.com', 'sent'],
  ])
})

test.each([
  [{}, ['ann@example.com', 'bea@example.com', 'cem@example.com']],
  [{ source: 'subscriber' }, ['ann@example.com']],
  [{ source: 'customer' }, ['bea@example.com', 'cem@example.com']],
  [{ minSpent: 5000 }, ['cem@example.com']],
  [{ maxSpent: 5000 }, ['ann@example.com', 'bea@example.com']],
  [{ minOrders: 1, maxOrders: 1 }, ['bea@example.com']],
  [{ orderedWithinDays: 30 }, ['bea@example.com']],
  [{ notOrderedForDays: 30 }, ['cem@example.com']],
  [{ countries: ['FR', 'DE'] }, ['bea@example.com']],
  [{ languages: ['de'] }, ['ann@example.com']],
  [{ tags: ['vip', 'other'] }, ['cem@example.com']],
  [{ tags: ['vip'], maxSpent: 1 }, []],
  [{ productId: '00000000-0000-4000-8000-000000000000' }, []],
])('the segment %j has these people', async (filter, emails) => {
  await addSubscriber('ann@example.com', 'confirmed', 'de')
  await addCustomer('bea@example.com', true, {
    order_count: 1,
    total_spent: 1000,
    last_order_at: new Date(Date.now() - 86_400_000),
    address: { country: 'DE' },
  })
  await addCustomer('cem@example.com', true, {
    order_count: 3,
    total_spent: 9000,
    last_order_at: new Date(Date.now() - 90 * 86_400_000),
    tags: ['vip'],
  })
  await addCustomer('no@example.com', false, { tags: ['vip'], order_count: 1 })
  const found = await preview(filter)
  expect(found.people.map(({ email }: { email: string }) => email)).toEqual(emails)
  expect(found.count).toBe(emails.length)
})

test('the email has the text, the price of now, and links with the campaign', async () => {
  await addSubscriber('de@example.com', 'confirmed', 'de')
  const [product] = await t.inStore(
    tx => tx<{ id: string }[]>`
      insert into product ${tx({ title: 'Tea <pot>', slug: 'tea-pot', status: 'active', price: 1234 })} returning id`,
  )
  await send({
    preview: 'New & fine',
    body: `<p>See <a href="/products/a">it</a></p><div data-product="${product?.id}"></div><script>alert(1)</script>`,
    subject: 'Line\r\nBcc: evil@example.com',
  })
  const [mail = ''] = await listMailsTo(t, 'de@example.com')
  expect(mail).toContain('Subject: Line Bcc: evil@example.com')
  expect(mail).not.toMatch(/^Bcc:/m)
  expect(mail).not.toContain('<script')
  expect(mail).toContain('Tea &lt;pot&gt;')
  expect(mail).toContain('12.34')
  expect(mail).toContain(
    '/products/tea-pot?utm_source=newsletter&utm_medium=email&utm_campaign=spring',
  )
  expect(mail).toContain('Abmelden')
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('one button in the mail program unsubscribes, opening the link does not', async () => {
  await addSubscriber('ann@example.com')
  await addCustomer('ann@example.com', true)
  const id = await send()
  const [mail = ''] = (await listMailsTo(t, 'ann@example.com')).slice(-1)
  const [path = ''] = /\/mail\/stopMarketing\/[\w-]+\/[\w-]+/.exec(mail) ?? []
  expect((await visit(t, path)).body).toContain('Stop receiving emails about offers')
  expect((await preview({})).count).toBe(1)
  const post = async (url: string) =>
    (await new Shopper(t).send({ 'List-Unsubscribe': 'One-Click' }, { url })).statusCode
  const [, , , recipientId = '', token = ''] = path.split('/')
  for (const forged of [
    `/mail/stopMarketing/${recipientId}/${token.slice(1)}x`,
    `/mail/stopNewsletter/${recipientId}/${token}`,
    `/mail/stopMarketing/${crypto.randomUUID()}/${token}`,
  ])
    expect(await post(forged), forged).toBe(404)
  expect((await preview({})).count).toBe(1)
  // Emails stay valid when the store closes. A forged link opens nothing.
  await setStoreStatus(t, 'closed')
  t.advanceClock(1000)
  expect((await visit(t, path)).statusCode).toBe(200)
  expect((await visit(t, `${path}x`)).statusCode).toBe(410)
  expect(await post(path)).toBe(200)
  await setStoreStatus(t, 'live')
  t.advanceClock(1000)
  expect((await preview({})).count).toBe(0)
  expect(await getResult(id)).toMatchObject({ sent: 1, unsubscribed: 1 })
  const [customer] = await t.inStore(tx => tx`select accepts_marketing from customer`)
  expect(customer).toMatchObject({ acceptsMarketing: false })
  const { body } = await t.call('owner', suppressionApi.list)
  expect(body.data).toMatchObject([{ email: 'ann@example.com', reason: 'unsubscribed' }])
})

test('a campaign with problems is not sent', async () => {
  const campaign = await create({ subject: '', body: '' })
  const { body } = await t.call('owner', campaignApi.check, { params: { id: campaign._id } })
  expect(body.data).toMatchObject({ count: 0, problems: ['no_subject', 'no_text', 'no_people'] })
  expect(await start(campaign)).toMatchObject({ status: 422, body: { code: 'campaign_not_ready' } })
  expect(await getStatus(campaign._id)).toBe('draft')
})

test('a scheduled campaign is sent at its time and can be a draft again before', async () => {
  await addSubscriber('ann@example.com')
  const campaign = await create()
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  expect((await start(campaign, { sendAt })).body.data.status).toBe('scheduled')
  const params = { id: campaign._id }
  const edit = { params, body: { subject: 'Other' } }
  expect((await t.call('owner', campaignApi.update, edit)).body.code).toBe('campaign_state')
  await t.runJob('campaign.start')
  expect(await getStatus(campaign._id)).toBe('scheduled')
  await t.call('owner', campaignApi.cancel, { params, body: {} })
  expect(await getStatus(campaign._id)).toBe('draft')
  const past = await start(campaign, { sendAt: new Date(Date.now() - 60_000).toISOString() })
  expect(past.body.errors).toMatchObject([{ path: 'sendAt', code: 'publication_time' }])
  await start(campaign, { sendAt })
  await t.inStore(tx => tx`update campaign set send_at = now() - interval '1 second'`)
  await t.runJob('campaign.start')
  await t.runJobs()
  expect(await getStatus(campaign._id)).toBe('sent')
  expect(await getResult(campaign._id)).toMatchObject({ total: 1, sent: 1 })
  // The links in its emails need its recipients.
  const removal = await t.call('owner', campaignApi.delete, { params })
  expect(removal).toMatchObject({ status: 409, body: { code: 'campaign_state' } })
  expect(await listRecipients()).toHaveLength(1)
  const entries = await t.sql<{ status: string }[]>`
    select after ->> 'status' as status from audit
    where entity = 'campaign' and record_id = ${campaign._id} and action = 'update' and after ? 'status'
    order by at, id`
  const statuses = new Set(entries.map(({ status }) => status))
  expect([...statuses]).toEqual(['scheduled', 'draft', 'sending', 'sent'])
})

test('a campaign with a problem at its time is paused with a notification, and nothing is sent', async () => {
  await addSubscriber('late@example.com')
  const campaign = await create()
  const params = { id: campaign._id }
  await start(campaign, { sendAt: new Date(Date.now() + 3_600_000).toISOString() })
  await t.inStore(tx => tx`update campaign set send_at = now() - interval '1 second'`)
  await t.inStore(tx => tx`delete from subscriber`)
  await t.runJob('campaign.start')
  await t.runJobs()
  const paused = (await t.call('owner', campaignApi.get, { params })).body.data
  expect(paused).toMatchObject({ status: 'paused', startedAt: null })
  expect(await listRecipients()).toEqual([])
  const { body } = await t.call('owner', notificationApi.list)
  expect(body.data[0]).toMatchObject({
    kind: 'campaign_paused',
    subjectId: campaign._id,
    data: { title: 'Spring', message: 'no_people' },
  })
  const refused = await t.call('owner', campaignApi.resume, { params, body: {} })
  expect(refused).toMatchObject({ status: 422, body: { code: 'campaign_not_ready' } })
  expect(await getStatus(campaign._id)).toBe('paused')
  await addSubscriber('late@example.com')
  await t.call('owner', campaignApi.resume, { params, body: {} })
  await t.runJobs()
  expect(await getStatus(campaign._id)).toBe('sent')
  expect(await listMailsTo(t, 'late@example.com')).toHaveLength(1)
})

test('a campaign that was paused before it started can be a draft again', async () => {
  await addSubscriber('ann@example.com')
  const campaign = await create()
  await start(campaign, { sendAt: new Date(Date.now() + 3_600_000).toISOString() })
  await t.inStore(tx => tx`update campaign set send_at = now() - interval '1 second'`)
  await setStoreStatus(t, 'paused')
  await t.runJob('campaign.start')
  await setStoreStatus(t, 'live')
  expect(await getStatus(campaign._id)).toBe('paused')
  await t.call('owner', campaignApi.cancel, { params: { id: campaign._id }, body: {} })
  expect(await getStatus(campaign._id)).toBe('draft')
})

test('people who unsubscribe before their turn are skipped, and a paused campaign waits', async () => {
  await addSubscriber('ann@example.com')
  await addSubscriber('bea@example.com')
  const campaign = await create()
  await start(campaign)
  await chooseRecipients(t.inStore, campaign._id, undefined)
  const params = { id: campaign._id }
  await t.call('owner', campaignApi.pause, { params, body: {} })
  expect((await t.call('owner', campaignApi.delete, { params })).status).toBe(409)
  await t.runJobs()
  expect((await listRecipients()).map(({ state }) => state)).toEqual(['queued', 'queued'])
  await t.inStore(
    tx => tx`update subscriber set state = 'unsubscribed' where email = 'ann@example.com'`,
  )
  await t.call('owner', campaignApi.resume, { params, body: {} })
  await t.runJobs()
  expect(await listRecipients()).toMatchObject([
    { state: 'skipped', reason: 'no_consent' },
    { state: 'sent', reason: '' },
  ])
  expect(await getStatus(campaign._id)).toBe('sent')
})

test('a canceled campaign sends no waiting email', async () => {
  await addSubscriber('ann@example.com')
  const campaign = await create()
  await start(campaign)
  await chooseRecipients(t.inStore, campaign._id, undefined)
  await t.call('owner', campaignApi.cancel, { params: { id: campaign._id }, body: {} })
  await t.runJobs()
  expect(await getStatus(campaign._id)).toBe('canceled')
  expect(await listRecipients()).toMatchObject([{ state: 'skipped', reason: 'canceled' }])
})

test('two processes claim each person once, at the rate of the store', async () => {
  for (let n = 0; n < 60; n++) await addSubscriber(`p${n}@example.com`)
  const campaign = await create()
  await start(campaign)
  await chooseRecipients(t.inStore, campaign._id, undefined)
  const claim = (emailsPerMinute: number) =>
    withStoreTransaction(t.app.db, t.people.owner.storeId, tx =>
      claimRecipients(tx, campaign._id, emailsPerMinute),
    )
  const steps = await Promise.all([claim(600), claim(600), claim(600)])
  expect(steps.map(({ kind }) => kind).toSorted()).toEqual(['send', 'wait', 'wait'])
  const waits = steps.flatMap(step => (step.kind === 'wait' ? [step.ms] : []))
  for (const ms of waits) {
    expect(ms).toBeGreaterThan(1000)
    expect(ms).toBeLessThanOrEqual(2000)
  }
  await t.inStore(tx => tx`update campaign set next_at = now()`)
  const fast = await Promise.all([claim(1e9), claim(1e9), claim(1e9)])
  const ids = [...steps, ...fast].flatMap(step =>
    step.kind === 'send' ? step.recipients.map(({ id }) => id) : [],
  )
  expect(ids.length).toBe(60)
  expect(new Set(ids).size).toBe(60)
})

test('an email whose process ended counts as failed, and is not sent again', async () => {
  await addSubscriber('killed@example.com')
  const campaign = await create()
  await start(campaign)
  await chooseRecipients(t.inStore, campaign._id, undefined)
  await t.inStore(tx => claimRecipients(tx, campaign._id, 60))
  await t.inStore(tx => tx`update campaign set next_at = now() - interval '1 hour'`)
  await t.runJobs()
  expect(await getStatus(campaign._id)).toBe('sending')
  await t.inStore(tx => tx`update campaign_recipient set claimed_at = now() - interval '1 hour'`)
  await t.runJob('campaign.start')
  await t.runJobs()
  expect(await getStatus(campaign._id)).toBe('sent')
  expect(await listRecipients()).toMatchObject([{ state: 'failed', reason: 'interrupted' }])
  expect(await listMailsTo(t, 'killed@example.com')).toEqual([])
})

test('a segment that a campaign uses cannot be deleted, and belongs to its store', async () => {
  const segment = (
    await t.call('owner', segmentApi.create, { body: { name: 'VIP', filter: { minOrders: 2 } } })
  ).body.data
  const campaign = await create({ segmentId: segment._id })
  const params = { id: segment._id }
  const { body } = await t.call('owner', segmentApi.delete, { params })
  expect(body).toMatchObject({ code: 'segment_in_use' })
  const foreign = await t.call('stranger', campaignApi.create, {
    body: { name: 'Theirs', segmentId: segment._id },
  })
  expect(foreign.status).toBe(404)
  await t.call('owner', campaignApi.delete, { params: { id: campaign._id } })
  expect((await t.call('owner', segmentApi.delete, { params })).status).toBe(200)
})

test('a report about an email marks its recipient and suppresses an address that does not exist', async () => {
  await addSubscriber('full@example.com')
  await addSubscriber('gone@example.com')
  const id = await send()
  const getEmailIds = async (email: string) => {
    const [mail = ''] = (await listMailsTo(t, email)).slice(-1)
    return [/^Message-ID: (<campaign\.\S+>)/m.exec(mail)?.[1] ?? '']
  }
  const mark = async (email: string, isPermanent: boolean) => {
    const emailIds = await getEmailIds(email)
    return t.inStore(tx => markRecipientBounced(tx, { emailIds, isPermanent }))
  }
  expect(await mark('full@example.com', false)).toBe(true)
  expect(await mark('gone@example.com', true)).toBe(true)
  const other = [`<campaign.${crypto.randomUUID()}@storewright>`, '<other@example.com>']
  expect(
    await t.inStore(tx => markRecipientBounced(tx, { emailIds: other, isPermanent: true })),
  ).toBe(false)
  expect(await getResult(id)).toMatchObject({ sent: 2, bounced: 2 })
  const { body } = await t.call('owner', suppressionApi.list)
  expect(body.data).toMatchObject([{ email: 'gone@example.com', reason: 'bounced' }])
})

test('results count orders of recipients within 7 days, by customer or by email', async () => {
  const customerId = await addCustomer('ann@example.com', true)
  await addSubscriber('bea@example.com')
  const id = await send()
  const addOrder = (number: string, values: object) =>
    t.inStore(
      tx => tx`
        insert into "order" ${tx({ number, currency: 'USD', subtotal: 1000, total: 1000, ...values })}`,
    )
  await addOrder('C1', { customer_id: customerId, customer_email: 'other@example.com' })
  await addOrder('C2', { customer_email: 'Bea@example.com' })
  await addOrder('C3', { customer_email: 'bea@example.com', status: 'cancelled' })
  const original = { id: crypto.randomUUID(), created_at: new Date(0) }
  await addOrder('C0', original)
  await addOrder('C7', { customer_email: 'bea@example.com', original_order_id: original.id })
  await addOrder('C4', { customer_email: 'someone@example.com' })
  const later = new Date(Date.now() + 8 * 86_400_000)
  await addOrder('C5', { customer_email: 'bea@example.com', created_at: later })
  const earlier = new Date(Date.now() - 86_400_000)
  await addOrder('C6', { customer_email: 'bea@example.com', created_at: earlier })
  expect(await getResult(id)).toMatchObject({ orders: 2, revenue: 2000 })
})

test('an order counts only for the last campaign before it', async () => {
  await addSubscriber('ann@example.com')
  const first = await send()
  const second = await send()
  const setSentAt = (id: string, hours: number) =>
    t.inStore(
      tx => tx`
        update campaign_recipient set sent_at = now() - make_interval(hours => ${hours}) where campaign_id = ${id}`,
    )
  const addOrder = (number: string, hours: number) =>
    t.inStore(
      tx => tx`
        insert into "order" (number, currency, subtotal, total, customer_email, created_at)
        values (${number}, 'USD', 1000, 1000, 'ann@example.com', now() - make_interval(hours => ${hours}))`,
    )
  await t.inStore(tx => tx`update campaign set started_at = now() - interval '9 days'`)
  await setSentAt(first, 72)
  await setSentAt(second, 24)
  await addOrder('L1', 48)
  await addOrder('L2', 12)
  await addOrder('L3', 6)
  expect(await getResult(first)).toMatchObject({ orders: 1, revenue: 1000 })
  expect(await getResult(second)).toMatchObject({ orders: 2, revenue: 2000 })
})

test('a suppressed address that returns after its customer is erased is suppressed again', async () => {
  const id = await addCustomer('Zoe@example.com', true)
  await t.call('owner', suppressionApi.create, { body: { email: 'bea@example.com' } })
  await t.inStore(
    tx => tx`
      insert into email_suppression (email, reason) values ('zoe@example.com', 'unsubscribed')`,
  )
  await t.inStore(tx => tx`select erase_customer(${id})`)
  const { body } = await t.call('owner', suppressionApi.list)
  expect(body.data).toMatchObject([{ email: 'bea@example.com' }])
  const stored = await t.inStore(tx => tx`select * from erased_suppression`)
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain('zoe')
  // An import adds the same person.
  await addCustomer('zoe@example.com', true)
  await addCustomer('ann@example.com', true)
  expect((await preview({})).people).toMatchObject([{ email: 'ann@example.com' }])
  // Staff see the suppression again, and could end it.
  const { body: restored } = await t.call('owner', suppressionApi.list)
  expect(restored.data).toMatchObject([
    { email: 'zoe@example.com', reason: 'unsubscribed' },
    { email: 'bea@example.com' },
  ])
  await addSubscriber('zoe@example.com', 'pending')
  const bea = await addCustomer('bea@example.com', true)
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`select confirm_subscription(id) from subscriber where email = 'zoe@example.com'`
    await tx`insert into erased_suppression select current_store(), suppression_hash('bea@example.com'), 'unsubscribed'`
  })
  expect((await preview({})).count).toBe(2)
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true), erase_customer(${bea})`
    const deleted = await tx`delete from erased_suppression returning reason`
    expect(deleted).toMatchObject([{ reason: 'manual' }])
  })
})

test('addresses are visible only with the permission to see customers', async () => {
  await addSubscriber('ann@example.com')
  await t.call('owner', suppressionApi.create, { body: { email: 'bea@example.com' } })
  const abilities: Ability[] = [{ action: 'read', subject: 'campaign' }]
  const { storeId } = t.people.owner
  const query = SuppressionListQuery.parse({ q: 'nothing' })
  const found = await t.inStore(tx => previewSegment(tx, {}, abilities))
  const all = await t.inStore(tx => listSuppressions(tx, query, { storeId, abilities }))
  expect(found).toEqual({ count: 1, people: [] })
  expect(all.items).toMatchObject([{ email: '' }])
})
