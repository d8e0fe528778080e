import type { ServerResponse } from 'node:http'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = {
  headers: IncomingHttpHeaders
  body: string
  event: {
    _id: string
    type: string
    createdAt: string
    business: string
    data: Record<string, unknown>
  }
}

/** Starts a server that stores its requests and responds with `respond`, 204 by default. */
export async function startWebhookReceiver() {
  const requests: ReceivedRequest[] = []
  const receiver = {
    received: requests,
    url: '',
    respond: (reply: ServerResponse): unknown => reply.writeHead(204).end(),
    close: () => server.close(),
  }
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ headers: request.headers, body, event: JSON.parse(body) })
    receiver.respond(reply)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  receiver.url = `http://127.0.0.1:${isPort(address) ? address.port : 0}/in`
  return receiver
}
const isPort = (
  address: ReturnType<ReturnType<typeof createServer>['address']>,
): address is AddressInfo => typeof address === 'object' && address !== null
