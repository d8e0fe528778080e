import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { allRoutes } from '#contract/all.ts'
import { dataPositionHeader } from '#contract/lib/call/data-position.ts'
import { productApi } from '#contract/product/product.ts'
import type { DatabaseServer } from '../../testing/db/database-server.ts'
import { startReplicatedDatabase } from '../../testing/db/test-replica.ts'
import { eventually } from '../../testing/eventually.ts'
import { teapot } from '../../testing/subject/product-testing.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { Shopper } from '../../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { Problem } from '../call/problem.ts'
import { withStoreTransaction } from '../db/db.ts'
import { openReplica } from './replica.ts'

const metricsToken = 'token-of-the-metrics'
const log: string[] = []
const logStream = new Writable({
  write(chunk, _encoding, done) {
    const { msg } = JSON.parse(String(chunk))
    if (String(msg).includes('read replica')) log.push(msg)
    done()
  },
})

let t: TestApp
let replica: DatabaseServer
beforeAll(async () => {
  const replicated = await startReplicatedDatabase()
  replica = replicated.replica
  t = await startTestApp(
    {
      DATABASE_URL: replicated.database.ownerUrl,
      DATABASE_REPLICA_URL: replicated.replicaUrl,
      METRICS_TOKEN: metricsToken,
      LOG_LEVEL: 'info',
    },
    { database: replicated.database, logStream },
  )
})
afterAll(() => t.close())

const callList = (position?: number) =>
  t.call('owner', productApi.list, {
    headers: position === undefined ? {} : { [dataPositionHeader]: String(position) },
  })
const listTitles = async (position?: number) => {
  const reply = await callList(position)
  expect(reply.status).toBe(200)
  return reply.body.data.map(({ title }: { title: string }) => title)
}
const createProduct = async (title: string) => {
  const body = { ...teapot, title, slug: title.toLowerCase() }
  const reply = await t.call('owner', productApi.create, { body })
  expect(reply.status).toBe(201)
  const { _id, variants } = reply.body.data
  return {
    id: String(_id),
    variant: String(variants[0]._id),
    position: Number(reply.headers[dataPositionHeader]),
  }
}
const hasReached = (position: number) => t.app.db.replica?.hasReached(position)
const untilReached = (position: number) => eventually(() => expect(hasReached(position)).toBe(true))
const untilLogged = (text: string) => eventually(() => expect(log.at(-1)).toContain(text))

