import { type AuditEntry, changeActions } from '#contract/staff/audit.ts'
import { toLocalDay } from '../lib/time-zone.ts'

/** Entries of one request, such as an order with its lines. */
export type AuditStep = { key: string; main: AuditEntry; entries: AuditEntry[] }

/** Groups neighboring entries of the same request and person into steps. */
export function groupIntoSteps(entries: readonly AuditEntry[]): AuditStep[] {
  const groups: AuditEntry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const previous = last?.[0]
    if (
      last &&
      previous &&
      entry.requestId &&
      previous.requestId === entry.requestId &&
      previous.person?._id === entry.person?._id
    )
      last.push(entry)
    else groups.push([entry])
  }
  return groups.flatMap(group => {
    const main = findMainEntry(group)
    // The main entry comes first, the others in the order of execution. The order's timeline only
    // repeats the change.
    const others = group.filter(
      entry =>
        entry !== main &&
        !(entry.entity === 'order_event' && entry.record._id === main?.record._id),
    )
    return main ? [{ key: main._id, main, entries: [main, ...others.reverse()] }] : []
  })
}

function scoreAction(action: AuditEntry['action']) {
  if (changeActions.some(changeAction => changeAction === action)) return 0
  return action === 'recovery_code_used' ? 8 : 16
}

/**
 * Returns how well an entry describes its step. Security events, such as an accepted invitation,
 * rank first, then a new payment or shipment, then changes of the record itself, then changes of
 * its parts.
 */
const scoreEntry = ({ action, entityId, record, entity, changes }: AuditEntry) =>
  scoreAction(action) +
  (action === 'insert' && /^(payment|fulfillment)$/.test(entity) ? 8 : 0) +
  (entityId === record._id ? 4 : 0) +
  (changes.length > 0 ? 2 : 0) +
  (entity === 'order_event' || entity === 'media' ? 0 : 1)

function findMainEntry(group: readonly AuditEntry[]): AuditEntry | undefined {
  return group.reduce<AuditEntry | undefined>(
    (best, entry) => (best && scoreEntry(best) > scoreEntry(entry) ? best : entry),
    undefined,
  )
}

/** Groups steps by day, such as `2026-03-01`, in a time zone. */
export function groupByDay(
  steps: readonly AuditStep[],
  timeZone: string | undefined,
): { day: string; steps: AuditStep[] }[] {
  const days: { day: string; steps: AuditStep[] }[] = []
  for (const step of steps) {
    const day = toLocalDay(step.main.at, timeZone)
    const last = days.at(-1)
    if (last?.day === day) last.steps.push(step)
    else days.push({ day, steps: [step] })
  }
  return days
}
