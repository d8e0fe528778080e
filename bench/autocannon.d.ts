/** The used part of autocannon, which has no types of its own. */
declare module 'autocannon' {
  type Request = {
    method: string
    path: string
    headers: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
  }
  export type Client = {
    setRequests(requests: Request[]): void
    pipelinedRequests: { addBody: (part: Buffer) => void }
  }
  type Options = {
    url: string
    connections: number
    duration: number
    /** The number of requests, instead of the duration. */
    amount?: number
    /** Milliseconds between checks of the time. */
    sampleInt: number
    requests: Request[]
    setupClient: (client: Client) => void
  }
  type Result = { errors: number; timeouts: number }
  type Run = Promise<Result> & {
    on(
      event: 'response',
      listener: (client: Client, status: number, bytes: number, durationMs: number) => void,
    ): void
  }
  const autocannon: (options: Options) => Run
  // biome-ignore lint/style/noDefaultExport: the package exports it this way
  export default autocannon
}
