import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { getShapeKeys } from '#contract/lib/shape.ts'
import { type Product, ProductFields, productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { taxApi } from '#contract/store/tax.ts'
import { withStoreTransaction } from '../../server/lib/db/db.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

const fill = async (box: HTMLElement, text: string) => {
  await userEvent.clear(box)
  await userEvent.paste(text)
}
const field = (label: string | RegExp) => screen.getByLabelText(label)
const save = () => userEvent.keyboard('{Control>}s{/Control}')
const getProduct = async (id: string): Promise<Product> =>
  (await app.call('owner', productApi.get, { params: { id } })).body.data
const createProduct = async (body: object): Promise<Product> =>
  (await app.call('owner', productApi.create, { body })).body.data

test('adds the first product from the empty list, saves a change and lists it', async () => {
  const { router } = await renderApp(app, '/apps/product/list')
  await screen.findByText('Add your products')
  await userEvent.click(
    (await screen.findAllByRole('link', { name: 'Add product' }))[0] ?? document.body,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByText('This field is required.')

  await fill(field(/^Title/), 'Teapot')
  await fill(field('Price'), '-5')
  await save()
  await screen.findByText('Enter $0.00 or more.')
  await fill(field('Price'), '19.90')
  await fill(field('Cost per item'), '9.95')
  await screen.findByText('50%')
  await fill(field('Quantity'), '3')
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] ?? document.body)
  await screen.findByText('Product Create Successfully')
  await screen.findByRole('heading', { level: 1, name: 'Teapot' })
  const id = router.state.location.pathname.split('/').at(-1) ?? ''
  expect(await getProduct(id)).toMatchObject({
    title: 'Teapot',
    slug: 'teapot',
    price: 1990,
    stock: 3,
    status: 'active',
    version: 1,
  })

  await fill(field(/^Title/), 'Blue teapot')
  await save()
  await screen.findByText('Product Update Successfully')
  await screen.findByRole('heading', { level: 1, name: 'Blue teapot' })
  expect(await getProduct(id)).toMatchObject({
    title: 'Blue teapot',
    price: 1990,
    stock: 3,
    version: 2,
  })
  await userEvent.click(screen.getByRole('link', { name: 'Back to Products' }))
  const table = await screen.findByRole('table', { name: 'Products' })
  await within(table).findByText('Blue teapot')
  within(table).getByText('$19.90')
})

test('has an input for every field of a product', async () => {
  await app.call('owner', shippingApi.updateSettings, { body: { classes: ['Bulky'] } })
  for (const name of ['Standard', 'Books'])
    await app.call('owner', taxApi.create, { body: { name } })
  await renderApp(app, '/apps/product/create')
  await screen.findByRole('textbox', { name: 'Title' })
  const listMissingFields = () =>
    getShapeKeys(ProductFields).filter(
      key => key !== 'options' && !document.querySelector(`[data-path="${key}"]`),
    )
  await waitFor(() => expect(listMissingFields()).toEqual([]))
})

test('saves two cells that change before the page renders again', async () => {
  const { _id } = await createProduct({
    title: 'Mug',
    options: [{ name: 'Size', values: ['S'] }],
    variants: [{ options: ['S'], price: 1000, stock: 5 }],
  })
  await renderApp(app, `/apps/product/update/${_id}`)
  const price = await screen.findByRole('textbox', { name: 'Price of S' })
  act(() => {
    fireEvent.change(price, { target: { value: '24.50' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'Quantity of S' }), {
      target: { value: '3' },
    })
    fireEvent.keyDown(price, { key: 's', code: 'KeyS', ctrlKey: true })
  })
  await waitFor(async () =>
    expect((await getProduct(_id)).variants).toMatchObject([{ price: 2450, stock: 3 }]),
  )
})

