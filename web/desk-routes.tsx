import { IconChecklist } from '@tabler/icons-react'
import { withLazyTexts } from './lib/preference/i18n.ts'
import type { PageRoute } from './shell/route/page-route.tsx'

const loadTasks = () => withLazyTexts(import('./task/task-page.tsx').then(m => m.TaskPage))

/** The pages on which staff organize their own work. */
export const deskRoutes: PageRoute[] = [
  {
    path: '/apps/todo/my-day',
    keywords: 'tasks',
    can: 'task:read',
    menu: {
      group: 'desk',
      label: 'tasks',
      shortcutKey: 'y',
      icon: IconChecklist,
      pathPrefixes: ['/apps/todo'],
    },
    create: {
      query: '?edit=new',
      label: 'search.action.task',
      can: 'task:write',
      pathPrefix: '/apps/todo',
    },
    load: loadTasks,
  },
  { path: '/apps/todo/:view', can: 'task:read', load: loadTasks },
]
