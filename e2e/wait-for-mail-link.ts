import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { getE2eDataDir } from './e2e-data-dir.ts'

/** Waits for an email with a link to the page and returns the newest link. */
export const waitForMailLink = (
  email: string,
  page: 'reset-password' | 'verify-email' | 'confirm-email',
): Promise<string> => waitForMailText(email, new RegExp(`https?://\\S+/${page}#token=[\\w-]+`))

/** Waits for an email with a text that matches the pattern, and returns the newest match. */
export async function waitForMailText(email: string, pattern: RegExp): Promise<string> {
  const folder = join(getE2eDataDir(), 'outbox')
  let text = ''
  await expect(async () => {
    const files = (await readdir(folder)).toSorted().reverse()
    const mails = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
    const decodedMails = mails
      .filter(mail => mail.includes(`To: ${email}`))
      .map(decodeQuotedPrintable)
    text = decodedMails.map(mail => pattern.exec(mail)?.[0] ?? '').find(Boolean) ?? ''
    expect(text).not.toBe('')
  }).toPass()
  return text
}

const decodeQuotedPrintable = (text: string) =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[\dA-F]{2})+/g, bytes =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    )
