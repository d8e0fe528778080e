import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { accountSecurityApi } from '#contract/account/account-security.ts'
import { cmsApi } from '#contract/cms/cms.ts'
import { cartApi } from '#contract/order/cart.ts'
import { orderApi } from '#contract/order/order.ts'
import { isStoreMail, orderMailApi, orderMailKinds } from '#contract/order/order-mail.ts'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import { productApi } from '#contract/product/product.ts'
import { roleApi } from '#contract/staff/role.ts'
import { staffApi } from '#contract/staff/staff.ts'
import { storeApi } from '#contract/store/store.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { type ReceivedMail, startTestMailServer } from '../testing/test-mail-server.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let server: Awaited<ReturnType<typeof startTestMailServer>>
beforeAll(async () => {
  server = await startTestMailServer()
  t = await startTestApp({ SMTP_URL: server.url })
  await openTestCheckout(t)
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: {
      data: { name: storeName, legalName: hostile, email: 'orders@example.com' },
      password: samplePassword,
    },
  })
  // Sends the emails to the owner about these changes before the tests begin.
  await t.runJobs()
})
afterAll(async () => {
  await t.close()
  await server.close()
})

/** HTML, the syntax of templates, and a header, as far as each field accepts them. */
const storeName = `<b onclick=x()>{{total}}</b> "Pots" <a@evil.example>`
const hostile = `"><script>x()</script><img src=x onerror=x()>{{order_number}}\${7*7}<%=7*7%>`
const header = '\r\nBcc: victim@evil.example\r\n\r\n.\r\nRCPT TO:<victim@evil.example>'
const email = 'ada@example.com'
const password = 'kiln-and-glaze'

async function receive(work: () => Promise<unknown>) {
  const count = server.mails.length
  await work()
  await t.runJobs()
  return server.mails.slice(count)
}

/** Expects one email to one recipient, without further headers or parts. */
function expectHarmless(mail: ReceivedMail, recipient: string) {
  expect(mail.recipients).toEqual([recipient])
  const names = mail.headers.map(line => line.split(':')[0]?.toLowerCase())
  for (const name of ['from', 'to', 'subject'])
    expect(names.filter(other => other === name)).toHaveLength(1)
  expect(names).not.toContain('bcc')
  const [from = ''] = mail.headers.filter(line => line.startsWith('From:'))
  expect(from.match(/<[^<>]*>$/)?.[0]).toMatch(/^<no-reply@/)
  const tags = mail.html.match(/<[^>]*>/g) ?? []
  expect(tags.length).toBeGreaterThan(10)
  for (const tag of tags)
    expect(tag).toMatch(
      /^<(\/?(a|body|br|div|h1|head|html|meta|p|span|style|table|td|tr)\b|!doctype html>)(?!.*(\son\w+=|javascript:))/,
    )
  expect(mail.text, 'the text is readable').not.toMatch(/&(lt|gt|amp|quot);|style=/)
}

const getSubject = ({ headers }: ReceivedMail) => headers.find(line => line.startsWith('Subject:'))

/** Expects that an email of a store also contains its name unchanged. */
function expectStoreMail(mail: ReceivedMail, recipient = email) {
  expectHarmless(mail, recipient)
  expect(mail.html).toContain('&lt;b onclick=x()&gt;{{total}}&lt;/b&gt;')
  expect(mail.text).toContain(storeName)
}

