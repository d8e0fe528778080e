import { type APIRequestContext, expect } from '@playwright/test'

/** The settings with which the server of browser tests receives emails. */
export const mailInHost = 'mail.storewright.example'
export const mailInSecret = 'a-secret-of-browser-tests'

/** Delivers an email with HTML to a store, as a provider does. */
export async function deliverMail(
  http: APIRequestContext,
  { handle, subject, html }: { handle: string; subject: string; html: string },
): Promise<void> {
  const to = `${handle}@${mailInHost}`
  const lines = [
    'From: Ann <ann@shopper.example>',
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${crypto.randomUUID()}@shopper.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(html)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    '',
  ]
  const query = new URLSearchParams({ from: 'ann@shopper.example', to })
  const reply = await http.post(`/api/mail/in/${mailInSecret}?${query}`, {
    headers: { 'content-type': 'message/rfc822' },
    data: Buffer.from(lines.join('\r\n')),
  })
  expect(reply.status(), await reply.text()).toBe(200)
}
