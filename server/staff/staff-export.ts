import type { Staff, StaffListQuery } from '#contract/staff/staff.ts'
import type { RunInTransaction } from '../lib/db/db.ts'
import type { ExportTable } from '../lib/text/write-table.ts'
import { listAllStaff } from './staff-list.ts'

const header = ['Name', 'Email', 'Role', 'Status', 'Last active', 'Added', 'Invited by']

/** Returns the staff that match the filters as the table of a file, by name. */
export async function loadStaffTable(
  inTx: RunInTransaction,
  query: StaffListQuery,
): Promise<ExportTable> {
  const staff = await inTx(tx => listAllStaff(tx, query))
  return { name: 'Staff', header, rows: staff.map(toCells) }
}

const toCells = (person: Staff): (string | Date)[] => [
  person.fullName,
  person.email,
  person.roleName || person.role,
  person.status,
  person.lastSeenAt ? new Date(person.lastSeenAt) : '',
  new Date(person.createdAt),
  person.invitedBy,
]
