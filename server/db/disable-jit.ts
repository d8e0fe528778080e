import { openClient } from '../lib/primary/open-client.ts'

/**
 * Turns off the compilation of queries for the role of the URL, because it takes longer than the
 * queries. A setting of the role also applies behind a pooler, unlike one of the connection.
 * Returns a warning for the operator if the server does not allow it.
 */
export async function disableJit(url: string): Promise<string | undefined> {
  const sql = openClient(url, { max: 1, prepare: false, fetch_types: false, onnotice: () => {} })
  try {
    const [state] = await sql<{ role: string; isDisabled: boolean }[]>`
      select rolname as role,
        current_setting('jit') = 'off' or coalesce('jit=off' = any (rolconfig), false) as "isDisabled"
      from pg_roles where rolname = current_user`
    if (!state || state.isDisabled) return undefined
    const statement = `alter role "${state.role}" set jit = off`
    return await sql`alter role current_user set jit = off`.then(
      () => undefined,
      () =>
        `The database compiles queries of the role ${state.role}, so some pages take seconds. ` +
        `Run "${statement}", or set "jit = off" for the server.`,
    )
  } finally {
    await sql.end()
  }
}
