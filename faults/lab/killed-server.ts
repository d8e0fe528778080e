import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultEnvironment } from './fault-environment.ts'
import { PaymentLab } from './payment-lab.ts'
import type { ServerProcess } from './server-process.ts'
import { startSmtpServer } from './smtp-server.ts'
import type { StopPoint, TransactionEnding } from './stop-points.ts'

type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>
type Kill = {
  act: () => Promise<unknown>
  stopPoint: StopPoint
  ending: TransactionEnding
}
const arrivalLimitMs = 20_000

/** A server with fake payment providers and a mail server, which is killed at chosen moments. */
export class KilledServer {
  process: ServerProcess
  killCount = 0
  readonly lab: PaymentLab
  readonly smtpServer: SmtpServer
  private readonly env: Record<string, string>

  private constructor(process: ServerProcess, lab: PaymentLab, smtpServer: SmtpServer) {
    this.process = process
    this.lab = lab
    this.smtpServer = smtpServer
    this.env = { ...lab.fakes.env, SMTP_URL: smtpServer.url }
  }

  static async start(environment: FaultEnvironment): Promise<KilledServer> {
    const smtpServer = await startSmtpServer()
    const { lab, server } = await PaymentLab.open(environment, env =>
      environment.startServer({ ...env, SMTP_URL: smtpServer.url }),
    )
    return new KilledServer(server, lab, smtpServer)
  }

  /** Kills the server when the action has reached the stop point, and starts it again. */
  async killDuring({ act, stopPoint, ending }: Kill): Promise<void> {
    const { environment, fakes } = this.lab
    const stop = await stopPoint({ environment, fakes, smtpServer: this.smtpServer })
    const acting = act().catch(() => undefined)
    await withLimit(stop.arrival ?? acting)
    this.process.kill('SIGKILL')
    await Promise.all([this.process.exitStatus, acting])
    this.killCount++
    await stop.release(ending)
    await expireHeartbeats(environment)
    this.process = await environment.startServer(this.env, { port: this.process.port })
  }

  /** Returns the number of different emails that the recipient has received. */
  countMails(email: string): number {
    const received = this.smtpServer.acceptedMails.filter(({ recipient }) => recipient === email)
    return new Set(received.map(({ messageId }) => messageId)).size
  }

  async close(): Promise<void> {
    this.process.kill('SIGTERM')
    await this.process.exitStatus
    await this.smtpServer.stop()
    await this.lab.close()
  }
}

async function withLimit(arrival: Promise<unknown>): Promise<void> {
  const timeout = new AbortController()
  const expiring = sleep(arrivalLimitMs, undefined, { signal: timeout.signal }).then(() => {
    throw new Error('The server did not reach the step.')
  })
  expiring.catch(() => {})
  await Promise.race([arrival, expiring]).finally(() => timeout.abort())
}

/** Ages the heartbeats, so that the killed workers count as dead immediately. */
export const expireHeartbeats = (environment: FaultEnvironment) =>
  environment.withSuperuserSql(
    sql => sql`update job_worker set seen_at = seen_at - interval '1 minute'`,
  )
