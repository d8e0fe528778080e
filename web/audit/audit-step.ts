import { type AuditEntry, changeActions } from '#contract/audit.ts'

/** What was done in one step: a request that changed several rows, such as an order with its lines. */
export type AuditStep = { key: string; main: AuditEntry; entries: AuditEntry[] }

/** Neighbours with the same request, made by the same person, are one step. */
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
    // In the order in which they were done; what the step is about stands first. What the timeline says of a change is that change.
    const others = group.filter(
      entry =>
        entry !== main &&
        !(entry.entity === 'order_event' && entry.record._id === main?.record._id),
    )
    return main ? [{ key: main._id, main, entries: [main, ...others.reverse()] }] : []
  })
}

/** What a person would say they did: what has a name of its own, such as accepting an invitation; then something to the thing itself rather than to a part of it. */
const scoreEntry = ({ action, entityId, record, entity, changes }: AuditEntry) =>
  (changeActions.some(changeAction => changeAction === action)
    ? 0
    : action === 'recovery_code_used'
      ? 8
      : 16) +
  (entityId === record._id ? 4 : 0) +
  (changes.length > 0 ? 2 : 0) +
  (entity === 'order_event' || entity === 'media' ? 0 : 1)

function findMainEntry(group: readonly AuditEntry[]): AuditEntry | undefined {
  return group.reduce<AuditEntry | undefined>(
    (best, entry) => (best && scoreEntry(best) > scoreEntry(entry) ? best : entry),
    undefined,
  )
}

/** Steps by the day on which they were made, as this browser counts days. */
export function groupByDay(steps: readonly AuditStep[]): { day: string; steps: AuditStep[] }[] {
  const days: { day: string; steps: AuditStep[] }[] = []
  for (const step of steps) {
    const day = new Date(step.main.at).toDateString()
    const last = days.at(-1)
    if (last?.day === day) last.steps.push(step)
    else days.push({ day, steps: [step] })
  }
  return days
}
