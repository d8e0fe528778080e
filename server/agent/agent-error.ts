/** A request that the protocol rejects with a status of HTTP. */
export class AgentRequestError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, content: string) {
    super(content)
    this.status = status
    this.code = code
  }
}

/** A request that was understood, but whose result is an error: the protocol replies with 200. */
export class AgentOutcomeError extends Error {
  readonly code: string
  constructor(code: string, content: string) {
    super(content)
    this.code = code
  }
}
