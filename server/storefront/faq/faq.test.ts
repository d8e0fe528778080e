import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FaqQuestion, faqQuestionApi } from '#contract/cms/faq-question.ts'
import { redirectApi } from '#contract/cms/redirect.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

/** Longer than a process may display an old page. */
const freshMs = 1000

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.inStore(tx => tx`delete from faq_question`)
  await t.inStore(tx => tx`delete from redirect`)
  t.advanceClock(freshMs)
})

async function create(question: string, body: object = {}): Promise<FaqQuestion> {
  const reply = await t.call('owner', faqQuestionApi.create, {
    body: { question, answer: `<p>About ${question}</p>`, ...body },
  })
  t.advanceClock(freshMs)
  return reply.body.data
}
const update = async ({ _id }: FaqQuestion, body: object) => {
  await t.call('owner', faqQuestionApi.update, { params: { id: _id }, body })
  t.advanceClock(freshMs)
}
const readDocument = async () => new JSDOM((await visit(t, '/faq')).body).window.document
const listTexts = async (selector: string) =>
  [...(await readDocument()).querySelectorAll(`main ${selector}`)].map(node => node.textContent)

test('questions are in their order below their categories, without a script', async () => {
  await create('Ship?', { category: 'Shipping' })
  await create('Return?', { category: 'Returns' })
  await create('Track?', { category: 'Shipping' })
  expect(await listTexts('h2')).toEqual(['Shipping', 'Returns'])
  expect(await listTexts('summary')).toEqual(['Ship?', 'Track?', 'Return?'])
  expect(await listTexts('details > .rich-text')).toEqual([
    'About Ship?',
    'About Track?',
    'About Return?',
  ])
  const page = await readDocument()
  expect(page.querySelector('h1')?.textContent).toBe('Frequently asked questions')
  expect(page.querySelector('main script')).toBeNull()
})

test('without a published question the page does not exist', async () => {
  const question = await create('Secret?', { isPublished: false })
  expect((await visit(t, '/faq')).statusCode).toBe(404)
  expect((await visit(t, '/sitemap/1.xml')).body).not.toContain('/faq<')
  await create('Shown?')
  expect(await listTexts('summary')).toEqual(['Shown?'])
  expect((await visit(t, '/faq')).body).not.toContain('ecret')
  expect((await visit(t, '/sitemap/1.xml')).body).toContain('/faq<')
  await update(question, { isPublished: true })
  expect(await listTexts('summary')).toEqual(['Secret?', 'Shown?'])
})

test('the search finds questions by words of the question and the answer', async () => {
  await create('Do you ship to Malta?', { answer: '<p>Within <strong>a week</strong></p>' })
  await create('Do you ship to the moon?', { isPublished: false })
  await create('Can I return it?', { answer: '<p>World<em>wid</em>e</p><p>Q&amp;A below</p>' })
  const search = async (term: string) => {
    const { body } = await visit(t, `/search?q=${encodeURIComponent(term)}`)
    const page = new JSDOM(body).window.document
    expect(body.includes('No products match')).toBe(!page.querySelector('.found-questions'))
    return [...page.querySelectorAll('.found-questions summary')].map(node => node.textContent)
  }
  expect(await search('SHIP')).toEqual(['Do you ship to Malta?'])
  expect(await search('malta week')).toEqual(['Do you ship to Malta?'])
  expect(await search('worldwide')).toEqual(['Can I return it?'])
  expect(await search('Q&A')).toEqual(['Can I return it?'])
  for (const term of ['strong', 'amp', 'wideQ']) expect(await search(term)).toEqual([])
  expect(await search('moon')).toEqual([])
})

test('a cached page follows each change', async () => {
  const [one, two] = [await create('One?'), await create('Two?')]
  expect(await listTexts('summary')).toEqual(['One?', 'Two?'])
  await t.call('owner', faqQuestionApi.reorder, { body: { ids: [two._id, one._id] } })
  t.advanceClock(freshMs)
  expect(await listTexts('summary')).toEqual(['Two?', 'One?'])
  await update(one, { question: 'New?' })
  expect(await listTexts('summary')).toEqual(['Two?', 'New?'])
  await t.call('owner', faqQuestionApi.delete, { params: { id: two._id } })
  t.advanceClock(freshMs)
  expect(await listTexts('summary')).toEqual(['New?'])
})

test('texts of a question are no code, also in the data for search engines', async () => {
  const payload = '</script><img src=x onerror=alert(1)>'
  await create(payload, { category: payload, answer: `<p>Hi</p>${payload}` })
  const page = await readDocument()
  expect(page.querySelector('[onerror]')).toBeNull()
  expect(await listTexts('summary')).toEqual([payload])
  const scripts = [...page.querySelectorAll('script[type="application/ld+json"]')]
  const data = scripts.map(script => JSON.parse(String(script.textContent)))
  expect(data.filter(entity => entity['@type'] === 'FAQPage')).toMatchObject([
    { mainEntity: [{ '@type': 'Question', name: payload }] },
  ])
})

test('a redirect can have the path while there is no question', async () => {
  const createRedirect = () =>
    t.call('owner', redirectApi.create, { body: { path: '/faq', target: '/pages/about-us' } })
  const question = await create('One?')
  expect((await createRedirect()).body.errors[0].code).toBe('redirect_path_in_use')
  await update(question, { isPublished: false })
  expect((await createRedirect()).status).toBe(201)
  t.advanceClock(freshMs)
  expect((await visit(t, '/faq')).headers.location).toBe('/pages/about-us')
  await update(question, { isPublished: true })
  expect(await listTexts('summary')).toEqual(['One?'])
})
