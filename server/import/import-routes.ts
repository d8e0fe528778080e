import { importApi } from '#contract/import.ts'
import { minorDigits } from '#contract/lib/money.ts'
import { may } from '#contract/lib/permission.ts'
import { type OrderListQuery, orderApi } from '#contract/order.ts'
import { productApi } from '#contract/product.ts'
import { found, Problem } from '../lib/call/problem.ts'
import { type App, serve, serveDownload, serveUpload } from '../lib/call/serve.ts'
import { openDisk } from '../lib/file/disk.ts'
import { guard } from '../lib/text/csv-cell.ts'
import { storeUpload } from './file/import-upload.ts'
import { sampleFile } from './format/import-sample.ts'
import { type Conditions, exportOrders, exportProblems, exportProducts } from './import-export.ts'
import { importJobs } from './import-job.ts'
import * as store from './import-store.ts'
import { timedImportJobs } from './import-timed-job.ts'
import { type KeepPictures, pictureJob, startFetching } from './product/import-picture-job.ts'

/** What belongs to other features and is lent to this one: the filters of the lists, and the store's media. */
type Lent = {
  productConditions: Parameters<typeof exportProducts>[2]
  orderConditions: Conditions<OrderListQuery>
  keepPictures: KeepPictures
}

const needed = { products: 'product:write', orders: 'order:write' } as const
const today = () => new Date().toISOString().slice(0, 10)

export function importRoutes(app: App, { productConditions, orderConditions, keepPictures }: Lent) {
  const disk = openDisk(app.config, 'imports')
  Object.assign(
    app.jobs,
    importJobs(app, disk),
    pictureJob(app, keepPictures),
    timedImportJobs(app, disk),
  )

  serve(app, importApi.list, ({ tx, query, who }) => store.listImports(tx, query, who.businessId))
  serve(app, importApi.get, ({ tx, params }) => store.getImport(tx, params.id))
  serve(app, importApi.items, ({ tx, params, query, who }) =>
    store.listItems(tx, params.id, query, who.businessId),
  )
  serveUpload(
    app,
    importApi.create,
    async ({ files, fields, who: { businessId, personId }, inTx }) => {
      const file = await storeUpload(files, fields, disk, businessId)
      try {
        return await inTx(tx => store.addImport(tx, file, { businessId, personId }))
      } catch (error) {
        await disk.delete(file.fileKey).catch(() => {})
        throw error
      }
    },
  )
  serve(app, importApi.start, async ({ tx, params, who: { businessId, personId, abilities } }) => {
    const held = await store.holdImport(tx, params.id)
    // An import writes what its person could write by hand, and nothing else.
    if (!may(abilities, needed[held.kind]))
      throw new Problem(403, 'forbidden', `You are not allowed to change ${held.kind} here`)
    return store.startImport(tx, params.id, held, { businessId, personId })
  })
  serve(app, importApi.cancel, ({ tx, params }) => store.cancelImport(tx, params.id))
  serve(app, importApi.fetchImages, ({ tx, params, who: { businessId, personId, abilities } }) => {
    if (!may(abilities, 'product:write'))
      throw new Problem(403, 'forbidden', 'You are not allowed to change products here')
    return startFetching(tx, params.id, { businessId, personId })
  })

  serveDownload(app, importApi.sample, async ({ query: { kind }, inTx }) => {
    const currency = await inTx(
      async tx =>
        found(
          (
            await tx<
              { currency: string }[]
            >`select currency from business where id = current_business()`
          )[0],
        ).currency,
    )
    return {
      fileName: `storewright-${kind}-sample.csv`,
      stream: sampleFile(kind, currency, minorDigits(currency)),
    }
  })
  serveDownload(app, importApi.problems, async ({ params, inTx }) => {
    await inTx(tx => store.getImport(tx, params.id))
    return {
      fileName: `import-problems-${today()}.csv`,
      stream: exportProblems(inTx, params.id, guard),
    }
  })
  serveDownload(app, productApi.export, async ({ query, inTx, who }) => ({
    fileName: `products-${today()}.csv`,
    stream: exportProducts(inTx, query, productConditions, {
      site: app.config.publicUrl,
      hasCost: may(who.abilities, 'product:write'),
    }),
  }))
  serveDownload(app, orderApi.export, async ({ query, inTx, who }) => ({
    fileName: `orders-${today()}.csv`,
    stream: exportOrders(inTx, query, orderConditions, who.abilities),
  }))
}
