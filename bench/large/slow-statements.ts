import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import postgres from 'postgres'

export type SlowStatement = { query: string; plan: string; count: number; maxMs: number }

/** Lets PostgreSQL log the plan of each statement above this time, or of none. */
export async function logSlowPlans(
  superuserUrl: string,
  minimumMs: number | undefined,
): Promise<void> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  const settings: Record<string, string> = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': String(minimumMs),
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_nested_statements': 'on',
  }
  await sql`load 'auto_explain'`
  for (const [name, value] of Object.entries(settings))
    await sql.unsafe(
      minimumMs === undefined
        ? `alter system reset ${name}`
        : `alter system set ${name} = '${value}'`,
    )
  await sql`select pg_reload_conf()`
  await sql.end()
}

export const getLogSize = (logFile: string) => (existsSync(logFile) ? statSync(logFile).size : 0)

/** Returns the statements that were logged after `offset`, the slowest first, each with its slowest plan. */
export function readSlowStatements(logFile: string, offset: number): SlowStatement[] {
  const statements = new Map<string, SlowStatement>()
  for (const { query, plan, ms } of parseEntries(readFrom(logFile, offset))) {
    const earlier = statements.get(query)
    const count = (earlier?.count ?? 0) + 1
    if (earlier && earlier.maxMs >= ms) statements.set(query, { ...earlier, count })
    else statements.set(query, { query, plan, count, maxMs: ms })
  }
  return [...statements.values()].toSorted((a, b) => b.maxMs - a.maxMs)
}

function readFrom(logFile: string, offset: number): string {
  const bytes = Buffer.alloc(Math.max(0, getLogSize(logFile) - offset))
  const file = openSync(logFile, 'r')
  readSync(file, bytes, 0, bytes.length, offset)
  closeSync(file)
  return bytes.toString('utf8')
}

/** An entry starts with a time. The lines that continue it start with a tab. */
function parseEntries(log: string) {
  return log.split(/\n(?=\d{4}-\d\d-\d\d )/).flatMap(entry => {
    const [, ms, text = ''] = /duration: ([\d.]+) ms\s+plan:\s+([\s\S]*)/.exec(entry) ?? []
    const [, query = '', plan = ''] =
      /Query Text: ([\s\S]*?)\n\t((?:Query Parameters: [\s\S]*?\n\t)?\S[^\n]*\(cost=[\s\S]*)/.exec(
        text,
      ) ?? []
    if (!ms || !query) return []
    const unindented = plan.replaceAll('\n\t', '\n').trimEnd()
    return [{ query: query.replaceAll(/\s+/g, ' ').trim(), plan: unindented, ms: Number(ms) }]
  })
}
