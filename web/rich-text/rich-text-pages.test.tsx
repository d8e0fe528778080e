import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Post, postApi } from '#contract/cms/post.ts'
import { productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.resetPeople())
afterEach(cleanup)

test('has nothing to undo before the user types', async () => {
  const { _id } = (
    await app.call('owner', productApi.create, {
      body: { title: 'Kettle', description: '<p>One</p>\n<p>Two <strong></strong></p>' },
    })
  ).body.data
  await renderApp(app, `/apps/product/update/${_id}`)
  const undo = await screen.findByRole<HTMLButtonElement>('button', { name: 'Undo' })
  await screen.findByText('One')
  expect(undo.disabled).toBe(true)
})

/** Opens the text of a new post, and a dialog of its toolbar. */
async function openDialog(name: string) {
  const { body } = await app.call('owner', postApi.create, { body: { title: 'News' } })
  const { _id }: Post = body.data
  await renderApp(app, `/apps/blog/edit/${_id}`)
  await userEvent.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name }))
  const insert = dialog.getByRole<HTMLButtonElement>('button', { name })
  const saveText = async (): Promise<string> => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Post updated')
    return (await app.call('owner', postApi.get, { params: { id: _id } })).body.data.body
  }
  return { dialog, insert, saveText }
}

test('inserts the products that are selected in the dialog, each after the last', async () => {
  const { _id } = (await app.call('owner', productApi.create, { body: { title: 'Teapot' } })).body
    .data
  const name = 'Insert products'
  const { insert, saveText } = await openDialog(name)
  expect(insert.disabled).toBe(true)
  const insertTeapot = async () => {
    const dialog = within(await screen.findByRole('dialog', { name }))
    await userEvent.click(dialog.getByRole('combobox', { name: 'Products' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Teapot' }))
    await userEvent.click(dialog.getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await insertTeapot()
  await userEvent.click(screen.getByRole('button', { name }))
  await insertTeapot()
  expect((await saveText()).split(`<div data-product="${_id}"></div>`)).toHaveLength(3)
})

test('inserts a video as its link, and no other address', async () => {
  const { dialog, insert, saveText } = await openDialog('Insert video')
  const input = dialog.getByRole('textbox', { name: 'Link to the video' })
  await userEvent.type(input, 'https://example.com/film')
  expect(insert.disabled).toBe(true)
  const url = 'https://vimeo.com/123456'
  await userEvent.clear(input)
  await userEvent.type(input, url)
  await userEvent.click(insert)
  const text = new DOMParser().parseFromString(await saveText(), 'text/html')
  expect(text.querySelector('p > a:only-child')?.outerHTML).toContain(`href="${url}"`)
})
