import { Agent, get } from 'node:http'

export type TimedRequest = { path: string; headers: Record<string, string> }
export type RequestTime = { ms: number; status: number }

/** Sends the requests, some at once, and returns their times in the order of their ends. */
export async function timeRequests(
  url: string,
  requests: readonly TimedRequest[],
  { connections, isDownload = false }: { connections: number; isDownload?: boolean },
): Promise<RequestTime[]> {
  const agent = new Agent({ keepAlive: true })
  const times: RequestTime[] = []
  let next = 0
  const sendInTurn = async () => {
    for (let request = requests[next++]; request; request = requests[next++])
      times.push(await timeRequest(url, request, { agent, isDownload }))
  }
  await Promise.all(Array.from({ length: connections }, sendInTurn))
  agent.destroy()
  return times
}

function timeRequest(
  url: string,
  { path, headers }: TimedRequest,
  { agent, isDownload }: { agent: Agent; isDownload: boolean },
): Promise<RequestTime> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    get(url + path, { headers, agent }, reply => {
      const end = () =>
        resolve({ ms: performance.now() - startedAt, status: reply.statusCode ?? 0 })
      if (isDownload)
        reply.once('data', () => {
          end()
          reply.destroy()
        })
      else reply.resume()
      reply.once('end', end)
    }).once('error', reject)
  })
}
