import type { Disk } from 'flydrive'
import { importApi } from '#contract/import/import.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import { getMinorUnitDigits } from '#contract/lib/money/money.ts'
import { orderApi } from '#contract/order/order.ts'
import type { OrderListQuery } from '#contract/order/order-filter.ts'
import { productApi } from '#contract/product/product.ts'
import { assertFound } from '../lib/call/problem.ts'
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
import { authorizeImport, authorizeKind, listAllowedKinds } from './import-permission.ts'
import { scheduledImportJobs } from './import-scheduled-jobs.ts'
import {
  cancelImport,
  changeEncoding,
  createImport,
  getImport,
  listImportItems,
  listImports,
  lockImport,
  saveMatchedColumns,
  startImport,
} from './import-store.ts'
import type { ParcelWriter } from './parcel/process-parcel-entries.ts'
import { createImageJob, type SaveImages, startImageFetch } from './product/import-image-job.ts'

/** The functions of other features: the filters of their lists, and saving images as media. */
type ImportDependencies = {
  getProductConditions: Parameters<typeof exportProducts>[2]
  getOrderConditions: ListConditions<OrderListQuery>
  saveImages: SaveImages
  parcelWriter: ParcelWriter
}

const formatToday = () => new Date().toISOString().slice(0, 10)

export function importRoutes(app: App, dependencies: ImportDependencies) {
  const disk = openDisk(app.config, 'imports')
  Object.assign(
    app.jobs,
    importJobs(app, dependencies.parcelWriter),
    createImageJob(app, dependencies.saveImages),
    scheduledImportJobs(app, disk),
  )
  addReadRoutes(app)
  addWriteRoutes(app, disk)
  addImportDownloads(app)
  addExports(app, dependencies)
}

function addReadRoutes(app: App) {
  serve(app, importApi.list, ({ tx, query, principal: { storeId, abilities } }) =>
    listImports(tx, query, storeId, listAllowedKinds(abilities)),
  )
  serve(app, importApi.get, async ({ tx, params, principal }) => {
    await authorizeImport(tx, principal.abilities, params.id)
    return getImport(tx, params.id)
  })
  serve(app, importApi.listItems, async ({ tx, params, query, principal }) => {
    await authorizeImport(tx, principal.abilities, params.id)
    return listImportItems(tx, params.id, query, principal.storeId)
  })
}

function addWriteRoutes(app: App, disk: Disk) {
  serveUpload(app, importApi.create, async ({ files, fields, principal, inTx }) => {
    const file = await storeUpload(files, fields, disk, principal.storeId)
    try {
      authorizeKind(principal.abilities, file.kind)
      return await inTx(tx => createImport(tx, file, principal))
    } catch (error) {
      await disk.delete(file.fileKey).catch(() => {})
      throw error
    }
  })
  serve(app, importApi.changeEncoding, async ({ tx, params, body, principal }) => {
    await authorizeImport(tx, principal.abilities, params.id)
    return changeEncoding(tx, params.id, body.encoding, principal)
  })
  serve(app, importApi.match, async ({ tx, params, body, principal }) => {
    await authorizeImport(tx, principal.abilities, params.id)
    return saveMatchedColumns(tx, params.id, body.columns, principal)
  })
  serve(app, importApi.start, async ({ tx, params, body, principal }) => {
    const lockedImport = await lockImport(tx, params.id)
    authorizeKind(principal.abilities, lockedImport.kind)
    return startImport(tx, params.id, lockedImport, { ...principal, options: body })
  })
  serve(app, importApi.cancel, async ({ tx, params, principal }) => {
    await authorizeImport(tx, principal.abilities, params.id)
    return cancelImport(tx, params.id)
  })
  serve(app, importApi.fetchImages, async ({ tx, params, principal }) => {
    await authorizeImport(tx, principal.abilities, params.id)
    const { storeId, personId } = principal
    return startImageFetch(tx, params.id, { storeId, personId })
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
  serveDownload(app, importApi.downloadProblems, async ({ params, inTx, principal }) => {
    await inTx(tx => authorizeImport(tx, principal.abilities, params.id))
    return {
      fileName: `import-problems-${formatToday()}.csv`,
      stream: exportProblems(inTx, params.id, escapeFormula),
    }
  })
}

async function loadStoreCurrency(tx: Tx): Promise<string> {
  const [row] = await tx<{ currency: string }[]>`
    select currency from store where id = current_store()`
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
