import type { z } from 'zod'
import {
  FaqQuestion,
  type FaqQuestionInput,
  type faqQuestionApi,
  maxFaqQuestions,
} from '#contract/cms/faq-question.ts'
import { assertFound, assertVersion, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { sanitizeRichText } from '../lib/text/rich-text.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    faq_question: FaqQuestionInput
  }
}

type FaqQuestionEdit = z.infer<typeof faqQuestionApi.update.body>

const columns = selectColumns(FaqQuestion)

export const listFaqQuestions = (tx: Tx) =>
  tx<FaqQuestion[]>`select ${columns(tx)} from faq_question order by position, id`

export async function getFaqQuestion(tx: Tx, id: string): Promise<FaqQuestion> {
  const [row] = await tx<FaqQuestion[]>`select ${columns(tx)} from faq_question where id = ${id}`
  return assertFound(row, 'faq_question_not_found')
}

/** Serializes changes of the list, because its length is limited and positions are unique. */
const lockFaqQuestions = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('faq_question ' || current_store(), 0))`

/**
 * Creates a question at the end.
 * @throws Problem 409 faq_question_limit
 */
export async function createFaqQuestion(tx: Tx, input: FaqQuestionInput): Promise<FaqQuestion> {
  await lockFaqQuestions(tx)
  const [list] = await tx<{ count: number; end: number }[]>`
    select count(*)::integer as count, coalesce(max(position), 0) + 1 as "end" from faq_question`
  if (list && list.count >= maxFaqQuestions)
    throw new Problem(409, 'faq_question_limit', { count: maxFaqQuestions })
  const row = { ...sanitizeAnswer(input), position: list?.end ?? 1 }
  return getFaqQuestion(tx, await insertRow(tx, 'faq_question', row))
}

/** @throws Problem 409 version_conflict */
export async function updateFaqQuestion(
  tx: Tx,
  id: string,
  { version, ...edit }: FaqQuestionEdit,
): Promise<FaqQuestion> {
  const [row] = await tx<FaqQuestion[]>`
    select ${columns(tx)} from faq_question where id = ${id} for update`
  assertVersion(assertFound(row, 'faq_question_not_found'), version)
  await updateVersionedRow(tx, 'faq_question', id, sanitizeAnswer(edit))
  return getFaqQuestion(tx, id)
}

export async function deleteFaqQuestion(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from faq_question where id = ${id} returning id`
  assertFound(row, 'faq_question_not_found')
}

/**
 * Sorts the questions in the order of the ids. Others, such as one just created in another tab,
 * follow in their previous order.
 * @throws Problem 404 faq_question_not_found
 */
export async function reorderFaqQuestions(tx: Tx, ids: readonly string[]): Promise<FaqQuestion[]> {
  await lockFaqQuestions(tx)
  const existingIds = (await listFaqQuestions(tx)).map(({ _id }) => _id)
  const unknownId = ids.find(id => !existingIds.includes(id))
  if (unknownId !== undefined) throw new Problem(404, 'faq_question_not_found')
  // The same positions in another order, so that only rows that move change.
  await tx`
    update faq_question q set position = slot.position
    from unnest(${[...new Set([...ids, ...existingIds])]}::uuid[]) with ordinality as sorted (id, rank)
    join (
      select position, row_number() over (order by position, id) as rank from faq_question
    ) slot using (rank)
    where q.id = sorted.id and q.position <> slot.position`
  return listFaqQuestions(tx)
}

const sanitizeAnswer = <T extends { answer?: string | undefined }>(input: T) =>
  input.answer === undefined ? input : { ...input, answer: sanitizeRichText(input.answer) }
