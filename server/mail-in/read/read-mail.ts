import { join } from 'node:path'
import type { Piscina } from 'piscina'
import { type MailSource, type ParsedMail, parseHead } from './parse-mail.ts'

let mailThread: Promise<Piscina<MailSource, ParsedMail>> | undefined

/** Starts a thread that reads emails, because strangers choose how long that takes. */
async function startMailThread(): Promise<Piscina<MailSource, ParsedMail>> {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: join(import.meta.dirname, 'parse-mail.ts'),
    minThreads: 0,
    // One for each worker that files emails, so that none waits for a slow one.
    maxThreads: 2,
    idleTimeout: 5000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
}

/** A usual email takes milliseconds. */
const maxReadMs = 20_000

/**
 * Returns the content of an email. One that needs too much time or memory keeps only the fields of its head.
 */
export async function readMail(
  source: MailSource,
  signal: AbortSignal | undefined,
  maxMs = maxReadMs,
): Promise<ParsedMail> {
  mailThread ??= startMailThread()
  const thread = await mailThread
  const timeout = AbortSignal.timeout(maxMs)
  try {
    return await thread.run(source, {
      name: 'parseMail',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    return parseHead(source)
  }
}
