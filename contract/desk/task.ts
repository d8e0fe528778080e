import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { BulkReply, bulkSelectionFields } from '../lib/call/bulk.ts'
import {
  Id,
  ListQuery,
  multiLineText,
  singleLineText,
  TimeOfDay,
  Timestamp,
  updateSchema,
} from '../lib/schemas.ts'
import { Repeat } from './repeat.ts'
import { taskRules } from './task-rule.ts'

export const taskLimits = { title: 200, tags: 20, steps: 50 } as const

/**
 * The lists of tasks. `my-day`: due today or earlier and assigned to the caller or unassigned, and
 * important ones of the caller. `upcoming`: due later. `open`: all that are not completed.
 */
export const taskViews = [
  'my-day',
  'upcoming',
  'important',
  'open',
  'completed',
  'deleted',
] as const
export const TaskView = z.enum(taskViews)
export type TaskView = z.infer<typeof TaskView>

/** The creator of a task: a person, or a rule. */
export const TaskSource = z.enum(['person', ...taskRules])

const TaskTag = singleLineText(40, 1)
const TaskStep = z.object({ title: singleLineText(taskLimits.title, 1), isDone: z.boolean() })

/** The record that a task is about. A task is about one record at most. */
const recordFields = {
  orderId: Id.nullable().optional(),
  productId: Id.nullable().optional(),
  customerId: Id.nullable().optional(),
}

const taskFields = {
  note: multiLineText(5000).optional(),
  /** A day in the time zone of the store. */
  dueDate: z.iso.date().nullable().optional(),
  /** A time on that day. */
  dueTime: TimeOfDay.nullable().optional(),
  tags: z.array(TaskTag).max(taskLimits.tags).optional(),
  isImportant: z.boolean().optional(),
  isCompleted: z.boolean().optional(),
  steps: z.array(TaskStep).max(taskLimits.steps).optional(),
  /** A staff member. Null if the task is unassigned. */
  assigneeId: Id.nullable().optional(),
  /** A rule of RFC 5545. Completing the task creates the next one, to which the rule moves. */
  repeat: Repeat.nullable().optional(),
  ...recordFields,
}
export const TaskInput = z.object({ title: singleLineText(taskLimits.title, 1), ...taskFields })
export type TaskInput = z.infer<typeof TaskInput>

export const Task = TaskInput.required().extend({
  _id: Id,
  /** `dueDate` and `dueTime` as a moment; null without a time. */
  dueAt: Timestamp.nullable(),
  isDeleted: z.boolean(),
  assigneeName: z.string(),
  /** The number, title or name of the record or the cause; empty if the caller can't read it. */
  recordName: z.string(),
  source: TaskSource,
  /** The record that is the cause for a rule, until the cause ends. */
  sourceId: Id.nullable(),
  createdBy: Id.nullable(),
  completedAt: Timestamp.nullable(),
  deletedAt: Timestamp.nullable(),
  version: z.int(),
  createdAt: Timestamp,
})
export type Task = z.infer<typeof Task>

const taskFilterFields = {
  view: TaskView.optional(),
  tag: TaskTag.optional(),
  assignee: Id.optional(),
  order: Id.optional(),
  product: Id.optional(),
  customer: Id.optional(),
}
export const TaskListQuery = ListQuery.extend(taskFilterFields)
export type TaskListQuery = z.infer<typeof TaskListQuery>
export type TaskFilter = Omit<TaskListQuery, 'page' | 'perPage' | 'after'>

/** The changes of a bulk call. `isDeleted: false` restores deleted tasks. */
const TaskBulkChange = z.object({
  isCompleted: z.boolean().optional(),
  isImportant: z.boolean().optional(),
  isDeleted: z.boolean().optional(),
  dueDate: z.iso.date().nullable().optional(),
  assigneeId: Id.nullable().optional(),
  addTags: z.array(TaskTag).max(taskLimits.tags).optional(),
  removeTags: z.array(TaskTag).max(taskLimits.tags).optional(),
})

/** The numbers beside the views, each at most 100, and the tags of open tasks. */
export const TaskCounts = z.object({
  myDay: z.int(),
  upcoming: z.int(),
  important: z.int(),
  open: z.int(),
  tags: z.array(z.object({ tag: z.string(), count: z.int() })),
})
export type TaskCounts = z.infer<typeof TaskCounts>

export const TaskAssignee = z.object({ _id: Id, name: z.string() })

export const taskApi = defineApi('task', {
  list: {
    method: 'GET',
    path: '/apps/todo/getAll',
    can: 'task:read',
    allowsReplica: true,
    summary: 'List tasks of a view: by due time, and done or deleted ones newest first',
    query: TaskListQuery,
    items: Task,
  },
  counts: {
    method: 'GET',
    path: '/apps/todo/counts',
    can: 'task:read',
    allowsReplica: true,
    summary: 'Count the tasks of each view, and list the tags of open tasks',
    reply: TaskCounts,
  },
  listAssignees: {
    method: 'GET',
    path: '/apps/todo/assignees',
    can: 'task:read',
    summary: 'List the people to whom a task can be assigned',
    reply: z.array(TaskAssignee),
  },
  get: {
    method: 'GET',
    path: '/apps/todo/:id',
    can: 'task:read',
    summary: 'Get a task',
    reply: Task,
  },
  create: {
    method: 'POST',
    path: '/apps/todo/create',
    can: 'task:write',
    summary: 'Create a task',
    body: TaskInput,
    reply: Task,
    message: 'Task created',
    invalidates: ['desk', 'calendar'],
    idempotent: true,
  },
  update: {
    method: 'PATCH',
    path: '/apps/todo/update/:id',
    can: 'task:write',
    summary: 'Update or complete a task',
    body: updateSchema(TaskInput),
    reply: Task,
    message: 'Task updated',
    invalidates: ['desk', 'calendar'],
  },
  delete: {
    method: 'DELETE',
    path: '/apps/todo/delete/:id',
    can: 'task:write',
    summary: 'Delete a task; it can be restored for 30 days',
    reply: Task,
    message: 'Task deleted',
    invalidates: ['desk', 'calendar'],
  },
  restore: {
    method: 'POST',
    path: '/apps/todo/restore/:id',
    can: 'task:write',
    status: 200,
    summary: 'Restore a deleted task',
    reply: Task,
    message: 'Task restored',
    invalidates: ['desk', 'calendar'],
  },
  bulkUpdate: {
    method: 'POST',
    path: '/apps/todo/bulk/update',
    can: 'task:write',
    status: 200,
    summary: 'Complete, assign, tag, delete or restore several tasks, or change when they are due',
    body: z.object({ ...bulkSelectionFields(taskFilterFields), ...TaskBulkChange.shape }),
    reply: BulkReply,
    invalidates: ['desk', 'calendar'],
  },
})
