// Compares pages of stores with a bare server that sends as many bytes.
import { request } from 'node:http'
import { parseArgs } from 'node:util'
import type { BenchProcess } from '../bench-environment.ts'
import type { PreparedCall } from '../measure/measure-call.ts'
import {
  createPageRequest,
  type PageTarget,
  prepareStores,
  type StorefrontCall,
  storefrontCalls,
} from '../storefront-calls.ts'
import { createLoadOptions, runLoadProgram } from './load-program.ts'

const { values } = parseArgs({
  options: createLoadOptions({
    rows: '100000',
    stores: '1,1000',
    calls: storefrontCalls.map(({ name }) => name).join(','),
    seconds: '3',
    rounds: '3',
  }),
})

// Each filtered page is requested from another address, as behind a proxy.
process.env['TRUST_PROXY'] = '127.0.0.1/32'

await runLoadProgram(values, {
  name: 'storefront',
  calls: storefrontCalls,
  maxOrders: 100,
  prepareSample: prepareStores,
  prepareCall: (call, sample, servers) => prepareCall(call, call.createTargets(sample), servers),
})

type Servers = { app: BenchProcess; bare: BenchProcess }

/** Each request of the bare server gets as many bytes as the first page has. */
async function prepareCall(
  { isNotModified = false }: StorefrontCall,
  targets: PageTarget[] | (() => PageTarget),
  { app, bare }: Servers,
): Promise<PreparedCall> {
  const nextTarget = typeof targets === 'function' ? targets : () => targets[0]
  const first = nextTarget()
  if (!first) throw new Error('The stores have too few rows.')
  const page = await fetchPage(app.url, first)
  const bytes = isNotModified ? 0 : page.bytes
  const toBareRequest = ({ barePath }: PageTarget) => ({
    method: 'GET',
    path: `${barePath}?bytes=${bytes}`,
    headers: {},
  })
  const toAppRequest = (target: PageTarget) =>
    createPageRequest(isNotModified ? { ...target, etag: page.etag } : target)
  return {
    appCase: {
      url: app.url,
      requests:
        typeof targets === 'function' ? () => toAppRequest(targets()) : targets.map(toAppRequest),
    },
    bareCase: {
      url: bare.url,
      requests:
        typeof targets === 'function' ? () => toBareRequest(targets()) : targets.map(toBareRequest),
    },
    bytes,
    prepare: async () => {},
  }
}

/** `fetch` does not set the Host header. */
function fetchPage(url: string, target: PageTarget): Promise<{ bytes: number; etag: string }> {
  const { path, headers } = createPageRequest(target)
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { headers }, reply => {
      let bytes = 0
      reply.on('data', (part: Buffer) => {
        bytes += part.length
      })
      reply.on('end', () =>
        reply.statusCode === 200
          ? resolve({ bytes, etag: reply.headers.etag ?? '' })
          : reject(new Error(`${target.host}${path} returned ${reply.statusCode}.`)),
      )
    })
    sent.on('error', reject).end()
  })
}