test('every email about an order contains hostile texts of shoppers and sellers as plain text', async () => {
  await t.call('owner', orderMailApi.update, {
    body: {
      kind: 'shipped',
      language: 'en',
      subject: 'Hello {{customer_name}} <b>',
      heading: '<script>x()</script>',
      text: `{{store_name}} ${hostile.replace('{{order_number}}', '')}`,
      button: '<i>Open</i>',
    },
  })
  const address = { name: hostile, line1: hostile, city: `City${header}`, company: hostile }
  const placed = await receive(() =>
    placeTestOrder(t, { email, title: `${hostile}${header}`, ...address }),
  )
  expect(placed.map(({ recipients }) => recipients[0]).toSorted()).toEqual([
    email,
    'orders@example.com',
  ])
  for (const mail of placed) {
    expectStoreMail(mail, mail.recipients[0])
    expect(mail.text).toContain(hostile)
  }

  const { id, path } = await placeTestOrder(t, { email, ...address, title: hostile })
  const getOrder = async () => (await t.call('owner', orderApi.get, { params: { id } })).body.data
  await t.call('owner', orderApi.updateStatus, {
    params: { id },
    body: { status: 'shipped', tracking: { carrier: 'DHL {{total}} <b>', number: '<i>0034</i>' } },
  })
  const form = { [`line-${(await getOrder()).lines[0]._id}`]: '1', reason: hostile }
  await new Shopper(t).send(form, { url: `${path}/return` })
  const [request] = (await getOrder()).returns
  await t.call('owner', orderApi.decideReturn, {
    params: { id },
    body: { return: request._id, status: 'accepted', answer: `${hostile}${header}` },
  })
  const requested = await receive(() =>
    new Shopper(t).send({ name: hostile, email }, { url: `${path}/withdraw` }),
  )
  const toStore = requested.filter(({ recipients }) => recipients[0] === 'orders@example.com')
  for (const mail of toStore) {
    expectStoreMail(mail, 'orders@example.com')
    expect(mail.text).toContain(hostile)
  }
  expect(toStore.map(getSubject).toSorted()).toEqual([
    expect.stringMatching(/^Subject: New order/),
    expect.stringMatching(/: Return requested$/),
    expect.stringMatching(/: Withdrawal received$/),
  ])
  for (const kind of orderMailKinds.filter(each => !isStoreMail(each))) {
    const payload = { storeId: t.people.owner.storeId, id, kind }
    const [mail, ...others] = await receive(() =>
      t.inStore(tx => tx`select add_job('order.mail', ${tx.json(payload)}::json)`),
    )
    expect(others, kind).toEqual([])
    if (!mail) expect.fail(`No email was sent: ${kind}`)
    expectStoreMail(mail)
    if (kind === 'return_accepted') expect(mail.text).toContain(hostile)
  }
})

test('emails about carts, newsletters and messages contain hostile texts as plain text', async () => {
  const { body } = await t.call('owner', productApi.create, {
    body: { title: hostile, price: 100, stock: 5, status: 'active' },
  })
  const shopper = new Shopper(t)
  await shopper.send({ intent: 'add', variant: body.data.variants[0]._id })
  await shopper.send({ intent: 'quote', email, remind: 'on' }, { url: '/checkout' })
  const carts = await t.call('owner', cartApi.list, { query: { perPage: 1 } })
  const [reminder, ...others] = await receive(() =>
    t.call('owner', cartApi.sendReminder, { params: { id: carts.body.data[0]._id } }),
  )
  if (!reminder) expect.fail('The cart has no reminder.')
  expect(others).toEqual([])
  expectStoreMail(reminder)
  expect(reminder.text).toContain(hostile)

  await t.call('owner', cmsApi.update, {
    body: { contact: { email: 'orders@example.com' }, password: samplePassword },
  })
  const message = { name: `Ada${header}`, email, message: `${hostile}${header}` }
  const [notice] = await receive(() => shopper.send(message, { url: '/pages/contact-us' }))
  if (!notice) expect.fail('The message was not sent to the store.')
  expect(notice.recipients).toEqual(['orders@example.com'])
  expect(notice.headers.filter(line => /^bcc/i.test(line))).toEqual([])
  expect(notice.text).toContain(hostile)
  expect(notice.html).not.toMatch(/<(script|img)/)
})

/** Opens the link of an email whose path has this action, and presses its button. */
async function confirm(mail: ReceivedMail | undefined, action: string) {
  const [path = ''] = new RegExp(`/mail/${action}/[\\w-]+/[\\w-]+`).exec(mail?.text ?? '') ?? []
  expect((await new Shopper(t).send({}, { url: path })).statusCode).toBe(303)
}

const title = `${hostile}${header}`
const createProduct = (stock: number) =>
  createOrderTester(t).createProduct({ title, stock, status: 'active' })

