import type { z } from 'zod'
import type { Page } from '#contract/lib/call/api.ts'
import { ContactMessage, type contactMessageApi } from '#contract/store/contact-message.ts'
import { listPage, toLikePattern } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import { selectColumns, type Tx } from '../lib/db/db.ts'

export const listContactMessages = (
  tx: Tx,
  query: z.infer<typeof contactMessageApi.list.query>,
  storeId: string,
): Promise<Page<ContactMessage>> =>
  listPage<ContactMessage>(
    tx,
    {
      key: `contact message ${query.q ?? ''}`,
      from: tx`contact_message m`,
      alias: 'm',
      columns: tx`${selectColumns(ContactMessage, { alias: 'm' })(tx)}`,
      where: query.q
        ? [
            tx`concat_ws(' ', m.name, m.email, m.order_number, m.message) ilike ${toLikePattern(query.q)}`,
          ]
        : [],
      sorts: {
        createdAt: { expression: 'm.created_at', type: 'timestamptz' },
        name: { expression: 'lower(m.name)', type: 'text' },
      },
      defaultSort: '-createdAt',
    },
    query,
    storeId,
  )

export async function getContactMessage(tx: Tx, id: string): Promise<ContactMessage> {
  const [row] = await tx<ContactMessage[]>`
    select ${selectColumns(ContactMessage)(tx)} from contact_message where id = ${id}`
  return assertFound(row, 'message_not_found')
}

export async function deleteContactMessage(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from contact_message where id = ${id} returning id`
  assertFound(row, 'message_not_found')
}
