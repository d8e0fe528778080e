import { afterAll, beforeAll, expect, test } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let variantIds: string[]
beforeAll(async () => {
  t = await startTestApp()
  const { body } = await t.call('owner', productApi.create, {
    body: {
      title: 'Rain coat',
      status: 'active',
      options: [
        { name: 'Color', values: ['Yellow', 'Navy'] },
        { name: 'Size', values: ['S', 'M'] },
      ],
      variants: [
        { options: ['Yellow', 'S'], price: 8000, compareAtPrice: 10000, stock: 9, sku: 'RC-Y-S' },
        { options: ['Yellow', 'M'], price: 8000, stock: 0, sku: 'RC-Y-M' },
        { options: ['Navy', 'S'], price: 9000, stock: 2, sku: 'RC-N-S' },
      ],
    },
  })
  variantIds = body.data.variants.map((variant: { _id: string }) => variant._id)
})
afterAll(() => t.close())

const findLink = (html: string, value: string) =>
  html.match(/<a class="option-value.*?<\/a>/g)?.find(link => link.includes(`>${value}<`)) ?? ''

test('the page shows the price, the stock and the SKU of the variant', async () => {
  const first = (await visit(t, '/products/rain-coat')).body
  for (const text of ['$80.00', 'Recommended price: $100.00', 'In stock', 'RC-Y-S'])
    expect(first).toContain(text)
  const second = (await visit(t, `/products/rain-coat?variant=${variantIds[2]}`)).body
  for (const text of ['$90.00', 'Only 2 left', 'RC-N-S']) expect(second).toContain(text)
  expect(second).not.toContain('You save')
})

test('each value links to a variant, and values that are sold out are marked', async () => {
  const { body } = await visit(t, '/products/rain-coat')
  expect(findLink(body, 'Yellow')).toContain('aria-current="true"')
  expect(findLink(body, 'Navy')).toContain(`variant=${variantIds[2]}`)
  expect(findLink(body, 'Navy')).not.toContain('data-unavailable')
  expect(findLink(body, 'M')).toContain(`variant=${variantIds[1]}`)
  expect(findLink(body, 'M')).toContain('data-unavailable=""')
  expect(findLink(body, 'M')).toContain('unavailable</span>')
})

test('a swatch of the card leads to the variant with its color', async () => {
  const list = (await visit(t, '/products')).body
  const [, path = ''] = /<a href="([^"]*)" title="Navy"/.exec(list) ?? []
  expect(path).toBe('/products/rain-coat?option=Color%3ANavy')
  expect((await visit(t, path)).body).toContain('RC-N-S')
  const other = (await visit(t, '/products/rain-coat?option=Color%3ARed')).body
  expect(other).toContain('RC-Y-S')
})

test('a value without a swatch uses the swatch of another product of the store', async () => {
  const create = async (title: string, swatches?: object[]) =>
    (
      await t.call('owner', productApi.create, {
        body: {
          title,
          status: 'active',
          options: [{ name: 'Color', values: ['Haze', 'Night'], ...(swatches && { swatches }) }],
          variants: [{ options: ['Haze'] }, { options: ['Night'] }],
        },
      })
    ).body.data
  const lamp = await create('Haze lamp', [{ value: 'Haze', color: '#123456' }])
  await create('Haze vase', [{ value: 'Night', color: '#000011' }])
  const bowl = await create('Haze bowl')
  const readColors = async (path: string, part: RegExp) => {
    const html = [...(await visit(t, path)).body.matchAll(part)].join(' ')
    return [...html.matchAll(/<path fill="(#\d+)"/g)].map(([, color]) => color)
  }
  const picker = /<div class="option-values">.*?<\/div>/g
  const bothColors = ['#123456', '#000011']
  const list = '/search?q=haze'
  expect(await readColors(`/products/${bowl.slug}`, picker)).toEqual(bothColors)
  expect(await readColors(list, /<fieldset.*?<\/fieldset>/g)).toEqual(bothColors)
  expect(await readColors(list, /<ul class="card-swatches".*?<\/ul>/g)).toEqual([
    ...bothColors,
    ...bothColors,
    ...bothColors,
  ])
  await t.call('owner', productApi.delete, { params: { id: lamp._id } })
  t.advanceClock(1000)
  expect(await readColors(`/products/${bowl.slug}`, picker)).toEqual(['#000011'])
})

