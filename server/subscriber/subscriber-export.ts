import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { Subscriber, type SubscriberListQuery } from '#contract/customer/subscriber.ts'
import { buildWhere } from '../lib/call/list.ts'
import type { App } from '../lib/call/serve.ts'
import { type RunInTransaction, selectColumns, type Tx } from '../lib/db/db.ts'
import { byteOrderMark, escapeFormula } from '../lib/text/csv-cell.ts'
import { getStoreUrl } from '../store/rule/store-url.ts'
import { getMailLinkPath } from '../store-mail/mail-link-token.ts'
import { buildSubscriberConditions } from './subscriber-store.ts'

const csvHeader = [
  'Email',
  'Status',
  'Language',
  'Consent',
  'Source',
  'Added',
  'Confirmed',
  'Unsubscribed',
  'Unsubscribe URL',
]
const batchSize = 500

type SubscriberExport = { storeId: string; query: SubscriberListQuery }

/** Returns the subscribers as a CSV stream, by email. */
export function exportSubscribers(
  app: App,
  inTx: RunInTransaction,
  { storeId, query }: SubscriberExport,
): Readable {
  async function* chunks() {
    yield byteOrderMark + stringify([csvHeader], { record_delimiter: '\r\n' })
    const storeUrl = await inTx(tx => readStoreUrl(app, tx))
    let lastEmail: string | undefined
    do {
      const afterEmail: string | undefined = lastEmail
      const rows = await inTx(tx => readBatch(tx, query, afterEmail))
      const cells = rows.map(row => [
        ...toCells(row),
        storeUrl + getMailLinkPath(app, { storeId, action: 'stopNewsletter', id: row._id }),
      ])
      if (cells.length) yield stringify(cells, { record_delimiter: '\r\n' })
      lastEmail = rows.length === batchSize ? rows.at(-1)?.email : undefined
    } while (lastEmail)
  }
  return Readable.from(chunks())
}

async function readStoreUrl(app: App, tx: Tx): Promise<string> {
  const [row] = await tx<{ host: string }[]>`
    select domain as host from domain where status = 'active' order by is_primary desc, kind limit 1`
  return row ? getStoreUrl(app.config, row.host) : ''
}

const readBatch = (tx: Tx, query: SubscriberListQuery, afterEmail: string | undefined) =>
  tx<Subscriber[]>`
    select ${selectColumns(Subscriber, { alias: 's' })(tx)}
    from subscriber s
    ${buildWhere(tx, [
      ...buildSubscriberConditions(tx, query),
      ...(afterEmail === undefined ? [] : [tx`s.email > ${afterEmail}`]),
    ])}
    order by s.email limit ${batchSize}`

const toCells = (row: Subscriber): string[] =>
  [
    row.email,
    row.state,
    row.language,
    row.consentText,
    row.source,
    row.createdAt,
    row.confirmedAt ?? '',
    row.unsubscribedAt ?? '',
  ].map(escapeFormula)
