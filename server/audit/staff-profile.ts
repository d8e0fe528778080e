import { hasPermission } from '#contract/lib/call/permission.ts'
import { maxProfileActivities, type StaffProfile } from '#contract/staff/profile.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { type AuditEntryRow, auditColumns, auditTables, toAuditEntries } from './audit-store.ts'

const maxCountedWork = 1000

/** Returns the caller, their stores, and their work in the present store. */
export async function getStaffProfile(tx: Tx, principal: Principal): Promise<StaffProfile> {
  const { personId, storeId, abilities } = principal
  const [persons, stores, tasks, conversations, activities] = await Promise.all([
    tx<(Omit<StaffProfile['person'], 'avatar'> & { avatar: string })[]>`
      select id as "_id", full_name, username, email, avatar, created_at
      from person where id = ${personId}`,
    tx<StaffProfile['stores']>`
      select s.id as "_id", s.name, m.role, coalesce(r.name, '') as role_name,
        s.id = ${storeId} as is_current
      from membership m
      join store s on s.id = m.store_id
      left join role r on r.store_id = m.store_id and r.role = m.role
      where m.person_id = ${personId} and m.status = 'active'
      order by lower(s.name), s.id limit 100`,
    hasPermission(abilities, 'task:read') ? countTasks(tx, personId) : null,
    hasPermission(abilities, 'conversation:read') ? countConversations(tx, personId) : null,
    tx<AuditEntryRow[]>`
      select ${auditColumns(tx)} from ${auditTables(tx)}
      where a.store_id = current_store() and a.person_id = ${personId} and a.entity <> 'onboarding'
      order by a.at desc, a.id desc limit ${maxProfileActivities}`,
  ])
  const person = assertFound(persons[0], 'person_not_found')
  return {
    person: { ...person, avatar: person.avatar || null },
    stores,
    openWork: { tasks, conversations },
    activities: await toAuditEntries(tx, activities, abilities),
  }
}

async function countTasks(tx: Tx, personId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from (
      select 1 from task
      where store_id = current_store() and assignee_id = ${personId}
        and completed_at is null and deleted_at is null
      limit ${maxCountedWork}) t`
  return row?.count ?? 0
}

async function countConversations(tx: Tx, personId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from (
      select 1 from conversation
      where store_id = current_store() and assignee_id = ${personId}
        and place = 'inbox' and status in ('open', 'answered') and merged_into_id is null
      limit ${maxCountedWork}) c`
  return row?.count ?? 0
}
