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
