import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addContactMessage } from '../../server/testing/subject/contact-message-testing.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(cleanup)

/** Adds a received email with one file and images of two addresses, and returns its conversation. */
async function addMail(html: string): Promise<string> {
  const id = await addContactMessage(app, 'Look at this')
  await app.inStore(async tx => {
    const [message] = await tx<{ id: string }[]>`
      update message set html = ${html} where conversation_id = ${id} returning id`
    await tx`
      insert into message_original (message_id, file_key, bytes, remote_image_count)
      values (${message?.id ?? ''}, 'original', 1, 2)`
    await tx`
      insert into message_file (message_id, position, name, content_type, bytes, file_key)
      values (${message?.id ?? ''}, 0, 'logo.png', 'image/png', 1, 'missing')`
  })
  return id
}

test('repeated images of an email are loaded once, by their address in the HTML', async () => {
  const [first, second] = ['https://192.0.2.1/1.png?a=1&amp;b=2', 'https://192.0.2.1/2.png']
  // The parser moves the second image in front of the table.
  const table = `<table><tr><td><img data-src="${first}"></td></tr><img data-src="${second}"></table>`
  const id = await addMail(`${'<img data-file="0">'.repeat(30)}${table}<img data-src="${first}">`)
  await renderApp(app, `/apps/email/view/${id}`)
  const send = globalThis.fetch
  const requests: string[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (/message\/(image|file)/.test(url)) requests.push(url)
    if (!url.includes('message/image')) return send(url, init)
    return Promise.resolve(new Response(url.endsWith('position=1') ? 'second' : 'first'))
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show formatted email' }))
  const frame = await screen.findByTitle<HTMLIFrameElement>('Formatted email')
  expect(requests).toHaveLength(1)
  requests.length = 0
  await userEvent.click(screen.getByRole('button', { name: 'Show images' }))
  await waitFor(() => expect(frame.srcdoc).toContain(btoa('second')))
  expect(requests.filter(url => url.includes('message/image'))).toHaveLength(2)
  const shown = new DOMParser().parseFromString(frame.srcdoc, 'text/html')
  const listData = (address: string) =>
    [...shown.querySelectorAll(`img[data-src="${address.replace('&amp;', '&')}"]`)].map(image =>
      atob(image.getAttribute('src')?.split(',')[1] ?? ''),
    )
  expect(listData(first)).toEqual(['first', 'first'])
  expect(listData(second)).toEqual(['second'])
})
