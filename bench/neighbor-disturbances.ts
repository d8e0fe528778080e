import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { maxImageBytes } from '../contract/lib/image.ts'

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

const variantsPerProduct = 4
const hostileBytes = 49_000_000
const megabyte = 1024 * 1024

/** What the neighbors do, by name. */
export const disturbances: Record<string, Disturbance> = {
  import: context => importProducts(context, createCatalog(++context.files.catalogs)),
  export: context => Promise.all(['product', 'order'].map(path => exportAll(context, path))),
  images: context => uploadImages(context, context.files.image),
  'oversized-images': context => uploadImages(context, context.files.oversizedImage),
  logins: context => Promise.all(Array.from({ length: 100 }, () => login(context))),
  'hostile-header': context => importProducts(context, ','.repeat(hostileBytes)),
  'hostile-row': context =>
    importProducts(context, `Handle,Title,Variant Price\n${','.repeat(hostileBytes)}`),
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

/** Without an account, a login takes as long as with one. */
async function login({ url }: NeighborContext) {
  const reply = await fetch(`${url}/api/business/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'not this one' }),
  })
  await reply.text()
}

function createCatalog(nr: number): string {
  const prefix = `${Date.now()}-${nr}`
  const header =
    'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price'
  const lines = Array.from({ length: 10_000 }, (_, i) => {
    const product = `${prefix}-${Math.floor(i / variantsPerProduct)}`
    const own =
      i % variantsPerProduct === 0
        ? `Shirt ${product},<p>${'Soft linen. '.repeat(20)}</p>,Linen & Co,Size`
        : ',,,'
    return `shirt-${product},${own},Size ${i % variantsPerProduct},SKU-${prefix}-${i},${10 + (i % 90)}.50`
  })
  return [header, ...lines].join('\n')
}

/** Uploads a file, starts its import when it is planned, and waits for its end. */
async function importProducts(context: NeighborContext, content: string): Promise<void> {
  const body = new FormData()
  body.append('kind', 'products')
  body.append('file', new Blob([content]), 'products.csv')
  const created = await callImport(context, 'create', { method: 'POST', body })
  // A file with too many columns is rejected, at the upload or by its plan.
  if (!created) return
  for (;;) {
    await sleep(200)
    const { status } = (await callImport(context, created._id)) ?? { status: 'failed' }
    if (status === 'planned')
      await callImport(context, `start/${created._id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    if (['done', 'failed', 'matching'].includes(status)) return
  }
}

async function callImport(
  { url, neighborHeaders: [headers = {}] }: NeighborContext,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Headers } = {},
): Promise<{ _id: string; status: string } | undefined> {
  const reply = await fetch(`${url}/api/import/${path}`, {
    ...init,
    headers: { ...headers, ...init.headers },
  })
  const { data } = await reply.json()
  return reply.ok ? data : undefined
}
