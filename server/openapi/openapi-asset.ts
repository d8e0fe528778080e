import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** A file of the API reference. `version` changes with its content. */
export type PageAsset = { contentType: string; version: string; bytes: Buffer; gzipped?: Buffer }

const require = createRequire(import.meta.url)

const assetPaths = [
  require.resolve('swagger-ui-dist/swagger-ui.css'),
  require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  join(import.meta.dirname, 'openapi-page.css'),
  join(import.meta.dirname, 'openapi-operation.css'),
  join(import.meta.dirname, 'openapi-page.js'),
]
export const assetNames = assetPaths.map(path => basename(path))

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Returns the files of the API reference by name. */
export async function loadPageAssets(): Promise<ReadonlyMap<string, PageAsset>> {
  const assets = await Promise.all(assetPaths.map(loadPageAsset))
  return new Map(assets)
}

async function loadPageAsset(path: string): Promise<[name: string, asset: PageAsset]> {
  const bytes = await readFile(path)
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const contentType = contentTypes[extname(path)] ?? 'application/octet-stream'
  const asset: PageAsset = { contentType, version, bytes }
  // Fonts are compressed already.
  if (contentType.startsWith('text/')) asset.gzipped = await promisify(gzip)(bytes)
  return [basename(path), asset]
}
