import { invoiceApi } from '#contract/invoice/invoice.ts'
import type { Reply, TestApp } from '../testing.ts'

/** Issues a draft that is due today, and moves the store to a time zone where that day has passed. */
export async function issuePastDue(t: TestApp, id: string): Promise<Reply> {
  const [store] = await t.inStore(
    tx => tx<{ today: string }[]>`
      update store set timezone = 'Etc/GMT+12'
      returning (now() at time zone timezone)::date::text as today`,
  )
  const params = { id }
  await t.call('owner', invoiceApi.update, { params, body: { dueOn: store?.today ?? '' } })
  const { body } = await t.call('owner', invoiceApi.issue, { params, body: {} })
  if (body.code !== undefined) throw new Error(`The draft was not issued: ${body.code}`)
  await t.inStore(tx => tx`update store set timezone = 'Pacific/Kiritimati'`)
  return t.call('owner', invoiceApi.get, { params })
}
