import { taskApi } from '#contract/desk/task.ts'
import { taskRuleApi } from '#contract/desk/task-rule.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { taskRuleJobs } from './apply-task-rules.ts'
import { dueTaskJobs } from './notify-assignees.ts'
import { countTasks, getTask, listAssignees, listTasks } from './task-list.ts'
import { listTaskRules, updateTaskRules } from './task-rule-store.ts'
import { createTask, setTaskDeleted, updateTask, updateTasks } from './task-store.ts'

export function taskRoutes(app: App) {
  serve(app, taskApi.list, ({ tx, query, principal }) => listTasks(tx, query, principal))
  serve(app, taskApi.counts, ({ tx, principal }) => countTasks(tx, principal.personId))
  serve(app, taskApi.listAssignees, ({ tx }) => listAssignees(tx))
  serve(app, taskApi.get, ({ tx, params, principal }) => getTask(tx, params.id, principal))
  serve(
    app,
    taskApi.create,
    ({ tx, body, principal }) => createTask(tx, body, principal),
    ({ tx, principal }, id) => getTask(tx, id, principal),
  )
  serve(app, taskApi.update, ({ tx, params, body, principal }) =>
    updateTask(tx, params.id, body, principal),
  )
  serve(app, taskApi.delete, ({ tx, params, principal }) =>
    setTaskDeleted(tx, params.id, true, principal),
  )
  serve(app, taskApi.restore, ({ tx, params, principal }) =>
    setTaskDeleted(tx, params.id, false, principal),
  )
  serve(app, taskApi.bulkUpdate, ({ tx, body, principal }) => updateTasks(tx, body, principal))
  serve(app, taskRuleApi.list, ({ tx }) => listTaskRules(tx))
  serve(app, taskRuleApi.update, ({ tx, body, principal }) =>
    updateTaskRules(tx, body.rules, principal.storeId),
  )
  Object.assign(app.jobs, taskRuleJobs(app), dueTaskJobs(app))
}
