/** The used part of autocannon, which has no types of its own. */
declare module 'autocannon' {
  type Request = { path: string; method: string; setupRequest?: (request: object) => object }
  type Options = {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
    requests: Request[]
  }
  type Result = {
    requests: { average: number }
    latency: { p50: number; p97_5: number }
    non2xx: number
    errors: number
    timeouts: number
  }
  const autocannon: (options: Options) => Promise<Result>
  // biome-ignore lint/style/noDefaultExport: the package exports it this way
  export default autocannon
}
