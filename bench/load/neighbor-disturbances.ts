import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { maxImageBytes } from '../../contract/lib/image.ts'
import { createCatalog, hostileHeaderFile, hostileRowFile, importProducts } from './import-load.ts'

type Headers = Record<string, string>
export type NeighborContext = {
  url: string
  /** The session in the store whose list is measured, and in the other stores. */
  listHeaders: Headers
  neighborHeaders: Headers[]
  files: NeighborFiles
}
export type Disturbance = (context: NeighborContext) => Promise<unknown>

type NeighborFiles = { image: Blob; oversizedImage: Blob; catalogs: number }

const megabyte = 1024 * 1024

/** The disturbances that neighbors cause, by name. */
export const disturbances: Record<string, Disturbance> = {
  import: context => {
    context.files.catalogs += 1
    return importFile(context, createCatalog(`${Date.now()}-${context.files.catalogs}`, 10_000))
  },
  export: context => Promise.all(['product', 'order'].map(path => exportAll(context, path))),
  print: context => printOrders(context),
  images: context => uploadImages(context, context.files.image),
  'oversized-images': context => uploadImages(context, context.files.oversizedImage),
  logins: context => Promise.all(Array.from({ length: 100 }, () => login(context))),
  'hostile-header': context => importFile(context, hostileHeaderFile),
  'hostile-row': context => importFile(context, hostileRowFile),
}

/** Returns an image of 40 megapixels and almost 10 MB, and a file of 40 MB. */
export async function prepareFiles(): Promise<NeighborFiles> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const pixels = await sharp({
    create: { width: 7300, height: 5475, channels: 3, background: '#888', noise },
  })
    .raw()
    .toBuffer()
  const raw = { width: 7300, height: 5475, channels: 3 } as const
  let image = Buffer.alloc(0)
  for (const quality of [90, 80, 70, 60, 50, 40, 30, 20, 10, 5]) {
    image = await sharp(pixels, { raw }).jpeg({ quality }).toBuffer()
    if (image.length < maxImageBytes) break
  }
  const oversized = Buffer.concat([image, Buffer.alloc(40 * megabyte - image.length)])
  return {
    image: new Blob([new Uint8Array(image)]),
    oversizedImage: new Blob([new Uint8Array(oversized)]),
    catalogs: 0,
  }
}

/** Uploads 20 images at once from all neighbors, and those again that the server was too busy for. */
const uploadImages = ({ url, neighborHeaders }: NeighborContext, image: Blob) =>
  Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const headers = neighborHeaders[i % neighborHeaders.length] ?? {}
      for (;;) {
        const body = new FormData()
        body.append('file', image, `image-${i}.jpg`)
        const reply = await fetch(`${url}/api/media/upload`, { method: 'POST', headers, body })
        await reply.text()
        if (reply.status !== 503) return
        await sleep(1000)
      }
    }),
  )

async function exportAll({ url, neighborHeaders: [headers = {}] }: NeighborContext, path: string) {
  const reply = await fetch(`${url}/api/${path}/export`, { headers })
  if (!reply.ok) throw new Error(`The export returned ${reply.status}: ${await reply.text()}`)
  for await (const _ of reply.body ?? []);
}

/** Prints the packing slips of 1,000 orders, like a page that polls until the file is there. */
async function printOrders({ url, neighborHeaders: [headers = {}] }: NeighborContext) {
  const call = async (path: string, init: RequestInit = {}) => {
    const reply = await fetch(`${url}/api/${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
    if (!reply.ok) throw new Error(`The print returned ${reply.status}: ${await reply.text()}`)
    return reply
  }
  const ids: string[] = []
  for (let page = 1; page <= 10; page++) {
    const reply = await call(`order/getAll?perPage=100&page=${page}`)
    const list: { data: { _id: string }[] } = await reply.json()
    ids.push(...list.data.map(({ _id }) => _id))
  }
  const reply = await call('print/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids, document: 'packingSlip' }),
  })
  let print: { data: { _id: string; status: string } } = await reply.json()
  while (print.data.status === 'running') {
    await sleep(1000)
    print = await (await call(`print/${print.data._id}`)).json()
  }
  if (print.data.status === 'failed') throw new Error('The print failed.')
  await (await call(`print/pdf/${print.data._id}`)).arrayBuffer()
}

/** Without an account, a login takes as long as with one. */
async function login({ url }: NeighborContext) {
  const reply = await fetch(`${url}/api/business/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'not this one' }),
  })
  await reply.text()
}

/** A file with too many columns is rejected, at the upload or by its plan. */
const importFile = ({ url, neighborHeaders: [headers = {}] }: NeighborContext, content: string) =>
  importProducts({ url, headers }, content).catch(() => {})