test('a variant that does not exist shows the first one that can be bought', async () => {
  for (const variant of [crypto.randomUUID(), 'x', '%00', `a&variant=b`, '"><script>alert(1)']) {
    const reply = await visit(t, `/products/rain-coat?variant=${variant}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('RC-Y-S')
    expect(reply.body).not.toContain('alert(1)')
  }
})

test('a product shows its swatches, details, sizes and video, and a drawing without an image', async () => {
  const { body: creation } = await t.call('owner', productApi.create, {
    body: {
      title: 'Wool coat',
      status: 'active',
      videoUrl: 'https://youtu.be/abcdefghijk',
      details: 'Material: Wool <b>& silk</b>\nno name\n: x',
      sizeTable: 'Size | Chest\n<i>S</i> | 92',
      options: [
        {
          name: 'Color',
          values: ['Moss', 'Quartz', 'Plain'],
          swatches: [{ value: 'Quartz', color: '#c9bfc4' }],
        },
        { name: 'Size', values: Array.from({ length: 13 }, (_, i) => `${i + 30}`) },
      ],
      variants: [
        ...Array.from({ length: 13 }, (_, i) => ({ options: ['Moss', `${i + 30}`], stock: i })),
        { options: ['Quartz', '30'], stock: 9 },
      ],
    },
  })
  const { slug, variants } = creation.data
  const { body } = await visit(t, `/products/${slug}?variant=${variants[1]._id}&country=DE`)
  // Styles in attributes are blocked by the security policy.
  expect(findLink(body, 'Moss')).toContain('<path fill="#6b7440"')
  expect(findLink(body, 'Quartz')).toContain('<path fill="#c9bfc4"')
  expect(body).not.toContain('style="')
  const list = /<form class="option-list".*?<\/form>/s.exec(body)?.[0] ?? ''
  expect(list).toContain(`<option value="${variants[1]._id}" selected="">31</option>`)
  expect(list).toContain(`<option value="${variants[0]._id}">30 (unavailable)</option>`)
  expect(list.match(/<option/g)).toHaveLength(13)
  for (const html of [
    '<th scope="row">Material</th><td>Wool &lt;b&gt;&amp; silk&lt;/b&gt;\nno name\nx</td>',
    '<th scope="row">&lt;i&gt;S&lt;/i&gt;</th><td>92</td>',
    '{"@type":"PropertyValue","name":"Material"',
    'data-embed="https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1"',
  ])
    expect(body).toContain(html)
  await t.call('owner', productApi.update, {
    params: { id: creation.data._id },
    body: { videoUrl: 'https://files.example/coat.mp4' },
  })
  t.advanceClock(1000)
  const videoPage = await visit(t, `/products/${slug}`)
  expect(videoPage.body).toMatch(
    /<video src="https:\/\/files.example\/coat.mp4"[^>]* preload="none"/,
  )
  expect(videoPage.body).toContain('The video loads from files.example when you play it.')
  expect(videoPage.headers['content-security-policy']).toContain(
    "media-src 'self' https://files.example;",
  )
  await t.call('owner', productApi.update, {
    params: { id: creation.data._id },
    body: { videoUrl: '', details: '', sizeTable: ' | ' },
  })
  t.advanceClock(1000)
  const empty = (await visit(t, `/products/${slug}`)).body
  expect(empty).toContain('<svg class="placeholder"')
  for (const part of ['detail-table', 'size-table', 'class="video"'])
    expect(empty).not.toContain(part)
})
