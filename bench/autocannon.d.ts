/** The part of autocannon that is used here; the package brings no types. */
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
  // biome-ignore lint/style/noDefaultExport: it is how the package exports
  export default autocannon
}
