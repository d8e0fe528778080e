import { once } from 'node:events'
import { glob } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importApi } from '#contract/import/import.ts'
import { getRouteUrl, type Route } from '#contract/lib/call/api.ts'
import { maxImageBytes } from '#contract/lib/image.ts'
import { mediaApi } from '#contract/product/media.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { draftSuffix } from '../file/disk.ts'

let t: TestApp
let port: number
let statuses: number[] = []
beforeAll(async () => {
  t = await startTestApp()
  t.app.addHook('onSend', async (_request, reply) => {
    statuses.push(reply.statusCode)
  })
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => t.close())
beforeEach(() => {
  statuses = []
})

/** Starts an upload of a file that the client never completes. */
function startUpload(route: Route<never, never, unknown> | Route, start: string): Socket {
  const { token, storeId } = t.people.owner
  const socket = connect(port, '127.0.0.1')
  socket.write(
    [
      `POST ${getRouteUrl(route)} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      `X-Business-Id: ${storeId}`,
      'Content-Type: multipart/form-data; boundary=end',
      `Content-Length: ${2 * maxImageBytes}`,
      '',
      '--end',
      'Content-Disposition: form-data; name="file"; filename="file.csv"',
      '',
      start,
    ].join('\r\n'),
  )
  return socket
}

const listDrafts = () => Array.fromAsync(glob(`**/*${draftSuffix}`, { cwd: t.app.config.dataDir }))

test.each([mediaApi.upload, importApi.create])(
  '$name ends if its client disconnects before the files are read',
  async route => {
    const { pool } = t.app.db
    // The authorization of the upload waits for a connection.
    const connections = await Promise.all(
      Array.from({ length: pool.getState().size }, () => pool.acquire()),
    )
    try {
      const received = once(t.app.server, 'request')
      const socket = startUpload(route, 'Handle')
      const [request]: IncomingMessage[] = await received
      await expect.poll(() => pool.getState().waiting).toBe(1)
      socket.destroy()
      await expect.poll(() => request?.destroyed).toBe(true)
    } finally {
      for (const connection of connections) pool.release(connection)
    }
    await expect.poll(() => statuses).toEqual([400])
  },
)

test.each([mediaApi.upload, importApi.create])(
  '$name whose client disconnects leaves no file',
  async route => {
    const socket = startUpload(route, 'Handle,Title\n')
    await expect.poll(listDrafts).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => statuses).toEqual([400])
    expect(await listDrafts()).toEqual([])
  },
)

test('images whose clients disconnect release their reservations', async () => {
  const image = await sharp({
    create: { width: 5, height: 5, channels: 3, background: 'white' },
  })
    .png()
    .toBuffer()
  // Each reserves 8 MB, and a store has 80 MB.
  for (let count = 0; count < 11; count++) {
    statuses = []
    const received = once(t.app.server, 'request')
    const socket = startUpload(mediaApi.upload, 'x'.repeat(6 * 1024 * 1024))
    const [request]: IncomingMessage[] = await received
    await expect.poll(() => request?.socket.bytesRead).toBeGreaterThan(6 * 1024 * 1024)
    socket.destroy()
    await expect.poll(() => statuses).toEqual([400])
  }
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(image)]), 'cup.png')
  expect((await t.call('owner', mediaApi.upload, { body })).status).toBe(201)
})
