import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'

export type StatementTotals = { statements: number; databaseMs: number }
export type StatementRow = {
  query: string
  isNested: boolean
  calls: number
  totalMs: number
  planMs: number
  minMs: number
  rows: number
}
export type StatementOrigin = 'application' | 'queue'
export type FunctionRow = { name: string; calls: number; totalMs: number; selfMs: number }

/**
 * Records the statements of the database with `pg_stat_statements`, only while `record` runs,
 * because recording slows short queries.
 */
export class StatementStats {
  private readonly sql: postgres.Sql
  constructor(superuserUrl: string) {
    this.sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  }

  /** Runs the work and records its statements, and the functions if `withFunctions` is true. */
  async record<T>(work: () => Promise<T>, { withFunctions = false } = {}): Promise<T> {
    await this.setRecording('all', withFunctions ? 'pl' : 'none')
    await this.sql`select bench.pg_stat_statements_reset(), pg_stat_reset()`
    try {
      return await work()
    } finally {
      await this.setRecording('none', 'none')
      // Connections report their functions when they have been idle for ten seconds.
      if (withFunctions) await sleep(11_000)
    }
  }

  /** Statements of functions are part of the statement that calls them. */
  async readTotals(): Promise<StatementTotals> {
    const [totals] = await this.sql<StatementTotals[]>`
      select coalesce(sum(calls), 0)::float8 as statements,
        coalesce(sum(total_exec_time + total_plan_time), 0)::float8 as "databaseMs"
      from bench.pg_stat_statements where toplevel and ${this.isApplication()}`
    return totals ?? { statements: 0, databaseMs: 0 }
  }

  /** Returns the statements of requests and jobs, or those of the queue of the jobs. */
  listStatements(origin: StatementOrigin, limit: number): Promise<StatementRow[]> {
    const condition = origin === 'application' ? this.isApplication() : this.isQueue()
    return this.sql<StatementRow[]>`
      select regexp_replace(query, '\\s+', ' ', 'g') as query, not toplevel as "isNested",
        calls::float8, total_exec_time + total_plan_time as "totalMs", total_plan_time as "planMs",
        min_exec_time as "minMs", rows::float8
      from bench.pg_stat_statements where ${condition}
      order by "totalMs" desc limit ${limit}`
  }

  listFunctions(): Promise<FunctionRow[]> {
    return this.sql<FunctionRow[]>`
      select funcname as name, calls::float8, total_time as "totalMs", self_time as "selfMs"
      from pg_stat_user_functions order by total_time desc limit 30`
  }

  /** Samples the activity of the connections. `stop` returns the average of each activity. */
  sampleWaits(intervalMs = 10): { stop: () => Promise<Map<string, number>> } {
    const sums = new Map<string, number>()
    let sampleCount = 0
    let isStopped = false
    const sample = async () => {
      while (!isStopped) {
        const rows = await this.sql<{ activity: string; connections: number }[]>`
          select case when state = 'active' then coalesce(wait_event_type || ': ' || wait_event, 'CPU')
            else 'waits for the server in a transaction' end as activity,
            count(*)::integer as connections
          from pg_stat_activity
          where pid <> pg_backend_pid() and backend_type = 'client backend'
            and state in ('active', 'idle in transaction')
          group by 1`
        sampleCount++
        for (const { activity, connections } of rows)
          sums.set(activity, (sums.get(activity) ?? 0) + connections)
        await sleep(intervalMs)
      }
    }
    const sampling = sample()
    return {
      stop: async () => {
        isStopped = true
        await sampling
        return new Map([...sums].map(([name, sum]) => [name, sum / sampleCount]))
      },
    }
  }

  end(): Promise<void> {
    return this.sql.end()
  }

  private async setRecording(statements: 'all' | 'none', functions: 'pl' | 'none') {
    await this.sql.unsafe(`alter system set pg_stat_statements.track = '${statements}'`)
    await this.sql.unsafe(
      `alter system set pg_stat_statements.track_planning = ${statements === 'all'}`,
    )
    await this.sql.unsafe(`alter system set track_functions = '${functions}'`)
    await this.sql`select pg_reload_conf()`
    // Each connection reads the settings before its next statement.
    await sleep(200)
  }

  /** The queue of the jobs runs as the owner. The work of a job is part of the application. */
  private isQueue() {
    return this.sql`userid in (
      select datdba from pg_database where datname = current_database())`
  }

  /** Leaves out the benchmark itself, a superuser, and the queue of the jobs. */
  private isApplication() {
    return this.sql`userid not in (
      select oid from pg_roles where rolname = current_user
      union all
      select datdba from pg_database where datname = current_database())`
  }
}

/**
 * Loads `pg_stat_statements` into the database of `superuserUrl`, which restarts once for it. Returns
 * whether the database has it.
 */
export async function enableStatementStats(
  superuserUrl: string,
  restart: () => Promise<string>,
): Promise<{ superuserUrl: string; isAvailable: boolean }> {
  let sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  try {
    const [extension] =
      await sql`select 1 from pg_available_extensions where name = 'pg_stat_statements'`
    if (!extension) return { superuserUrl, isAvailable: false }
    const [setting] = await sql<{ value: string }[]>`
      select current_setting('shared_preload_libraries') as value`
    let url = superuserUrl
    if (setting?.value !== 'pg_stat_statements') {
      await sql`alter system set shared_preload_libraries = 'pg_stat_statements'`
      await sql.end()
      url = await restart()
      sql = postgres(url, { max: 1, onnotice: () => {} })
      // PostgreSQL 15 knows the setting only now.
      await sql`alter system set pg_stat_statements.track = 'none'`
      await sql`select pg_reload_conf()`
    }
    await sql`create schema if not exists bench`
    await sql`create extension if not exists pg_stat_statements schema bench`
    return { superuserUrl: url, isAvailable: true }
  } finally {
    await sql.end()
  }
}
