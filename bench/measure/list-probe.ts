import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** A list that is requested at a steady rate. */
export type ListProbe = { url: string; headers: Record<string, string>; perSecond: number }
export type ListProbeResult = { latencies: number[]; failedCount: number }

/**
 * Requests the list at a steady rate until a message arrives, then sends the latencies. A latency
 * starts when the request is due, so that it contains the wait behind slow requests.
 */
function probeList({ url, headers, perSecond }: ListProbe) {
  const agent = new Agent({ keepAlive: true })
  const latencies: number[] = []
  let failedCount = 0
  let openCount = 0
  let sentCount = 0
  const startedAt = performance.now()
  const sendDueRequests = () => {
    for (;;) {
      const dueAt = startedAt + (sentCount * 1000) / perSecond
      if (dueAt > performance.now()) return
      sentCount += 1
      openCount += 1
      const end = (isOk: boolean) => {
        openCount -= 1
        latencies.push(performance.now() - dueAt)
        if (!isOk) failedCount += 1
      }
      get(url, { headers, agent }, reply => {
        reply.resume().once('end', () => end(reply.statusCode === 200))
      }).once('error', () => end(false))
    }
  }
  const sendTimer = setInterval(sendDueRequests, 1)
  parentPort?.once('message', () => {
    clearInterval(sendTimer)
    const endTimer = setInterval(() => {
      if (openCount > 0) return
      clearInterval(endTimer)
      agent.destroy()
      const result: ListProbeResult = { latencies, failedCount }
      parentPort?.postMessage(result)
    }, 10)
  })
}

probeList(workerData)
