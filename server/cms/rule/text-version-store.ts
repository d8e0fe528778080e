import { maxTextVersions } from '#contract/cms/text-version.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

type VersionedTable = 'page' | 'post'

/** The columns that a version keeps. */
const textColumns: Record<VersionedTable, string[]> = {
  page: ['title', 'body'],
  post: ['title', 'excerpt', 'body'],
}

const selectText = (tx: Tx, table: VersionedTable, alias: string) =>
  tx.unsafe(textColumns[table].map(column => `${alias}.${column}`).join(', '))

/** Returns the saved texts of a record, newest first. */
export const listTextVersions = <Version extends object>(
  tx: Tx,
  table: VersionedTable,
  id: string,
) => tx<Version[]>`
  select v.id as "_id", v.number, ${selectText(tx, table, 'v')},
    coalesce(p.full_name, '') as author, v.created_at
  from ${tx(`${table}_version`)} v left join person p on p.id = v.created_by
  where v.${tx(`${table}_id`)} = ${id} order by v.number desc`

/** @throws Problem 404 text_version_not_found */
export async function getVersionText<Text extends object>(
  tx: Tx,
  table: VersionedTable,
  { id, number }: { id: string; number: number },
): Promise<Text> {
  const [text] = await tx<Text[]>`
    select ${selectText(tx, table, 'v')} from ${tx(`${table}_version`)} v
    where v.${tx(`${table}_id`)} = ${id} and v.number = ${number}`
  return assertFound(text, 'text_version_not_found')
}

/** Keeps the text of a record as a version unless only other fields have changed. */
export async function saveTextVersion(tx: Tx, table: VersionedTable, id: string): Promise<void> {
  const versions = tx(`${table}_version`)
  const recordId = tx(`${table}_id`)
  await tx`
    insert into ${versions} (${recordId}, number, ${tx.unsafe(textColumns[table].join(', '))})
    select r.id, r.version, ${selectText(tx, table, 'r')}
    from ${tx(table)} r
    left join lateral (
      select ${selectText(tx, table, 'v')} from ${versions} v
      where v.${recordId} = r.id order by v.number desc limit 1
    ) last on true
    where r.id = ${id}
      and (${selectText(tx, table, 'last')}) is distinct from (${selectText(tx, table, 'r')})`
  await tx`
    delete from ${versions} where ${recordId} = ${id} and id in (
      select id from ${versions} where ${recordId} = ${id}
      order by number desc offset ${maxTextVersions})`
}
