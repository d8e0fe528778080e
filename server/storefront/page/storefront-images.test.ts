import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { type Media, mediaApi } from '#contract/product/media.ts'
import { productApi } from '#contract/product/product.ts'
import { getOwnerOrigin, publishHome, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { buildSection } from '../../theme/rule/default-templates.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

async function upload(width: number, height: number, app = t): Promise<Media> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#3b6' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), 'image.png')
  return (await app.call('owner', mediaApi.upload, { body })).body.data[0]
}
async function createProduct(title: string, media: readonly Media[], description = '') {
  const images = media.map(({ _id }) => ({ media: _id }))
  const body = { title, price: 900, status: 'active' as const, images, description }
  return (await t.call('owner', productApi.create, { body })).body.data
}
/** Returns the elements `picture` and `img` of a page that contain the image. */
async function listElements(path: string, { url }: Media): Promise<string[]> {
  const page = await visit(t, path)
  expect(page.statusCode).toBe(200)
  const folder = url.replace(/[^/]*$/, '')
  const elements = page.body.matchAll(/<picture.*?<\/picture>|<img[^>]*>/gs)
  return [...elements].map(([element]) => element).filter(element => element.includes(folder))
}
const listUrls = (folder: string, format: string, widths: readonly [number, number][]) =>
  widths.map(([file, width]) => `${folder}/${file}.${format} ${width}w`).join(', ')

test('a card crops its image around the focal point, which other changes keep', async () => {
  const media = await upload(600, 600)
  const product = await createProduct('Jug', [media])
  const [image] = product.images
  const readCard = async () => (await listElements('/products', media))[0]
  expect(await readCard()).not.toContain('data-focus')
  const update = (images: { _id: string; focusX?: number; focusY?: number; alt?: string }[]) =>
    t.call('owner', productApi.update, {
      params: { id: product._id },
      body: { version: product.version, images },
    })
  const rejectedReply = await update([{ _id: image._id, focusX: 101 }])
  expect(rejectedReply.status).toBe(422)
  expect(await readCard()).not.toContain('data-focus')
  const reply = await update([{ _id: image._id, focusX: 90, focusY: 24 }])
  expect(reply.body.data.images[0]).toMatchObject({ focusX: 90, focusY: 24 })
  product.version = reply.body.data.version
  await update([{ _id: image._id, alt: 'A jug' }])
  await expect.poll(readCard).toContain('data-focus="x4 y1"')
})

test('a page lists the files of an image that exist, and the others when the job has created them', async () => {
  const media = await upload(1600, 800)
  const { slug } = await createProduct('Bowl', [media])
  const folder = media.url.replace('/1200.webp', '')
  const readPicture = async () => (await listElements(`/products/${slug}`, media))[0]
  const early = await readPicture()
  expect(early).not.toContain('avif')
  expect(early).toContain(
    `srcSet="${listUrls(folder, 'webp', [
      [160, 160],
      [480, 480],
      [1200, 1200],
    ])}"`,
  )
  await t.runJobs()
  const widths = [160, 320, 480, 750, 1200, 1600].map((width): [number, number] => [width, width])
  await expect.poll(readPicture).toContain('image/avif')
  const late = await readPicture()
  expect(late).toContain(`type="image/avif" srcSet="${listUrls(folder, 'avif', widths)}"`)
  expect(late).toContain(`<img src="${media.url}" width=`)
  for (const [, url = ''] of (late ?? '').matchAll(/(\/media\/\S+)/g))
    expect((await visit(t, url.replace(/"$/, ''))).statusCode).toBe(200)
})

test('the widths of a small image are those of its files', async () => {
  const media = await upload(300, 200)
  const { slug } = await createProduct('Small', [media])
  await t.runJobs()
  const folder = media.url.replace('/1200.webp', '')
  const [picture] = await listElements(`/products/${slug}`, media)
  expect(picture).toContain(
    `srcSet="${listUrls(folder, 'avif', [
      [160, 160],
      [320, 300],
    ])}"`,
  )
  expect(picture).toContain('width="300" height="200"')
})

test('every image of a page has its dimensions, and only the first one is loaded first', async () => {
  const [first, second, third] = [await upload(40, 20), await upload(20, 20), await upload(30, 20)]
  const category = (
    await t.call('owner', categoryApi.create, { body: { name: 'Cups', image: third.url } })
  ).body.data
  const { slug } = await createProduct('Cup', [first, second], `<p><img src="${third.url}"></p>`)
  for (const path of ['/', '/products', `/categories/${category.slug}`, `/products/${slug}`]) {
    const { body } = await visit(t, path)
    const images = [...body.matchAll(/<img[^>]*>/g)].map(([image]) => image)
    for (const image of images) expect(image).toMatch(/ width="\d+".* height="\d+"/)
    const prioritized = images.filter(image => /fetchpriority="high"/i.test(image))
    const lazy = images.filter(image => image.includes('loading="lazy"'))
    expect([path, prioritized.length + lazy.length]).toEqual([path, images.length])
    expect(prioritized.length).toBeLessThanOrEqual(1)
    if (path.startsWith('/products')) expect(prioritized).toHaveLength(1)
  }
  const [inText] = await listElements(`/products/${slug}`, third)
  expect(inText).toContain('width="30" height="20"')
})

test('the icon of the store and the preview of its home page are images of the store', async () => {
  // Its logo and home page stay.
  const t = await startTestApp()
  onTestFinished(() => t.close())
  const icon = () => visit(t, '/favicon.ico')
  const none = await icon()
  expect([none.statusCode, none.headers['cache-control']]).toEqual([204, 'public, max-age=3600'])
  const readPreview = async () =>
    /property="og:image" content="([^"]*)"/.exec((await visit(t, '/')).body)?.[1]
  const favicon = (await upload(64, 64, t)).url
  const logo = (await upload(300, 100, t)).url
  const hero = (await upload(1200, 600, t)).url
  await t.call('owner', cmsApi.update, { body: { identity: { favicon, logo } } })
  await publishHome(t, [])
  await expect.poll(readPreview).toBe(getOwnerOrigin(t) + logo)
  expect([(await icon()).statusCode, (await icon()).headers.location]).toEqual([302, favicon])
  await publishHome(t, [buildSection('imageText', { image: hero })])
  await expect.poll(readPreview).toBe(getOwnerOrigin(t) + hero)
})