/** Counts the statements of the primary that the work causes. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const { payload } = await t.app.inject({ url: '/metrics', headers })
    return Number(/^storewright_db_queries_total (\d+)/m.exec(payload)?.[1])
  }
  const before = await read()
  await work()
  return (await read()) - before
}
const repeat = async (work: () => Promise<unknown>) => {
  for (let nr = 0; nr < 40; nr++) await work()
}

describe('a replica', { shuffle: false }, () => {
  test('runs the reads of lists, so that the primary runs few statements', async () => {
    const { position } = await createProduct('Cup')
    await untilReached(position)
    const withoutPosition = await countStatements(() => repeat(() => listTitles()))
    const withPosition = await countStatements(() => repeat(() => listTitles(position)))
    expect(await listTitles(position)).toContain('Cup')
    // The remaining statements compare the positions of the servers.
    expect(withPosition).toBeLessThan(withoutPosition / 2)
  })

  test('runs the reads of pages of stores', async () => {
    const { position } = await createProduct('Saucer')
    await untilReached(position)
    const visitSaucer = async () => {
      const page = await visit(t, '/products/saucer.json')
      expect([page.statusCode, page.json().product?.title]).toEqual([200, 'Saucer'])
    }
    // On the primary, each of the 40 requests would cause several statements. The first ones are read there,
    // because the store was launched a moment ago.
    await eventually(async () =>
      expect(await countStatements(() => repeat(visitSaucer))).toBeLessThan(40),
    )
  })

  test('does not read the cart of a shopper', async () => {
    const { variant } = await createProduct('Pitcher')
    await replica.query('select pg_wal_replay_pause()')
    const shopper = new Shopper(t)
    await shopper.send({ intent: 'add', variant, quantity: '1' })
    const cart = await shopper.open('/cart')
    await replica.query('select pg_wal_replay_resume()')
    expect(cart.body).toContain('Pitcher')
    expect(cart.headers['set-cookie']).toBeUndefined()
  })

  test('can answer every call that allows it, without an error of the database', async () => {
    const { position } = await createProduct('Bowl')
    await untilReached(position)
    const errors: unknown[] = []
    const usedReplica = t.app.db.replica!
    const { failWhenLost } = usedReplica
    const answered = new Set<string>()
    let current = ''
    usedReplica.failWhenLost = async read => {
      answered.add(current)
      return failWhenLost(read).catch(error => {
        errors.push(error)
        throw error
      })
    }
    const routes = allRoutes.filter(route => route.allowsReplica)
    const headers = { [dataPositionHeader]: String(position) }
    const params = { id: t.people.owner.storeId }
    for (const route of routes) {
      current = `${route.feature}.${route.name}`
      // The deliveries are those of one webhook.
      const query = { webhook: params.id }
      await t.call('owner', route, { params, headers, query })
      await t.call('owner', route, { params, headers, query: { ...query, q: 'bowl' } })
    }
    usedReplica.failWhenLost = failWhenLost
    const names = routes.map(({ feature, name }) => `${feature}.${name}`)
    expect(names.filter(name => !answered.has(name))).toEqual([])
    expect(errors.filter(error => !(error instanceof Problem))).toEqual([])
  })

  test('gets no reads of a client that has written what it does not have yet', async () => {
    await replica.query('select pg_wal_replay_pause()')
    const { id, position } = await createProduct('Plate')
    expect(await listTitles(position)).toContain('Plate')
    expect((await visit(t, '/products/plate')).statusCode).toBe(200)
    const titles = await replica.query(`select from product where id = '${id}'`)
    expect(titles).toHaveLength(0)
    // A client that has not written gets no rows older than a second either.
    await untilLogged('it is more than a second behind')
    expect(await listTitles(0)).toContain('Plate')
    await replica.query('select pg_wal_replay_resume()')
    await untilReached(position)
    expect(await listTitles(position)).toContain('Plate')
  })

  test('refuses writes of a call that allows it, on the primary too', async () => {
    const { storeId } = t.people.owner
    const before = await t.changes()
    const write = withStoreTransaction(
      t.app.db,
      storeId,
      tx => tx`update product set tags = '{}'`,
      {
        isReadOnly: true,
      },
    )
    await expect(write).rejects.toMatchObject({ code: '25006' })
    expect(await t.changes()).toBe(before)
  })

  test('is not used if it is another database or follows no server', async () => {
    const openOther = (url: string) => {
      const messages: string[] = []
      const add = (message: string) => void messages.push(message)
      const other = openReplica(t.app.db, url, { ...t.app.config, log: { info: add, warn: add } })
      return { other, messages }
    }
    for (const [url, reason] of [
      [inject('template').appUrl, 'it is not a replica of DATABASE_URL'],
      [t.appUrl, 'its server does not follow another one'],
      ['postgres://127.0.0.1:1/none', 'it does not respond (ECONNREFUSED)'],
    ] as const) {
      const { other, messages } = openOther(url)
      await eventually(() => expect(messages.at(-1)).toContain(reason))
      expect(other.hasReached(0)).toBe(false)
      await other.end()
    }
  })

  test('can be killed and restarted during reads and writes', async () => {
    const { position } = await createProduct('Jug')
    await untilReached(position)
    const killed = replica.kill()
    await Promise.all([repeat(() => listTitles(position)), createProduct('Kettle')])
    await killed
    expect(await listTitles(0)).toContain('Kettle')
    await untilLogged('it does not respond')
    expect(await listTitles(position)).toContain('Jug')
    await replica.start()
    await untilReached(position)
  })

  test('can be promoted during reads', async () => {
    const { position } = await createProduct('Mug')
    await untilReached(position)
    const promoted = replica.query('select pg_promote()')
    await repeat(() => listTitles(position))
    await promoted
    await untilLogged('its server does not follow another one')
    const { position: newPosition } = await createProduct('Vase')
    expect(await listTitles(position)).toContain('Vase')
    expect(hasReached(newPosition)).toBe(false)
  })
})