const storeMails: [kind: string, send: (to: string) => Promise<unknown>, texts: string[]][] = [
  ['newsletter', to => new Shopper(t).send({ email: to }, { url: '/newsletter' }), []],
  [
    'link of a shopper',
    async to => {
      await placeTestOrder(t, { email: to, name: hostile })
      await t.runJobs()
      await new Shopper(t).send({ intent: 'requestLink', email: to }, { url: '/account' })
    },
    ['Open this link to see your account.'],
  ],
  [
    'request of an alert',
    async to => {
      const { variant } = await createProduct(0)
      await new Shopper(t).send({ variant, kind: 'stock', email: to }, { url: '/alerts' })
    },
    [],
  ],
  [
    'alert',
    async to => {
      const { variant } = await createProduct(0)
      const request = { variant, kind: 'stock', email: to }
      const [mail] = await receive(() => new Shopper(t).send(request, { url: '/alerts' }))
      await confirm(mail, 'confirmAlert')
      await t.inStore(tx => tx`update variant set stock = 3 where id = ${variant}`)
    },
    [hostile],
  ],
  [
    'payment request',
    async to => {
      const { variant } = await createProduct(5)
      const order = await createOrderTester(t).createOrderData({
        lines: [{ variant, quantity: 1 }],
        customer: { name: title.slice(0, 120), email: to },
        isDraft: true,
      })
      const params = { id: order._id }
      const { status } = await t.call('owner', orderPaymentLinkApi.sendPaymentLink, {
        params,
        body: {},
      })
      expect(status).toBe(200)
    },
    [hostile],
  ],
  [
    'late payment',
    async to => {
      const { id } = await placeTestOrder(t, { email: to, name: hostile, title: hostile })
      await t.runJobs()
      await t.inStore(
        tx => tx`
          with late as (
            insert into payment_session
              (order_id, provider, amount, currency, language, state, expires_at, check_at)
            values (${id}, 'stripe', 5470, 'USD', ${hostile}, 'refunded', now(), now())
            returning id
          )
          select add_job('latePayment.mail',
            json_build_object('storeId', current_store(), 'id', id)) from late`,
      )
    },
    ['We’ve refunded the full amount.'],
  ],
]

test.each(storeMails)('the %s contains hostile texts as plain text', async (kind, send, texts) => {
  const to = `${kind.replaceAll(' ', '.')}@example.com`
  const mail = (await receive(() => send(to))).findLast(({ recipients }) => recipients[0] === to)
  if (!mail) expect.fail('No email was sent.')
  expectStoreMail(mail, to)
  for (const text of texts) expect(mail.text).toContain(text)
})

/** Strangers receive these emails, so no freely chosen name may carry a message to them. */
const accountMails: [kind: string, send: (to: string) => Promise<unknown>][] = [
  ['sign-up', signUp],
  [
    'new password',
    async to => {
      await signUp(to)
      await t.runJobs()
      await t.call(undefined, accountSecurityApi.forgotPassword, { body: { email: to } })
    },
  ],
  [
    'login',
    async to => {
      await signUp(to)
      await t.runJobs()
      const { status } = await t.call(undefined, accountApi.login, {
        body: { email: to, password },
        headers: { 'user-agent': hostile },
      })
      expect(status).toBe(200)
    },
  ],
  [
    'invitation',
    async to => {
      const { body } = await t.call('owner', roleApi.create, {
        body: { name: '<a href=//evil.example>evil.example</a>', ability: [] },
      })
      await t.sql`
        update person set full_name = ${title} where id = ${t.people.owner.personId}`
      const invitation = { email: to, role: body.data.role }
      expect((await t.call('owner', staffApi.invite, { body: invitation })).status).toBe(201)
    },
  ],
  [
    'ownership offer',
    async to => {
      const offer = { to: await addStaffMember(to), staysOwner: true, password: samplePassword }
      expect((await t.call('owner', staffApi.offerOwnership, { body: offer })).status).toBe(201)
    },
  ],
  [
    'new owner',
    async to => {
      const { storeId, personId } = t.people.owner
      const payload = { kind: 'ownership_taken', storeId, id: await addStaffMember(to) }
      await t.inStore(
        tx => tx`select add_job('staff.mail', ${tx.json({ ...payload, by: personId })}::json)`,
      )
    },
  ],
]

/** Adds an administrator. Their name and that of the owner are hostile. */
async function addStaffMember(to: string): Promise<string> {
  const { storeId, personId: ownerId } = t.people.owner
  const name = to.replace('@example.com', '')
  const { personId } = await makePerson(t.app, t.sql, name, { storeId, abilities: [] })
  await t.sql`update person set full_name = ${title} where id in (${personId}, ${ownerId})`
  await t.inStore(
    tx =>
      tx`update membership set role = 'administrator', abilities = null where person_id = ${personId}`,
  )
  return personId
}

test.each(accountMails)('the %s email contains no hostile text', async (kind, send) => {
  const to = `${kind.replaceAll(' ', '.')}@example.com`
  const mail = (await receive(() => send(to))).findLast(({ recipients }) => recipients[0] === to)
  if (!mail) expect.fail('No email was sent.')
  expectHarmless(mail, to)
  for (const content of [mail.html, mail.text, mail.headers.join('\n')])
    expect(content).not.toMatch(/evil|script|onclick|onerror|\{\{|7\*7/)
})

function signUp(to: string) {
  return t.call(undefined, accountApi.signup, {
    body: { fullName: title.slice(0, 120), email: to, password, businessName: storeName },
  })
}
