import type { Page } from '#contract/lib/call/api.ts'
import { type Ability, getBuiltInAbilities } from '#contract/lib/call/permission.ts'
import type { Staff, StaffListQuery } from '#contract/staff/staff.ts'
import { buildWhere, listPage, type SqlFragment, toLikePattern } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

type StaffRow = Omit<Staff, 'ability' | 'avatar'> & { avatar: string; abilities: Ability[] | null }

/**
 * Returns the members and the invitations of the store as one relation. The queries name the store,
 * because row security also shows the memberships of the person in other stores.
 */
const membersAndInvitations = (tx: Tx) => tx`(
  select m.person_id as id, p.full_name, p.email, p.avatar, m.role, m.abilities, m.status,
    m.last_seen_at, null::timestamptz as expires_at, null::uuid as invited_by, m.version, m.created_at
  from membership m join person p on p.id = m.person_id
  where m.store_id = current_store()
  union all
  select id, '', email, '', role, null, 'pending',
    null, expires_at, invited_by, version, created_at
  from invitation where store_id = current_store()
) s
  left join role r on r.store_id = current_store() and r.role = s.role
  left join person i on i.id = s.invited_by`

const staffColumns = (tx: Tx) => tx`
  s.id as "_id", s.full_name, s.email, s.avatar, s.role, coalesce(r.name, '') as role_name,
  coalesce(s.abilities, r.ability) as abilities, s.status, s.last_seen_at, s.expires_at,
  coalesce(i.full_name, '') as invited_by, s.version, s.created_at`

const toStaff = ({ abilities, avatar, ...row }: StaffRow): Staff => ({
  ...row,
  avatar: avatar || null,
  ability: abilities ?? getBuiltInAbilities(row.role),
})

/** The name in the list, where an invitation has only an email. */
const sortedName = `lower(coalesce(nullif(s.full_name, ''), s.email))`

export async function listStaff(
  tx: Tx,
  query: StaffListQuery,
  storeId: string,
): Promise<Page<Staff>> {
  const { page: _page, perPage: _perPage, after: _after, sort: _sort, ...filters } = query
  const { items, meta } = await listPage<StaffRow>(
    tx,
    {
      key: `staff ${JSON.stringify(filters)}`,
      from: membersAndInvitations(tx),
      alias: 's',
      columns: staffColumns(tx),
      where: staffConditions(tx, query),
      sorts: {
        name: { expression: sortedName, type: 'text' },
        email: { expression: 's.email', type: 'text' },
        createdAt: { expression: 's.created_at', type: 'timestamptz' },
        lastSeenAt: { expression: `coalesce(s.last_seen_at, '-infinity')`, type: 'timestamptz' },
      },
      defaultSort: 'name',
    },
    query,
    storeId,
  )
  return { items: items.map(toStaff), meta }
}

/** Returns all staff that match the filters, by name. */
export async function listAllStaff(tx: Tx, query: StaffListQuery): Promise<Staff[]> {
  const rows = await tx<StaffRow[]>`
    select ${staffColumns(tx)} from ${membersAndInvitations(tx)}
    ${buildWhere(tx, staffConditions(tx, query))}
    order by ${tx.unsafe(sortedName)}, s.id`
  return rows.map(toStaff)
}

/** Returns the search and the filters of the columns. Days follow the store's time zone. */
function staffConditions(tx: Tx, query: StaffListQuery): SqlFragment[] {
  const { q, name, email, status, role } = query
  const contains = (column: SqlFragment, text: string) => tx`${column} ilike ${toLikePattern(text)}`
  const dayStart = (day: string, addedDays: number) => tx`
    (${day}::date + ${addedDays}::integer)::timestamp
      at time zone (select timezone from store where id = current_store())`
  const inDays = (column: SqlFragment, from: string | undefined, to: string | undefined) => [
    ...(from ? [tx`${column} >= ${dayStart(from, 0)}`] : []),
    ...(to ? [tx`${column} < ${dayStart(to, 1)}`] : []),
  ]
  return [
    ...(q ? [tx`(${contains(tx`s.full_name`, q)} or ${contains(tx`s.email`, q)})`] : []),
    ...(name ? [contains(tx`s.full_name`, name)] : []),
    ...(email ? [contains(tx`s.email`, email)] : []),
    ...(status ? [tx`s.status = any (${status}::text[])`] : []),
    ...(role ? [tx`s.role = any (${role}::text[])`] : []),
    ...inDays(tx`s.last_seen_at`, query.lastSeenFrom, query.lastSeenTo),
    ...inDays(tx`s.created_at`, query.from, query.to),
  ]
}

export async function getStaff(tx: Tx, id: string): Promise<Staff> {
  const [row] = await tx<
    StaffRow[]
  >`select ${staffColumns(tx)} from ${membersAndInvitations(tx)} where s.id = ${id}`
  return toStaff(assertFound(row, 'person_not_found'))
}
