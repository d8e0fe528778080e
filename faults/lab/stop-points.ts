import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import type { FakeProviders } from '../../server/testing/provider/start-fake-providers.ts'
import type { FaultEnvironment } from './fault-environment.ts'
import type { startSmtpServer } from './smtp-server.ts'

/** `finish`: the database continues with all it has received. `roll back`: it has received no more. */
export type TransactionEnding = 'finish' | 'roll back'
type ArmedStop = {
  /** Resolves when the server has arrived. Undefined for the end of the action itself. */
  arrival: Promise<unknown> | undefined
  /** Called after the server was killed. */
  release: (ending: TransactionEnding) => Promise<unknown>
}
type Surroundings = {
  environment: FaultEnvironment
  fakes: FakeProviders
  smtpServer: Awaited<ReturnType<typeof startSmtpServer>>
}
/** A moment at which the server waits until it is killed. */
export type StopPoint = (surroundings: Surroundings) => Promise<ArmedStop>

/** The server has answered and is idle. */
export const atReply: StopPoint = async () => ({ arrival: undefined, release: async () => {} })

/** The provider has a request but never answers it, before or after its work. */
export const atProvider =
  (work: 'before' | 'after', method: 'GET' | 'POST', path: RegExp): StopPoint =>
  async ({ fakes }) => ({
    arrival: fakes.failNext(work === 'before' ? 'stuck' : 'stuck-answer', { method, path }),
    release: async () => {},
  })

/** The server connects to the mail server to send an email. */
export const atMail: StopPoint = async ({ smtpServer }) => ({
  arrival: smtpServer.holdNextMail('greeting'),
  release: async () => {},
})

type Statement = {
  table: string
  event: 'insert' | 'update' | 'delete'
  condition?: string
  /** Waits in the commit instead of the statement, so that only the answer is lost. */
  isCommit?: boolean
}

/** The database has executed a statement. */
export const atStatement =
  (table: string, event: Statement['event'], condition?: string): StopPoint =>
  surroundings =>
    armStatement(surroundings, { table, event, ...(condition && { condition }) })

/** The database has received the commit of a transaction with this statement. */
export const atCommit =
  (table: string, event: Statement['event']): StopPoint =>
  surroundings =>
    armStatement(surroundings, { table, event, isCommit: true })

/** Waits in a trigger for a lock that this program holds until the server is killed. */
async function armStatement(
  { environment }: Surroundings,
  statement: Statement,
): Promise<ArmedStop> {
  const armed = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<TransactionEnding>()
  const finished = environment.withSuperuserSql(async sql => {
    await sql`select pg_advisory_lock(${lockNumber}, 0)`
    await sql.unsafe(createTrigger(statement))
    armed.resolve()
    const pid = await findWaitingBackend(sql)
    arrived.resolve()
    if ((await released.promise) === 'roll back')
      await sql`select pg_terminate_backend(${pid}, 5000)`
    await sql`select pg_advisory_unlock(${lockNumber}, 0)`
    // Waits for the end of the transaction.
    await sql.unsafe(`drop trigger zz_fault_stop on ${statement.table}`)
  })
  await Promise.race([armed.promise, finished])
  return {
    arrival: Promise.race([arrived.promise, finished]),
    release: ending => {
      released.resolve(ending)
      return finished
    },
  }
}

/** Differs from the locks of the product, which have one number. */
const lockNumber = 20_481

const createTrigger = ({ table, event, condition = 'true', isCommit = false }: Statement) => `
  create or replace function public.wait_for_kill() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${lockNumber}, 0);
    return null;
  end $$;
  create ${isCommit ? 'constraint' : ''} trigger zz_fault_stop after ${event} on ${table}
  ${isCommit ? 'deferrable initially deferred' : ''}
  for each row when (${condition}) execute function public.wait_for_kill()`

async function findWaitingBackend(sql: postgres.Sql): Promise<number> {
  for (let waitedMs = 0; waitedMs < arrivalLimitMs; waitedMs += 5) {
    const [row] = await sql<{ pid: number }[]>`
      select pid from pg_locks
      where locktype = 'advisory' and classid = ${lockNumber} and not granted`
    if (row) return row.pid
    await sleep(5)
  }
  throw new Error('The server did not reach the statement.')
}

const arrivalLimitMs = 20_000
