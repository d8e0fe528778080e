import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from './testing.ts'

/** Returns the decoded emails to one recipient in the outbox, oldest first. */
export async function listMailsTo(t: TestApp, email: string): Promise<string[]> {
  const folder = join(t.app.config.dataDir, 'outbox')
  // The first email creates the folder.
  const files = existsSync(folder) ? (await readdir(folder)).toSorted() : []
  const mails = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  return mails.filter(mail => mail.includes(`To: ${email}`)).map(decodeQuotedPrintable)
}

const decodeQuotedPrintable = (text: string) =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
