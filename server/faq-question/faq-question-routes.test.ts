import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FaqQuestion, faqQuestionApi, maxFaqQuestions } from '#contract/cms/faq-question.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from faq_question`))

const create = async (question: string, body: object = {}): Promise<FaqQuestion> =>
  (
    await t.call('owner', faqQuestionApi.create, {
      body: { question, answer: '<p>Yes</p>', ...body },
    })
  ).body.data
const list = async (): Promise<FaqQuestion[]> =>
  (await t.call('owner', faqQuestionApi.list)).body.data
const listNames = async () => (await list()).map(({ question }) => question)
const reorder = (ids: string[]) => t.call('owner', faqQuestionApi.reorder, { body: { ids } })

test('a new question is at the end and published', async () => {
  await create('One')
  expect(await create('Two')).toMatchObject({ isPublished: true, category: '', version: 1 })
  expect(await listNames()).toEqual(['One', 'Two'])
})

test('scripts in an answer are removed, in a new and in a changed one', async () => {
  const answer = '<p onclick="x()">Hi<script>x()</script><a href="javascript:x()">y</a></p>'
  const { _id } = await create('One', { answer })
  const getAnswer = async () =>
    (await t.call('owner', faqQuestionApi.get, { params: { id: _id } })).body.data.answer
  expect(await getAnswer()).toBe('<p>Hi<a>y</a></p>')
  await t.call('owner', faqQuestionApi.update, { params: { id: _id }, body: { answer: 'No' } })
  await t.call('owner', faqQuestionApi.update, { params: { id: _id }, body: { answer } })
  expect(await getAnswer()).toBe('<p>Hi<a>y</a></p>')
})

test('a question without an answer is refused', async () => {
  const reply = await t.call('owner', faqQuestionApi.create, {
    body: { question: 'One', answer: '' },
  })
  expect(reply.status).toBe(422)
  expect(await list()).toEqual([])
})

test('a stale version changes nothing', async () => {
  const { _id } = await create('One')
  const update = (body: object) =>
    t.call('owner', faqQuestionApi.update, { params: { id: _id }, body })
  await update({ question: 'Two' })
  const stale = await update({ question: 'Three', version: 1 })
  expect({ status: stale.status, code: stale.body.code }).toEqual({
    status: 409,
    code: 'version_conflict',
  })
  expect(await list()).toMatchObject([{ question: 'Two', version: 2 }])
})

test('the order is that of the last change, also after a question was deleted', async () => {
  const [one, two, three] = [await create('One'), await create('Two'), await create('Three')]
  const reply = await reorder([three._id, one._id, two._id])
  expect(reply.body.data.map(({ question }: FaqQuestion) => question)).toEqual([
    'Three',
    'One',
    'Two',
  ])
  await t.call('owner', faqQuestionApi.delete, { params: { id: one._id } })
  const four = await create('Four')
  expect(await listNames()).toEqual(['Three', 'Two', 'Four'])
  await reorder([four._id, two._id, three._id])
  expect(await listNames()).toEqual(['Four', 'Two', 'Three'])
})

test('a question that was added meanwhile stays behind the others', async () => {
  const [one, two] = [await create('One'), await create('Two')]
  await create('Three')
  await reorder([two._id, one._id, two._id])
  expect(await listNames()).toEqual(['Two', 'One', 'Three'])
})

test('an unknown id changes no order, and a moved question keeps its version', async () => {
  const [one, two] = [await create('One'), await create('Two')]
  const unknown = await reorder([two._id, '01900000-0000-7000-8000-00000000dead', one._id])
  expect({ status: unknown.status, code: unknown.body.code }).toEqual({
    status: 404,
    code: 'faq_question_not_found',
  })
  expect(await listNames()).toEqual(['One', 'Two'])
  await reorder([two._id, one._id])
  expect((await list()).map(({ version }) => version)).toEqual([1, 1])
})

test('a store has a limited number of questions', async () => {
  await t.inStore(
    tx => tx`
      insert into faq_question (question, answer, position)
      select 'Question ' || i, 'Yes', i from generate_series(1, ${maxFaqQuestions - 1}) i`,
  )
  await create('Last')
  const reply = await t.call('owner', faqQuestionApi.create, {
    body: { question: 'Surplus', answer: 'No' },
  })
  expect({ status: reply.status, code: reply.body.code }).toEqual({
    status: 409,
    code: 'faq_question_limit',
  })
  expect(await list()).toHaveLength(maxFaqQuestions)
})
