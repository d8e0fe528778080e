import { listMailsTo } from '../list-mails.ts'
import type { TestApp } from '../testing.ts'
import { visit } from './storefront-testing.ts'

type Fields = Record<string, string>
type SendOptions = { url?: string; headers?: Record<string, string>; ip?: string }

/** A browser that keeps the cookies of one store. */
export class Shopper {
  readonly cookies = new Map<string, string>()
  readonly #t: TestApp

  constructor(t: TestApp) {
    this.#t = t
  }

  async open(url = '/cart', headers: Record<string, string> = {}) {
    return this.#keep(await visit(this.#t, url, { headers: { ...this.#header(), ...headers } }))
  }

  async send(fields: Fields, { url = '/cart', headers = {}, ip = '127.0.0.1' }: SendOptions = {}) {
    return this.#keep(
      await visit(this.#t, url, {
        method: 'POST',
        remoteAddress: ip,
        payload: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...this.#header(),
          ...headers,
        },
      }),
    )
  }

  #header() {
    const text = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return text ? { cookie: text } : undefined
  }

  #keep(reply: Awaited<ReturnType<typeof visit>>) {
    for (const cookie of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? []
      if (cookie.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return reply
  }
}

/** Returns the path of the newest link that signs a shopper in, or an empty text. */
export async function readAccountLink(t: TestApp, email: string): Promise<string> {
  await t.runJobs()
  const mails = await listMailsTo(t, email)
  return mails.flatMap(mail => /\/account\/[\w-]{43}/.exec(mail)?.[0] ?? []).at(-1) ?? ''
}

/** Signs a shopper in by a link of an email, and returns the reply. */
export async function signInShopper(t: TestApp, shopper: Shopper, email: string) {
  await shopper.send({ intent: 'requestLink', email }, { url: '/account' })
  return shopper.send({}, { url: await readAccountLink(t, email) })
}
