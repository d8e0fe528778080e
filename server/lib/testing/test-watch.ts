import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { canary } from '../../db/test-canary.ts'
import type { App } from '../call/serve.ts'

/** Where words of the canary's store were told to somebody else. `toldTo` are the tokens that may hear them. */
export type LeakWatch = { leaks: string[]; allowedAuthorizations: Set<string> }

/**
 * Looks through every byte that the application answers, head and body, streams and refusals too, for the word that only the
 * canary's store holds. It must be set up before the first request.
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

/** Calls `found` once when the word is in what is answered. It must be set up before anything is. */
export function scanResponse(raw: ServerResponse, onFound: () => void) {
  let tail = ''
  let hasFound = false
  const scanChunk = (piece: unknown) => {
    if (hasFound || (typeof piece !== 'string' && !(piece instanceof Uint8Array))) return
    const text =
      tail +
      (typeof piece === 'string'
        ? piece
        : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1'))
    // A word may be cut by the end of a piece.
    tail = text.slice(-canary.word.length)
    check(text)
  }
  const check = (text: string) => {
    if (hasFound || !text.toLowerCase().includes(canary.word)) return
    hasFound = true
    onFound()
  }
  const { write, end } = raw
  // The signatures have many forms, all passed on as they came.
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

/** Who says the word is told it again: that is an echo. */
const requestContainsWord = (request: FastifyRequest) =>
  `${request.url} ${JSON.stringify(request.headers)} ${JSON.stringify(request.body) ?? ''}`
    .toLowerCase()
    .includes(canary.word)

/** Mails that were written and hold the word; nobody of the canary's store does anything that they would get one for. */
export async function findLeakingMails(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names.map(async name => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
  return mails
    .filter(({ text }) => text.toLowerCase().includes(canary.word))
    .map(({ name }) => `the mail ${name} holds words of another store`)
}
