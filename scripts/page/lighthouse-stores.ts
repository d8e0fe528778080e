import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { z } from 'zod'
import type { DemoServer } from '../demo-server.ts'

const ProductsReply = z.object({ data: z.array(z.object({ _id: z.string(), title: z.string() })) })
const ProductReply = z.object({
  data: z.object({
    categories: z.array(z.string()),
    tags: z.array(z.string()),
    price: z.number(),
    images: z.array(z.object({ media: z.string().nullable() })),
  }),
})

const productCount = 60
/** A tag of many products of the demo store. */
const searchTerm = 'gift'
/** The lists that show the images of all products. */
const listPaths = ['/products', '/products?page=2', '/products?page=3']

/** Adds products with the images of others until the store has 60. */
export async function addProducts({ send }: DemoServer) {
  const list = await send('GET', 'product/getAll?perPage=100&status=active')
  const { data: products } = ProductsReply.parse(list)
  for (const { _id, title } of products.slice(0, Math.max(0, productCount - products.length))) {
    const { data } = ProductReply.parse(await send('GET', `product/${_id}`))
    await send('POST', 'product/create', {
      title: `${title}, second edition`,
      status: 'active',
      price: data.price,
      stock: 20,
      categories: data.categories,
      tags: data.tags,
      images: data.images.flatMap(({ media }) => (media ? [{ media }] : [])),
    })
  }
}

/** Activates a theme and waits until the store shows it. */
export async function activateLighthouseTheme(
  server: DemoServer,
  { _id, code }: { _id: string; code: string },
) {
  await server.send('PATCH', `theme/activate/${_id}`)
  while (!(await fetchPage(server.storeUrl)).includes(`data-theme="${code}"`)) await sleep(500)
}

export type StorePage = {
  title: string
  url: string
  /** The page asks search engines not to list it, which an audit of Lighthouse counts as a fault. */
  isNotIndexed?: boolean
}

/** Returns the pages of a visit: home, the first category and product on it, a search, the cart. */
export async function listStorePages({ storeUrl }: DemoServer): Promise<StorePage[]> {
  const home = await fetchPage(storeUrl)
  const getUrl = (path: RegExp) => storeUrl + (path.exec(home)?.[1] ?? '/')
  return [
    { title: 'home', url: `${storeUrl}/` },
    { title: 'category', url: getUrl(/href="(\/categories\/[^"]+)"/) },
    { title: 'product', url: getUrl(/href="(\/products\/[^"]+)"/) },
    { title: 'search', url: `${storeUrl}/search?q=${searchTerm}`, isNotIndexed: true },
    { title: 'cart', url: `${storeUrl}/cart`, isNotIndexed: true },
  ]
}

/** Adds three products to a cart of the browser, whose cookies Lighthouse keeps. */
export async function fillLighthouseCart(context: BrowserContext, { storeUrl }: DemoServer) {
  const page = await context.newPage()
  const products = await fetchPage(`${storeUrl}/products`)
  const paths = new Set(
    [...products.matchAll(/href="(\/products\/[^"?]+)"/g)].map(([, path]) => path),
  )
  for (const path of [...paths].slice(0, 3)) {
    await page.goto(storeUrl + path)
    await page.locator('#add-to-cart button[type=submit]:not([name])').first().click()
    await page.locator('.cart-drawer .cart-lines').waitFor()
  }
  await page.close()
}

/** The server compresses a page better after its second request, but at most one page each second. */
export async function fillPageCache(url: string) {
  for (let request = 0; request < 3; request++) {
    await fetchPage(url)
    await sleep(1000)
  }
}

/** A job creates the AVIF files of the images after the demo store, in a few minutes. */
export async function waitForImages({ storeUrl }: DemoServer) {
  for (const path of ['/', ...listPaths])
    while (await lacksImages(storeUrl + path)) await sleep(2000)
}

async function lacksImages(url: string): Promise<boolean> {
  const pictures = (await fetchPage(url)).match(/<picture.*?<\/picture>/gs) ?? []
  return pictures.some(picture => !picture.includes('image/avif'))
}

/** Chromium finds hosts that end in `.localhost` on this machine, but not every system does. */
const fetchPage = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { host, port, pathname, search } = new URL(url)
    request({ port, path: pathname + search, headers: { host } }, reply =>
      text(reply).then(resolve, reject),
    )
      .on('error', reject)
      .end()
  })
