import { setTimeout as sleep } from 'node:timers/promises'

const variantsPerProduct = 4
const hostileCommas = ','.repeat(49_000_000)

/** Files of 49 MB whose header, or whose only row, has far too many columns. */
export const hostileHeaderFile = hostileCommas
export const hostileRowFile = `Handle,Title,Variant Price\n${hostileCommas}`

/** Returns a file of products whose names and SKUs start with the prefix. */
export function createCatalog(prefix: string, variants: number): string {
  const header =
    'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price'
  const rows = Array.from({ length: variants }, (_, i) => {
    const product = `${prefix}-${Math.floor(i / variantsPerProduct)}`
    const isFirst = i % variantsPerProduct === 0
    const own = isFirst
      ? `Shirt ${product},<p>${'Soft linen. '.repeat(20)}</p>,Linen & Co,Size`
      : ',,,'
    return `shirt-${product},${own},Size ${i % variantsPerProduct},SKU-${prefix}-${i},${10 + (i % 90)}.50`
  })
  return [header, ...rows].join('\n')
}

type Session = { url: string; headers: Record<string, string> }

/**
 * Uploads a file, starts its import when it is planned, and waits for its end.
 * @throws Error if a call is rejected
 */
export async function importProducts(session: Session, content: string): Promise<void> {
  const body = new FormData()
  body.append('kind', 'products')
  body.append('file', new Blob([content]), 'products.csv')
  const { _id } = await call(session, 'create', { method: 'POST', body })
  for (;;) {
    await sleep(200)
    const { status } = await call(session, _id)
    if (status === 'planned')
      await call(session, `start/${_id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    if (['done', 'failed', 'matching'].includes(status)) return
  }
}

async function call(
  { url, headers }: Session,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<{ _id: string; status: string }> {
  const reply = await fetch(`${url}/api/import/${path}`, {
    ...init,
    headers: { ...headers, ...init.headers },
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path} returned ${reply.status}: ${text}`)
  return JSON.parse(text).data
}
