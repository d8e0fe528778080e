import { request } from 'node:http'

/** The host of the store of the scenarios. */
export const storeHost = 'faults.storewright.localhost'

type Visit = {
  path: string
  cookie?: string
  /** The fields of a form that is sent. */
  fields?: Record<string, string>
  host?: string
}
export type StoreReply = { status: number; body: string; location: string; cookies: string[] }

/** Requests a page of the store. The client needs its host, which `fetch` cannot send. */
export const visitStore = (
  port: number,
  { path, cookie, fields, host = storeHost }: Visit,
): Promise<StoreReply> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: fields ? 'POST' : 'GET',
        // Each shopper has a connection of their own. The server may close an idle one at any time.
        agent: false,
        headers: {
          host,
          ...(cookie && { cookie }),
          ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      },
      reply => {
        Array.fromAsync(reply, String).then(
          chunks =>
            resolve({
              status: reply.statusCode ?? 0,
              body: chunks.join(''),
              location: reply.headers.location ?? '',
              cookies: (reply.headers['set-cookie'] ?? []).map(text => text.split(';')[0] ?? ''),
            }),
          reject,
        )
      },
    )
    sent.on('error', reject).end(fields && new URLSearchParams(fields).toString())
  })
