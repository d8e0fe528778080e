import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/testing.ts'

/** For example `ISSUED_INVOICES=10000 ISSUING_PROCESSES=8 ISSUING_KILLS=40`. */
const invoiceCount = Number(process.env['ISSUED_INVOICES'] ?? 400)
const processCount = Number(process.env['ISSUING_PROCESSES'] ?? 4)
const killsPerProcess = Number(process.env['ISSUING_KILLS'] ?? 3)
const timeoutMs = 120_000 + invoiceCount * 100

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
}, timeoutMs)
afterAll(() => t.close())

test('processes that are killed while they issue and credit leave no gap and no duplicate', {
  timeout: timeoutMs,
}, async () => {
  await seedDrafts()
  const kills = await Promise.all(Array.from({ length: processCount }, issueWithKills))
  expect(kills).toEqual(kills.map(() => killsPerProcess))
  const series = await t.inStore(
    tx => tx<Record<'count' | 'numbers' | 'first' | 'last' | 'orders' | 'unequal', number>[]>`
      select count(*)::integer as count, count(distinct number)::integer as numbers,
        min(series_number)::integer as first, max(series_number)::integer as last,
        count(distinct order_id)::integer as orders,
        count(*) filter (where total <> 1190 or (document ->> 'total')::integer <> total)::integer as unequal
      from invoice where number is not null group by series, kind order by kind desc`,
  )
  const [invoices, creditNotes] = series
  const toSeries = (count: number) => ({
    count,
    numbers: count,
    first: 1,
    last: count,
    orders: count,
    unequal: 0,
  })
  expect(invoices).toEqual(toSeries(invoiceCount))
  expect(creditNotes).toEqual(toSeries(creditNotes?.count ?? 0))
  expect(creditNotes?.count).toBeGreaterThan(killsPerProcess)
  const [wrong] = await t.inStore(
    tx => tx`
      select count(*)::integer as count from invoice i
      where kind = 'invoice' and credited_total <> coalesce((
        select sum(c.total) from invoice c where c.corrects_id = i.id), 0)`,
  )
  expect(wrong).toEqual({ count: 0 })
})

/** Issues drafts in a process that is killed and started again, and returns the number of kills. */
async function issueWithKills(): Promise<number> {
  let kills = 0
  for (;;) {
    const child = startIssuing()
    const exit = once(child, 'exit')
    await Promise.race([exit, child.stdout ? once(child.stdout, 'data') : exit])
    if (kills === killsPerProcess) {
      expect(await exit).toEqual([0, null])
      return kills
    }
    // The random moment of the kill, so that runs interrupt different steps. It waits for no result.
    await sleep(Math.random() * 40)
    child.kill('SIGKILL')
    expect(await exit).toEqual([null, 'SIGKILL'])
    kills++
  }
}

/**
 * Starts a process that issues all drafts as the server does, and reports when the first is issued.
 * It credits each fourth invoice, while the other processes issue and credit.
 */
function startIssuing(): ChildProcess {
  const pathOf = (file: string) => JSON.stringify(join(import.meta.dirname, file))
  const script = `
    import { openDb, withStoreTransaction } from ${pathOf('../lib/db/db.ts')}
    import { creditInvoice } from ${pathOf('credit-invoice.ts')}
    import { issueInvoice } from ${pathOf('issue-invoice.ts')}
    const db = openDb(${JSON.stringify(t.appUrl)}, { poolSize: 3, usesPreparedStatements: true })
    const inStore = work => withStoreTransaction(db, ${JSON.stringify(t.people.owner.storeId)}, work)
    let begins = false
    for (;;) {
      const drafts = await inStore(tx => tx\`
        select id from invoice where number is null order by random() limit 10\`)
      if (drafts.length === 0) break
      for (const { id } of drafts) {
        await inStore(tx => issueInvoice(tx, id)).catch(error => {
          if (error.code !== 'invoice_issued') throw error
        })
        if (Math.random() < 0.25)
          await inStore(tx => creditInvoice(tx, id, {})).catch(error => {
            if (error.code !== 'invoice_not_creditable') throw error
          })
        if (!begins) process.stdout.write('begins')
        begins = true
      }
    }
    await db.end()`
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function seedDrafts() {
  await t.inStore(
    tx => tx`
      update store set address = '{"line1":"Ofenstr. 1","city":"Köln","country":"DE"}', timezone = 'UTC'`,
  )
  // More in one statement would take longer than the limit of a statement.
  for (let first = 1; first <= invoiceCount; first += 500)
    await seedDraftsOf(first, Math.min(first + 499, invoiceCount))
}

/** Adds orders with these numbers, and a draft for each of them. */
const seedDraftsOf = (first: number, last: number) =>
  t.inStore(
    tx => tx`
      with placed as (
        insert into "order" (number, currency, subtotal, total, tax_total, tax_included, status)
        select 'S' || n, 'EUR', 1190, 1190, 190, true, 'confirmed'
        from generate_series(${first}::integer, ${last}::integer) n returning id
      ), lines as (
        insert into order_line (order_id, title, quantity, unit_price, tax_rate, tax, total)
        select id, 'Cup', 1, 1190, 19, 190, 1190 from placed
      )
      insert into invoice (order_id, total, buyer_name, details)
      select id, 1190, 'Ada Byron', ${tx.json({
        buyer: { name: 'Ada Byron', company: '', vatId: '', email: '', address: {} },
        buyerReference: '',
        note: '',
        dueOn: null,
      })}
      from placed`,
  )
