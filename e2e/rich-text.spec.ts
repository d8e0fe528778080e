import { expect, type Page } from '@playwright/test'
import { productApi } from '#contract/product/product.ts'
import { test } from './fixtures.ts'
import { createPng } from './seed-store.ts'
import type { Seller } from './test-seller.ts'
import { uploadImage } from './upload-image.ts'

const table =
  '<table><thead><tr><th>Size</th><th>Width</th></tr></thead><tbody><tr><td>S</td><td>20 cm<sup>2</sup></td></tr></tbody></table>'

async function createProduct(seller: Seller, description: string) {
  const { _id } = await seller.send(productApi.create, {
    body: { title: 'Linen shirt', status: 'active', price: 4900, description },
  })
  return _id
}
const uploadWeave = async (seller: Seller) =>
  uploadImage(seller, await createPng(640, 480, '#b8733a'), 'weave.png')
const getEditor = (page: Page) => page.getByRole('textbox', { name: 'Description' })

test('keeps a table and inserts an image of the library and a table', async ({ page, seller }) => {
  await uploadWeave(seller)
  const id = await createProduct(seller, `<p>Soft</p>${table}<p>End</p>`)
  await page.goto(`/apps/product/update/${id}`)
  const editor = getEditor(page)
  await editor.getByText('Soft').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' linen ')
  await page.getByRole('button', { name: 'Insert image' }).click()
  await page.getByRole('button', { name: 'weave.png' }).click()
  const dialog = page.getByRole('dialog', { name: 'Insert image' })
  await dialog.getByRole('textbox', { name: 'Alt text' }).fill('Weave')
  await dialog.getByText('Small', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Insert image' }).click()
  await editor.getByRole('img', { name: 'Weave' }).click()
  await page.getByRole('button', { name: 'Edit image' }).click()
  const editDialog = page.getByRole('dialog', { name: 'Edit image' })
  await editDialog.getByText('Medium', { exact: true }).click()
  await editDialog.getByRole('button', { name: 'Save' }).click()
  await editor.getByText('End').click()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Insert table' }).click()
  await page.keyboard.type('Care')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Cold')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete column' }).click()
  await page.keyboard.press('Control+s')
  const readDescription = async () =>
    (await seller.send(productApi.get, { params: { id } })).description
  await expect.poll(readDescription).toContain('Care')
  const description = await readDescription()
  expect(description).toContain(table)
  expect(description).toMatch(
    /<p>Soft linen <img src="\/media\/[^"]+" alt="Weave" width="400" height="300" \/><\/p>/,
  )
  expect(description).toMatch(
    /<p>End<\/p><table><thead><tr><th>Care<\/th><th><\/th><\/tr><\/thead>/,
  )
})
