import { createServer, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { expect, test, vi } from 'vitest'
import type { RunInTransaction, Tx } from '../lib/db/db.ts'
import { classifySendError, storeAndContinue } from './send-result.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

const unsent = { state: 'unsent', reason: '' }
const refused = { state: 'failed', reason: 'refused' }
const interrupted = { state: 'failed', reason: 'interrupted' }

/** Sends an email to a mail server whose replies are replaced, and returns what became of it. */
async function send(replies: Record<string, string>) {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    let isData = false
    const reply = (command: string, fallback: string) => {
      const text = replies[command] ?? fallback
      if (text === 'reset') socket.resetAndDestroy()
      else if (text !== 'silent') socket.write(`${text}\r\n`)
    }
    reply('CONNECT', '220 ready')
    socket.on('error', () => {})
    socket.on('data', chunk => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (isData && line !== '.') continue
        const command = /^(MAIL FROM|RCPT TO|DATA|EHLO|\.)/.exec(line)?.[1] ?? ''
        isData = command === 'DATA' && !replies.DATA
        reply(command, isData ? '354 go' : '250 ok')
      }
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    greetingTimeout: 200,
    socketTimeout: 600,
  })
  try {
    await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'Hello' })
    return { state: 'sent', reason: '' }
  } catch (error) {
    return classifySendError(error)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

test.each([
  ['a greeting that never comes', { CONNECT: 'silent' }, unsent],
  ['a busy server', { CONNECT: '421 busy' }, unsent],
  ['a server that refuses all', { CONNECT: '554 no' }, { state: 'unsent', reason: 'refused' }],
  ['a refused sender', { 'MAIL FROM': '550 no' }, { state: 'unsent', reason: 'refused' }],
  ['a deferred sender', { 'MAIL FROM': '451 later' }, unsent],
  ['an unknown recipient', { 'RCPT TO': '550 unknown' }, refused],
  ['a deferred recipient', { 'RCPT TO': '450 later' }, { state: 'deferred', reason: '' }],
  ['a refused text', { '.': '554 spam' }, refused],
  ['a deferred text', { '.': '451 later' }, { state: 'deferred', reason: '' }],
  ['no answer after the handover', { '.': 'silent' }, interrupted],
  ['a connection that ends after the handover', { '.': 'reset' }, interrupted],
])('%s', async (_, replies, expected) => {
  expect(await send(replies)).toEqual(expected)
})

test('an unreachable or unknown server took no email', async () => {
  const attempt = (host: string) =>
    createTransport({ host, port: 1, dnsTimeout: 500 })
      .sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'Hello' })
      .then(() => undefined, classifySendError)
  expect(await attempt('127.0.0.1')).toEqual(unsent)
  expect(await attempt('unknown.invalid')).toEqual(unsent)
})

test('results are stored alone if the next step keeps failing', async () => {
  let stored: string[] = []
  let committed: string[] = []
  const inTx: RunInTransaction = async work => {
    stored = []
    const done = await work({} as Tx)
    committed = stored
    return done
  }
  const store = async () => {
    stored.push('sent')
  }
  const fail = () => Promise.reject(new Error('No claim'))
  await expect(storeAndContinue(inTx, store, fail)).rejects.toThrow('No claim')
  expect(committed).toEqual(['sent'])
  expect(await storeAndContinue(inTx, store, async () => 'claimed')).toBe('claimed')
})
