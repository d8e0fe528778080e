import type { FastifyRequest } from 'fastify'
import { withDeadline } from '../lib/call/deadline.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'

/** Returns a function that runs work in the store of a request, with the time limit of a call. */
export const createStoreScope =
  (app: App) =>
  <T>({ storefrontHost }: FastifyRequest, work: (tx: Tx) => Promise<T>) =>
    withDeadline(app.config.callLimitMs, () =>
      withStoreTransaction(app.db, storefrontHost.storeId, work),
    )
