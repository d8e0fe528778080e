import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { getE2eDataDir } from './e2e-data-dir.ts'

/** Waits for an email with a link to the page and returns the newest link. */
export async function waitForMailLink(
  email: string,
  page: 'reset-password' | 'verify-email' | 'confirm-email',
): Promise<string> {
  const folder = join(getE2eDataDir(), 'outbox')
  let link = ''
  await expect(async () => {
    const files = (await readdir(folder)).toSorted().reverse()
    const mails = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
    const decodedMails = mails
      .filter(mail => mail.includes(`To: ${email}`))
      .map(mail => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
    link =
      decodedMails
        .map(mail => new RegExp(`https?://\\S+/${page}#token=[\\w-]+`).exec(mail)?.[0] ?? '')
        .find(Boolean) ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}
