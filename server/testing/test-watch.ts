import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { App } from '../lib/call/serve.ts'
import { canary } from './db/test-canary.ts'

/**
 * Replies that leaked data of the canary store. Requests with an allowed authorization may receive
 * it.
 */
export type LeakWatch = { leaks: string[]; allowedAuthorizations: Set<string> }

/**
 * Searches all replies, with their headers, streams and errors, for the word that only the canary
 * store contains. Call it before the first request.
 */
export function watchResponses(app: App): LeakWatch {
  const watch: LeakWatch = { leaks: [], allowedAuthorizations: new Set() }
  app.addHook('onRequest', (request, reply, done) => {
    if (!watch.allowedAuthorizations.has(request.headers.authorization ?? ''))
      scanResponse(reply.raw, () => {
        if (!requestContainsWord(request)) watch.leaks.push(describeLeak(reply.raw))
      })
    done()
  })
  return watch
}

export const describeLeak = ({ req, statusCode }: ServerResponse): string =>
  `${req.method} ${req.url} answered ${statusCode} with words of another store`

/** Calls `onFound` once if the reply contains the word. Call it before the reply starts. */
export function scanResponse(raw: ServerResponse, onFound: () => void) {
  let tail = ''
  let hasFound = false
  const scanChunk = (chunk: unknown) => {
    if (hasFound || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return
    const chunkText =
      typeof chunk === 'string'
        ? chunk
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    const text = tail + chunkText
    // The word may be split between two chunks.
    tail = text.slice(-canary.word.length)
    check(text)
  }
  const check = (text: string) => {
    if (hasFound || !text.toLowerCase().includes(canary.word)) return
    hasFound = true
    onFound()
  }
  const { write, end } = raw
  // `write` and `end` have many signatures, so the arguments are passed on unchanged.
  raw.write = ((...args: Parameters<typeof write>) => {
    scanChunk(args[0])
    return write.apply(raw, args)
  }) as typeof write
  raw.end = ((...args: Parameters<typeof end>) => {
    check(JSON.stringify(raw.getHeaders()))
    scanChunk(args[0])
    return end.apply(raw, args)
  }) as typeof end
}

/** A reply may repeat the word if the request contains it. */
const requestContainsWord = (request: FastifyRequest) =>
  `${request.url} ${JSON.stringify(request.headers)} ${JSON.stringify(request.body) ?? ''}`
    .toLowerCase()
    .includes(canary.word)

/**
 * Returns the emails that contain the word. No person of the canary store does anything that sends
 * one.
 */
export async function findLeakingMails(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names.map(async name => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
  return mails
    .filter(({ text }) => text.toLowerCase().includes(canary.word))
    .map(({ name }) => `the email ${name} contains words of another store`)
}
