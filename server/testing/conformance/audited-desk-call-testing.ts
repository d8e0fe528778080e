import { calendarApi } from '#contract/desk/calendar-event.ts'
import { calendarFeedApi } from '#contract/desk/calendar-feed.ts'
import { taskApi } from '#contract/desk/task.ts'
import { taskRuleApi } from '#contract/desk/task-rule.ts'
import { type AuditedCall, body, id, ids, withIdAndBody } from './audited-call-testing.ts'

/** The calls about the own work of staff. */
export const deskCalls: AuditedCall[] = [
  {
    route: taskApi.create,
    entry: 'insert task',
    args: () => body({ title: 'Call Anna' }),
    saveIdAs: 'task',
  },
  {
    route: taskApi.update,
    entry: 'update task',
    args: () => withIdAndBody('task', { isCompleted: true }),
  },
  {
    route: taskApi.bulkUpdate,
    entry: 'update task',
    args: () => ({ body: { ...ids('task').body, isImportant: true } }),
  },
  { route: taskApi.delete, entry: 'update task', args: () => id('task') },
  { route: taskApi.restore, entry: 'update task', args: () => id('task') },
  {
    route: taskRuleApi.update,
    entry: 'insert task_rule',
    args: () => body({ rules: [{ rule: 'stock_low', isOn: true, assigneeId: null }] }),
  },
  {
    route: calendarApi.create,
    entry: 'insert calendar_event',
    args: () => body({ title: 'Trade fair', start: '2026-03-10' }),
    saveIdAs: 'event',
  },
  {
    route: calendarApi.update,
    entry: 'update calendar_event',
    args: () => withIdAndBody('event', { category: 'family' }),
  },
  { route: calendarApi.delete, entry: 'delete calendar_event', args: () => id('event') },
  {
    route: calendarFeedApi.createFeed,
    entry: 'insert calendar_feed',
    args: () => body({ kinds: ['event'], hasCustomerNames: false, language: 'en' }),
  },
  {
    route: calendarFeedApi.updateFeed,
    entry: 'update calendar_feed',
    args: () => body({ kinds: ['task'], hasCustomerNames: true, language: 'en' }),
  },
  { route: calendarFeedApi.deleteFeed, entry: 'delete calendar_feed', args: () => ({}) },
]
