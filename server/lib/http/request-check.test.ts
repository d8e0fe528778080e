import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let lines: string[] = []
const logStream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
let t: TestApp
let port: number
let statuses: number[] = []
beforeAll(async () => {
  t = await startTestApp({ LOG_LEVEL: 'info' }, { logStream })
  t.app.addHook('onSend', async (_request, reply) => {
    statuses.push(reply.statusCode)
  })
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => t.close())

async function send(...headers: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    ['GET /api/account/me HTTP/1.1', ...headers, 'Connection: close', '', ''].join('\r\n'),
  )
  return (await text(socket)).slice(9, 12)
}

test('a client that disconnects while it sends a body is no error of the server', async () => {
  ;[lines, statuses] = [[], []]
  const socket = connect(port, '127.0.0.1')
  socket.write(
    [
      'POST /api/business/login HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 5000',
      'Expect: 100-continue',
      '',
      '{"email":"ann',
    ].join('\r\n'),
  )
  // The server replies "100 Continue" when it has received the headers.
  await once(socket, 'data')
  socket.destroy()
  await expect.poll(() => statuses).toEqual([400])
  expect(lines.filter(line => JSON.parse(line).level === 'error')).toEqual([])
})

test('rejects two hosts and two authorizations', async () => {
  const authorization = `Authorization: Bearer ${t.people.owner.token}`
  expect(await send('Host: localhost', authorization)).toBe('200')
  expect(await send('Host: localhost', 'host: y', authorization)).toBe('400')
  expect(await send('Host: localhost', authorization, 'authorization: Bearer y')).toBe('400')
})
