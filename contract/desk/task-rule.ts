import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import { Id } from '../lib/schemas.ts'

/** The causes for which the store gets tasks. A task is completed when its cause ends. */
export const taskRules = [
  'order_late',
  'transfer_unpaid',
  'conversation_waiting',
  'stock_low',
  'domain_failed',
  'return_received',
] as const
export const TaskRuleName = z.enum(taskRules)
export type TaskRuleName = z.infer<typeof TaskRuleName>

export const TaskRule = z.object({
  rule: TaskRuleName,
  isOn: z.boolean(),
  /** The assignee of the tasks. Null if they are unassigned. */
  assigneeId: Id.nullable(),
})
export type TaskRule = z.infer<typeof TaskRule>

export const TaskRulesInput = z.object({
  rules: z
    .array(TaskRule)
    .min(1)
    .max(taskRules.length)
    .refine(
      rules => new Set(rules.map(({ rule }) => rule)).size === rules.length,
      issue('duplicate_entry'),
    ),
})

export const taskRuleApi = defineApi('taskRule', {
  list: {
    method: 'GET',
    path: '/apps/todo/rules',
    can: 'task:read',
    summary: 'List the rules that create tasks',
    reply: z.array(TaskRule),
  },
  update: {
    method: 'PUT',
    path: '/apps/todo/rules/update',
    can: 'task:write',
    summary: 'Switch rules that create tasks on or off; other rules stay as they are',
    body: TaskRulesInput,
    reply: z.array(TaskRule),
    message: 'Task rules updated',
    invalidates: ['task', 'desk'],
  },
})