test('builds variants, pastes a column, and keeps stock that an order changed meanwhile', async () => {
  const product = await createProduct({ title: 'Shirt', price: 1000, stock: 5, sku: 'SH' })
  await renderApp(app, `/apps/product/update/${product._id}`)
  await userEvent.click(await screen.findByRole('button', { name: /^Add an option/ }))
  await userEvent.type(screen.getByPlaceholderText('Small, Medium, Large'), 'S,M,L,')
  const cell = (name: string) => screen.getByRole('textbox', { name })
  await screen.findByRole('textbox', { name: 'Price of L' })
  fireEvent.paste(cell('Price of S'), {
    clipboardData: { getData: () => '11.00\t7\n12.50\n', files: [] },
  })
  await userEvent.click(cell('Price of M'))
  await userEvent.keyboard('{Enter}13')
  await waitFor(() =>
    expect(
      ['Price of S', 'Quantity of S', 'Price of M', 'Price of L'].map(name =>
        cell(name).getAttribute('value'),
      ),
    ).toEqual(['11.00', '7', '12.50', '13']),
  )
  await app.call('owner', productApi.update, {
    params: { id: product._id },
    body: { seoTitle: 'Elsewhere' },
  })
  await save()
  await screen.findByText(/changed elsewhere/)
  expect((await getProduct(product._id)).variantCount).toBe(1)

  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(field('Page title')).toHaveProperty('value', 'Elsewhere'))
  await userEvent.click(screen.getByRole('button', { name: /^Add an option/ }))
  await userEvent.type(screen.getByPlaceholderText('Small, Medium, Large'), 'S,M,')
  await userEvent.type(await screen.findByRole('textbox', { name: 'SKU of M' }), '-M')
  // An order takes one unit: the version stays, the stock does not.
  await withStoreTransaction(
    app.app.db,
    app.people.owner.storeId,
    tx => tx`update variant set stock = 4 where product_id = ${product._id}`,
  )
  await save()
  // The toast of an earlier save may still be visible, so check the stored version.
  await waitFor(async () => expect((await getProduct(product._id)).version).toBe(3))
  expect(await getProduct(product._id)).toMatchObject({
    variantCount: 2,
    stock: 4,
    variants: [
      { _id: product.variants[0]?._id, options: ['S'], stock: 4, sku: 'SH' },
      { options: ['M'], price: 1000, sku: '-M' },
    ],
  })
})

