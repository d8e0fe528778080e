import type { Disk } from 'flydrive'
import { importApi } from '#contract/import.ts'
import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { hasPermission } from '#contract/lib/permission.ts'
import { orderApi } from '#contract/order.ts'
import type { OrderListQuery } from '#contract/order-filter.ts'
import { productApi } from '#contract/product.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import { serveUpload } from '../lib/call/serve-upload.ts'
import type { Tx } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import { escapeFormula } from '../lib/text/csv-cell.ts'
import { storeUpload } from './file/import-upload.ts'
import { createSampleFile } from './format/import-sample.ts'
import {
  exportOrders,
  exportProblems,
  exportProducts,
  type ListConditions,
} from './import-export.ts'
import { importJobs } from './import-job.ts'
import { scheduledImportJobs } from './import-scheduled-jobs.ts'
import * as store from './import-store.ts'
import { createImageJob, type SaveImages, startImageFetch } from './product/import-image-job.ts'

/** The functions of other features: the filters of their lists, and saving images as media. */
type ImportDependencies = {
  getProductConditions: Parameters<typeof exportProducts>[2]
  getOrderConditions: ListConditions<OrderListQuery>
  saveImages: SaveImages
}

const requiredPermission = { products: 'product:write', orders: 'order:write' } as const
const formatToday = () => new Date().toISOString().slice(0, 10)

export function importRoutes(app: App, dependencies: ImportDependencies) {
  const disk = openDisk(app.config, 'imports')
  Object.assign(
    app.jobs,
    importJobs(app),
    createImageJob(app, dependencies.saveImages),
    scheduledImportJobs(app, disk),
  )
  addReadRoutes(app)
  addWriteRoutes(app, disk)
  addImportDownloads(app)
  addExports(app, dependencies)
}

function addReadRoutes(app: App) {
  serve(app, importApi.list, ({ tx, query, principal }) =>
    store.listImports(tx, query, principal.businessId),
  )
  serve(app, importApi.get, ({ tx, params }) => store.getImport(tx, params.id))
  serve(app, importApi.listItems, ({ tx, params, query, principal }) =>
    store.listImportItems(tx, params.id, query, principal.businessId),
  )
}

function addWriteRoutes(app: App, disk: Disk) {
  serveUpload(app, importApi.create, async ({ files, fields, principal, inTx }) => {
    const { businessId, personId } = principal
    const file = await storeUpload(files, fields, disk, businessId)
    try {
      return await inTx(tx => store.createImport(tx, file, { businessId, personId }))
    } catch (error) {
      await disk.delete(file.fileKey).catch(() => {})
      throw error
    }
  })
  serve(app, importApi.start, async ({ tx, params, body, principal }) => {
    const { businessId, personId, abilities } = principal
    const lockedImport = await store.lockImport(tx, params.id)
    // An import can only write what its user can write.
    if (!hasPermission(abilities, requiredPermission[lockedImport.kind]))
      throw new Problem(403, `import_${lockedImport.kind}_forbidden`)
    return store.startImport(tx, params.id, lockedImport, { businessId, personId, options: body })
  })
  serve(app, importApi.cancel, ({ tx, params }) => store.cancelImport(tx, params.id))
  serve(app, importApi.fetchImages, ({ tx, params, principal }) => {
    const { businessId, personId, abilities } = principal
    if (!hasPermission(abilities, 'product:write'))
      throw new Problem(403, 'import_products_forbidden')
    return startImageFetch(tx, params.id, { businessId, personId })
  })
}

function addImportDownloads(app: App) {
  serveDownload(app, importApi.downloadSample, async ({ query: { kind }, inTx }) => {
    const currency = await inTx(loadStoreCurrency)
    return {
      fileName: `storewright-${kind}-sample.csv`,
      stream: createSampleFile(kind, currency, getMinorUnitDigits(currency)),
    }
  })
  serveDownload(app, importApi.downloadProblems, async ({ params, inTx }) => {
    await inTx(tx => store.getImport(tx, params.id))
    return {
      fileName: `import-problems-${formatToday()}.csv`,
      stream: exportProblems(inTx, params.id, escapeFormula),
    }
  })
}

async function loadStoreCurrency(tx: Tx): Promise<string> {
  const [row] = await tx<{ currency: string }[]>`
    select currency from business where id = current_business()`
  return assertFound(row).currency
}

function addExports(app: App, { getProductConditions, getOrderConditions }: ImportDependencies) {
  serveDownload(app, productApi.export, async ({ query, inTx, principal }) => ({
    fileName: `products-${formatToday()}.csv`,
    stream: exportProducts(inTx, query, getProductConditions, {
      siteUrl: app.config.publicUrl,
      canSeeCost: hasPermission(principal.abilities, 'product:write'),
    }),
  }))
  serveDownload(app, orderApi.export, async ({ query, inTx, principal }) => ({
    fileName: `orders-${formatToday()}.csv`,
    stream: exportOrders(inTx, query, getOrderConditions, principal.abilities),
  }))
}
