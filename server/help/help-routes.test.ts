import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/account/account.ts'
import { type HelpContents, helpApi } from '#contract/desk/help.ts'
import { HelpTopicName } from '#contract/desk/help-topic.ts'
import { listSecondRoutes } from '#contract/lib/call/second-address.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import { assertFound } from '../lib/call/problem.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ SUPPORT_EMAIL: 'support@example.com' })
})
beforeEach(() => t.sql`delete from help_answer`)
afterAll(() => t.close())

async function listTopics(query: { q?: string; language?: Language }): Promise<string[]> {
  const { categories }: HelpContents = (await t.call('owner', helpApi.list, { query })).body.data
  return categories.flatMap(({ topics }) => topics.map(({ name }) => name))
}
const getTopic = async (topic: string, as: 'owner' | 'stranger' = 'owner') =>
  await t.call(as, helpApi.get, { params: { topic }, query: { language: 'en' } })
const listAnswers = () => t.sql`select topic, is_helpful as "isHelpful" from help_answer`

test('lists all topics by category, also at the second address', async () => {
  const { body } = await t.call('owner', helpApi.list)
  const { categories, supportEmail }: HelpContents = body.data
  expect(categories.map(({ title }) => title)).toEqual([
    'Getting started',
    'Orders',
    'Products',
    'Customers',
    'Online store',
    'Settings',
  ])
  expect(await listTopics({})).toHaveLength(HelpTopicName.options.length)
  expect(supportEmail).toBe('support@example.com')
  const faq = assertFound(listSecondRoutes(helpApi.list)[0])
  const found = (await t.call('owner', faq, { query: { q: 'credit note' } })).body.data
  expect(found.categories).toMatchObject([{ name: 'orders', title: 'Orders' }])
})

test('finds topics by all words, without accents and capitals, and in the chosen language', async () => {
  expect(await listTopics({ q: 'CREDIT notes' })).toContain('invoices')
  expect(await listTopics({ q: 'credit dns' })).toEqual([])
  expect(await listTopics({ q: 'Gutschein', language: 'en' })).toEqual([])
})

test('returns a topic with the words of the buttons', async () => {
  const { html, title, isHelpful } = (await getTopic('returns')).body.data
  expect([title, isHelpful]).toEqual(['Returns', null])
  expect(html).toContain('<strong>Accept return</strong>')
  expect((await getTopic('nothing')).status).toBe(404)
})

test('answers in the language of the account', async () => {
  await t.call('owner', accountApi.updatePreferences, { body: { language: 'de' } })
  const { body } = await t.call('owner', helpApi.get, { params: { topic: 'orders' } })
  expect(body.data.title).toBe('Bestellungen')
  await t.call('owner', accountApi.updatePreferences, { body: { language: 'en' } })
})

test('stores one answer per person and topic', async () => {
  const answer = (isHelpful: boolean) =>
    t.call('owner', helpApi.answer, { body: { topic: 'orders', isHelpful } })
  await answer(true)
  await answer(false)
  expect(await listAnswers()).toEqual([{ topic: 'orders', isHelpful: false }])
  expect((await getTopic('orders')).body.data.isHelpful).toBe(false)
  expect((await getTopic('orders', 'stranger')).body.data.isHelpful).toBe(null)
})

test('rejects visitors and unknown topics, and stores nothing', async () => {
  const body = { topic: 'orders', isHelpful: true }
  expect((await t.call(undefined, helpApi.answer, { body })).status).toBe(401)
  expect((await t.call(undefined, helpApi.list)).status).toBe(401)
  const { status } = await t.call('owner', helpApi.answer, { body: { ...body, topic: 'nothing' } })
  expect([status, [...(await listAnswers())]]).toEqual([422, []])
})