test('saves details, sizes and swatches, which an update of the options keeps', async () => {
  await createProduct({
    title: 'Jug',
    status: 'active',
    options: [
      { name: 'color', values: ['quartz'], swatches: [{ value: 'quartz', color: '#aabbcc' }] },
    ],
    variants: [{ options: ['quartz'], price: 1000 }],
  })
  const options = [{ name: 'Color', values: ['Moss', 'Quartz'] }]
  const { _id, variants } = await createProduct({
    title: 'Bowl',
    options,
    variants: [{ options: ['Moss'], price: 1000 }, { options: ['Quartz'] }],
  })
  await renderApp(app, `/apps/product/update/${_id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the swatch of Quartz' }))
  await screen.findByRole('link', { name: /Jug/ })
  const color = screen.getByRole('textbox', { name: 'Color' })
  expect(color).toHaveProperty('value', '#aabbcc')
  await userEvent.clear(color)
  await enterText(color, '#C9BFC4')
  await enterText(screen.getByLabelText('Details, row 1, column 1'), 'Clay:')
  await enterText(screen.getByLabelText('Details, row 1, column 2'), 'Red: fine')
  fireEvent.paste(screen.getByLabelText('Size table, row 1, column 1'), {
    clipboardData: { getData: () => 'Size\tRim\nS\t12\n' },
  })
  await save()
  await screen.findByText('Product Update Successfully')
  const swatches = [{ value: 'Quartz', color: '#c9bfc4' }]
  expect(await getProduct(_id)).toMatchObject({
    options: [{ name: 'Color', swatches }],
    details: 'Clay: Red: fine',
    sizeTable: 'Size | Rim\nS | 12',
  })
  await app.call('owner', productApi.update, {
    params: { id: _id },
    body: { options, variants: variants.map(({ _id: id }) => ({ _id: id })) },
  })
  expect((await getProduct(_id)).options).toEqual([{ ...options[0], swatches }])
})

test('sets the image of the selected variants', async () => {
  const [media] = await app.inStore(
    tx => tx<{ id: string }[]>`insert into media (url, width, height, bytes, hash)
      values ('/media/a/b/1200.webp', 9, 9, 9, 'variant image') returning id`,
  )
  const { _id } = await createProduct({
    title: 'Coat',
    options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
    variants: ['S', 'M', 'L'].map(size => ({ options: [size], price: 1000 })),
    images: [{ media: media?.id, alt: 'Green' }],
  })
  await renderApp(app, `/apps/product/update/${_id}`)
  for (const name of ['Select S', 'Select L'])
    await userEvent.click(await screen.findByRole('checkbox', { name }))
  await userEvent.click(screen.getByRole('button', { name: 'Edit 2 selected: Choose image' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Green' }))
  await save()
  await screen.findByText('Product Update Successfully')
  const { images, variants } = await getProduct(_id)
  const image = images[0]?._id
  expect(variants.map(variant => variant.image)).toEqual([image, null, image])
})

test('keeps and saves what is typed during a save', async () => {
  const { _id } = await createProduct({ title: 'Cup', price: 900 })
  await renderApp(app, `/apps/product/update/${_id}`, { hasLiveEvents: true })
  await userEvent.type(await screen.findByLabelText(/^Title/), ' A')
  await save()
  fireEvent.change(field(/^Title/), { target: { value: 'Cup AB' } })
  await screen.findByRole('heading', { level: 1, name: 'Cup A' })
  expect(await getProduct(_id)).toMatchObject({ title: 'Cup A', version: 2 })
  await waitFor(() => expect(screen.queryByText(/changed elsewhere/)).toBeNull())
  await save()
  await screen.findByRole('heading', { level: 1, name: 'Cup AB' })
  expect(await getProduct(_id)).toMatchObject({ title: 'Cup AB', version: 3 })
})

test('saves changes made before an order changed the stock, and keeps the stock', async () => {
  const { _id } = await createProduct({
    title: 'Mug',
    options: [{ name: 'Size', values: ['S'] }],
    variants: [{ options: ['S'], price: 1000, stock: 5 }],
  })
  await renderApp(app, `/apps/product/update/${_id}`, { hasLiveEvents: true })
  await fill(await screen.findByRole('textbox', { name: 'Price of S' }), '24.50')
  await app.inStore(tx => tx`update variant set stock = 4 where product_id = ${_id}`)
  await screen.findByText(/changed elsewhere/)
  expect(screen.getByRole('textbox', { name: 'Quantity of S' })).toHaveProperty('value', '5')
  await save()
  await waitFor(async () =>
    expect((await getProduct(_id)).variants).toMatchObject([{ price: 2450, stock: 4 }]),
  )
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Quantity of S' })).toHaveProperty('value', '4'),
  )
})

test('shows a server error at its field', async () => {
  await createProduct({ title: 'Taken', slug: 'taken-address' })
  const other = await createProduct({ title: 'Other' })
  await renderApp(app, `/apps/product/update/${other._id}`)
  await fill(await screen.findByLabelText('URL handle'), 'taken-address')
  await save()
  await screen.findByText('Another product has this handle. Enter a different one.')
  expect(field('URL handle').getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(field('URL handle')))
  expect(field('URL handle').closest('details')?.open).toBe(true)
})

test('shows the slug that a second product with the same title is saved with', async () => {
  await createProduct({ title: 'Tromsø beanie' })
  const { router } = await renderApp(app, '/apps/product/create')
  await fill(await screen.findByLabelText(/^Title/), 'Tromsø beanie')
  await waitFor(() => expect(field('URL handle')).toHaveProperty('value', 'tromso-beanie-2'))
  await save()
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/apps\/product\/update\//))
  const { body } = await app.call('owner', productApi.list, {
    query: { q: 'beanie', sort: 'title' },
  })
  expect(body.data.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual([
    'tromso-beanie',
    'tromso-beanie-2',
  ])
})

test('asks for the stock of new variants and applies it to all of them', async () => {
  await renderApp(app, '/apps/product/create')
  await fill(await screen.findByLabelText(/^Title/), 'Linen shirt')
  await screen.findByText('Shoppers see “Sold out” until you enter a quantity.')
  await userEvent.click(screen.getByRole('button', { name: /^Add an option/ }))
  const optionValues = screen.getByPlaceholderText('Small, Medium, Large')
  await userEvent.type(optionValues, 'S,M,')
  const stock = await screen.findByLabelText('Quantity of each new variant')
  expect(stock).toHaveProperty('value', '0')
  expect(screen.getByText('Shoppers see “Sold out” until you enter a quantity.')).toBeTruthy()
  await userEvent.type(stock, '7')
  expect(screen.queryByText(/see “Sold out”/)).toBeNull()
  await fill(screen.getByRole('textbox', { name: 'Quantity of M' }), '2')
  await waitFor(() => expect(stock).toHaveProperty('value', ''))
  await userEvent.type(stock, '8')
  await userEvent.type(optionValues, 'L,')
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Quantity of L' })).toHaveProperty('value', '8'),
  )
  await save()
  await screen.findByText('Product Create Successfully')
  const stocks = await app.inStore(
    tx => tx`select v.stock from variant v join product p on p.store_id = v.store_id
      and p.id = v.product_id where p.title = 'Linen shirt' order by v.position`,
  )
  expect(stocks).toEqual([{ stock: 8 }, { stock: 8 }, { stock: 8 }])
})

test('archives several products and deletes one after confirmation', async () => {
  const [a, b] = [
    await createProduct({ title: 'Aa pot', vendor: 'Bulk' }),
    await createProduct({ title: 'Bb pot', vendor: 'Bulk' }),
  ]
  await renderApp(app, '/apps/product/list?vendor=Bulk')
  await userEvent.click(
    await screen.findByRole('checkbox', { name: 'Select all rows on this page' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Archive products' }))
  await screen.findByText('2 products updated')
  expect([(await getProduct(a._id)).status, (await getProduct(b._id)).status]).toEqual([
    'archived',
    'archived',
  ])
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Aa pot' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete products' }))
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete products' }),
  )
  await screen.findByText('1 product deleted')
  expect((await app.call('owner', productApi.get, { params: { id: a._id } })).status).toBe(404)
})
